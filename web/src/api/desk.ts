import type { CallAnswer } from '@perkex/contract/calls.js';
import type { DeskQueue } from '@perkex/contract/desk.js';
import type { Parcel } from '@perkex/core/deals/carriers.js';
import type { DeskStep, FinanceStep, ParcelStep } from '@perkex/core/deals/desk-steps.js';
import type { Kind } from '@perkex/core/finding/kinds.js';
import type { RejectionReason } from '@perkex/core/verification/rejections.js';
import type { ExpectedVerdict, Verdict } from '@perkex/core/verification/second-review.js';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { recoveryOr } from './query-client.js';
import { refetch, saveChange } from './save-change.js';

export type Desk = CallAnswer<'desk'>;
export type DeskRow = CallAnswer<'deskDeals'>['deals'][number];
export type DeskPaper = CallAnswer<'deskPapers'>['papers'][number];
export type DeskDeal = CallAnswer<'deskDeal'>;

/** Other members and the users act all the time, and nothing reports it. */
const REFETCH_MS = 5_000;
export const CURRENT = { refetchInterval: recoveryOr(REFETCH_MS), refetchOnWindowFocus: 'always' } as const;

/** The member, and what waits for members. */
export function deskQuery(userId: string) {
  return callQuery(['desk', userId], CURRENT);
}

/** The deals of a queue, those that wait longest first. */
export function deskDealsQuery(userId: string, queue: DeskQueue) {
  return callQuery(['deskDeals', userId, queue], { query: { queue }, ...CURRENT });
}

/** The deals that a search finds. @param search at least two characters */
export function deskSearchQuery(userId: string, search: string) {
  return callQuery(['deskSearch', userId, search], { query: { search } });
}

export function deskDealQuery(userId: string, code: string) {
  return callQuery(['deskDeal', userId, code], { params: { code }, ...CURRENT });
}

/** Turns the daily mail of the member on or off. @throws RefusalError, ConnectionError */
export function chooseDigest(client: QueryClient, userId: string, isOn: boolean): Promise<string> {
  return saveChange(
    () => call('chooseDigest', { body: { uid: userId, isOn } }),
    () => client.invalidateQueries({ queryKey: deskQuery(userId).queryKey }),
  );
}

/** The papers of the pairs with these codes. */
export function deskPapersQuery(userId: string, codes: readonly string[]) {
  return callQuery(['deskPapers', userId, codes.join(',')], { query: { codes: codes.join(',') } });
}

/** The label of the next parcel of a deal, which is bought within seconds. */
export function deskLabelQuery(userId: string, code: string) {
  return callQuery(['deskLabel', userId, code], { params: { code }, ...CURRENT });
}

/** Buys the label of a parcel, once. @throws RefusalError, ConnectionError */
export async function buyLabel(client: QueryClient, userId: string, code: string): Promise<void> {
  const { queryKey } = deskLabelQuery(userId, code);
  client.setQueryData(queryKey, await call('buyLabel', { body: { uid: userId, code } }));
}

/** A step as a member decided it. `amount` belongs to `refund-part`: dollars with cents. */
export type DecidedMemberStep =
  | { readonly call: 'takeDeskStep'; readonly step: Exclude<DeskStep, Verdict | ParcelStep> }
  | { readonly call: 'takeDeskStep'; readonly step: ParcelStep; readonly parcel: Parcel }
  | {
      readonly call: 'giveVerdict';
      readonly step: Verdict;
      /** The id of the checklist that the member saw, and for each point if it is in order. */
      readonly checklist: number;
      readonly answers: boolean[];
      readonly reasons: RejectionReason[];
    }
  | { readonly call: 'takeFinanceStep'; readonly step: FinanceStep; readonly amount?: number };

/**
 * Changes a deal, and reads it and the queues again, whether it succeeded or not. It counts once, however often it is
 * sent.
 * @throws RefusalError, ConnectionError
 */
export function actOnDeal(code: string) {
  return (client: QueryClient, userId: string, act: () => Promise<DeskDeal>): Promise<unknown> => {
    const { queryKey } = deskDealQuery(userId, code);
    return saveChange(
      async () => client.setQueryData(queryKey, await act()),
      () => refetch(client, queryKey, deskQuery(userId).queryKey),
    );
  };
}

/** Takes a step of the deal that the member has seen. @throws RefusalError, ConnectionError */
export function takeMemberStep(
  userId: string,
  { code, version }: Pick<DeskDeal, 'code' | 'version'>,
  decided: DecidedMemberStep,
): Promise<DeskDeal> {
  const body = { uid: userId, code, version };
  switch (decided.call) {
    case 'takeDeskStep': {
      const { step, parcel } = { parcel: undefined, ...decided };
      return call('takeDeskStep', { body: { ...body, step, parcel } });
    }
    case 'giveVerdict': {
      const { step: verdict, checklist, answers, reasons } = decided;
      return call('giveVerdict', { body: { ...body, verdict, checklist, answers, reasons } });
    }
    case 'takeFinanceStep':
      return call('takeFinanceStep', { body: { ...body, step: decided.step, amount: decided.amount } });
  }
}

/** Reserves the check of a pair for the member. @throws RefusalError, ConnectionError */
export async function reservePair(client: QueryClient, userId: string, code: string): Promise<void> {
  const { queryKey } = deskDealQuery(userId, code);
  client.setQueryData(queryKey, await call('reservePair', { body: { uid: userId, code } }));
}

/** Makes a pair a test. @throws RefusalError, ConnectionError */
export async function expectVerdict(
  client: QueryClient,
  userId: string,
  code: string,
  expected: ExpectedVerdict,
): Promise<void> {
  const { queryKey } = deskDealQuery(userId, code);
  client.setQueryData(queryKey, await call('expectVerdict', { body: { uid: userId, code, expected } }));
}

/** The file of a photo of a deal, which never changes. */
export function deskPhotoQuery(userId: string, code: string, photo: string) {
  return callQuery(['deskPhoto', userId, code, photo], {
    params: { code, photo },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The file of a picture of a claim, which never changes. */
export function deskClaimPhotoQuery(userId: string, code: string, photo: string) {
  return callQuery(['deskClaimPhoto', userId, code, photo], {
    params: { code, photo },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The checklists, and how far members agree. */
export function verificationQuery(userId: string) {
  return callQuery(['verification', userId], {});
}

/** Writes a checklist. @throws RefusalError, ConnectionError */
export async function changeChecklist(
  client: QueryClient,
  userId: string,
  change: { readonly kind: Kind | null; readonly seen: number; readonly points: string[] },
): Promise<void> {
  const { queryKey } = verificationQuery(userId);
  await saveChange(
    async () =>
      client.setQueryData(queryKey, await call('changeChecklist', { body: { uid: userId, ...change } })),
    () => client.invalidateQueries({ queryKey }),
  );
}
