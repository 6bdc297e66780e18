import type { CallAnswer } from '@perkex/contract/calls.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { CURRENT } from './desk.js';
import { saveChange } from './save-change.js';

export type DeskMembers = CallAnswer<'deskMembers'>;
export type Invitation = DeskMembers['invitations'][number];
export type SavedFilter = CallAnswer<'savedFilters'>['filters'][number];

/** The members, and the open invitations. */
export function deskMembersQuery(userId: string) {
  return queryOptions({
    queryKey: ['deskMembers', userId],
    queryFn: ({ signal }) => call('deskMembers', {}, signal),
    ...CURRENT,
  });
}

/** The filters that the member has saved. Only they change them. */
export function savedFiltersQuery(userId: string) {
  return queryOptions({
    queryKey: ['savedFilters', userId],
    queryFn: ({ signal }) => call('savedFilters', {}, signal),
  });
}

/**
 * Changes invitations, and reads them again, whether the change succeeded or not. It counts once, however often it is
 * sent.
 * @throws RefusalError, ConnectionError
 */
export function actOnMembers<Answer>(
  client: QueryClient,
  userId: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  return saveChange(act, () => client.invalidateQueries({ queryKey: ['deskMembers', userId] }));
}

/** The same for saved filters. */
export function actOnFilters<Answer>(
  client: QueryClient,
  userId: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  return saveChange(act, () => client.invalidateQueries({ queryKey: ['savedFilters', userId] }));
}
