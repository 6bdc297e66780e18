import type { CallInput } from '@perkex/contract/calls.js';
import type { Vacation } from '@perkex/contract/vacation.js';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { saveChange } from './save-change.js';

export type { Vacation };
export type VacationAct = CallInput<'takeVacation'>['body']['act'];

/** The progress is read again this often while asks are paused or brought back. */
const PROGRESS_MS = 1_000;

/** True while the server pauses asks or brings them back. */
export function isUnderWay({ state }: Pick<Vacation, 'state'>): boolean {
  return state === 'pausing' || state === 'returning';
}

/** The state of the user's asks: paused, or what has come back. */
export function vacationQuery(userId: string) {
  return callQuery(['vacation', userId], {
    enabled: userId !== '',
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? PROGRESS_MS : false),
  });
}

/** Pauses all asks, brings them back or forgets the result. @throws RefusalError, ConnectionError */
export async function takeVacation(client: QueryClient, userId: string, act: VacationAct): Promise<void> {
  const vacation = await saveChange(
    () => call('takeVacation', { body: { uid: userId, act } }),
    async () => {},
  );
  client.setQueryData(vacationQuery(userId).queryKey, vacation);
}
