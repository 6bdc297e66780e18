import type { CallAnswer } from '@perkex/contract/calls.js';
import type { DeskQueue } from '@perkex/contract/desk.js';
import type { DeskStep, FinanceStep } from '@perkex/core/deals/desk-steps.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { recoveryOr } from './query-client.js';
import { saveChange } from './save-change.js';

export type Desk = CallAnswer<'desk'>;
export type DeskRow = CallAnswer<'deskDeals'>['deals'][number];
export type DeskDeal = CallAnswer<'deskDeal'>;

/** Other members and the users act all the time, and nothing reports it. */
const REFETCH_MS = 5_000;
export const CURRENT = { refetchInterval: recoveryOr(REFETCH_MS), refetchOnWindowFocus: 'always' } as const;

/** The member, and what waits for members. */
export function deskQuery(userId: string) {
  return queryOptions({
    queryKey: ['desk', userId],
    queryFn: ({ signal }) => call('desk', {}, signal),
    ...CURRENT,
  });
}

/** The deals of a queue, those that wait longest first. */
export function deskDealsQuery(userId: string, queue: DeskQueue) {
  return queryOptions({
    queryKey: ['deskDeals', userId, queue],
    queryFn: ({ signal }) => call('deskDeals', { query: { queue } }, signal),
    ...CURRENT,
  });
}

export function deskDealQuery(userId: string, code: string) {
  return queryOptions({
    queryKey: ['deskDeal', userId, code],
    queryFn: ({ signal }) => call('deskDeal', { params: { code } }, signal),
    ...CURRENT,
  });
}

/** A step as a member decided it. `amount` belongs to `refund-part`: dollars with cents. */
export type DecidedMemberStep =
  | { readonly call: 'takeDeskStep'; readonly step: DeskStep }
  | { readonly call: 'takeFinanceStep'; readonly step: FinanceStep; readonly amount?: number };

/**
 * Takes a step of the deal that the member has seen, and reads the deal and the queues again, whether it succeeded or
 * not. It counts once, however often it is sent.
 * @throws RefusalError, ConnectionError
 */
export async function takeMemberStep(
  client: QueryClient,
  userId: string,
  { code, version }: Pick<DeskDeal, 'code' | 'version'>,
  decided: DecidedMemberStep,
): Promise<void> {
  const body = { uid: userId, code, version };
  await saveChange(
    async () => {
      const after = await (decided.call === 'takeDeskStep'
        ? call('takeDeskStep', { body: { ...body, step: decided.step } })
        : call('takeFinanceStep', { body: { ...body, step: decided.step, amount: decided.amount } }));
      client.setQueryData(deskDealQuery(userId, code).queryKey, after);
    },
    async () => {
      await client.invalidateQueries({ queryKey: deskDealQuery(userId, code).queryKey });
      await client.invalidateQueries({ queryKey: deskQuery(userId).queryKey });
    },
  );
}
