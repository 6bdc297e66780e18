import type { CallAnswer } from '@perkex/contract/calls.js';
import type { DealGroup } from '@perkex/contract/deals.js';
import type { Party } from '@perkex/core/deals/deal.js';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { CURRENT } from './desk.js';
import { PAGES_BEFORE } from './pages.js';
import { saveChange } from './save-change.js';

export type DeskUser = CallAnswer<'deskUser'>;
export type DeskUserRow = CallAnswer<'deskUsers'>['users'][number];

/** The users that a search finds. @param search at least two characters */
export function deskUsersQuery(userId: string, search: string) {
  return callQuery(['deskUsers', userId, search], { query: { search } });
}

export function deskUserQuery(userId: string, user: string) {
  return callQuery(['deskUser', userId, user], { params: { user }, ...CURRENT });
}

export interface UserDeals {
  readonly party: Party;
  readonly group: DealGroup;
}

/** The deals of a user, newest first, page by page. */
export function deskUserDealsQuery(userId: string, user: string, { party, group }: UserDeals) {
  return infiniteQueryOptions({
    queryKey: ['deskUserDeals', userId, user, `${party} ${group}`],
    queryFn: ({ pageParam, signal }) =>
      call('deskUserDeals', { params: { user }, query: { party, group, ...pageParam } }, signal),
    ...PAGES_BEFORE,
  });
}

/**
 * Decides about a user, and reads them again, whether it succeeded or not.
 * @throws RefusalError, ConnectionError
 */
export function actOnUser(user: string) {
  return (client: QueryClient, userId: string, decide: () => Promise<DeskUser>): Promise<unknown> => {
    const { queryKey } = deskUserQuery(userId, user);
    return saveChange(
      async () => client.setQueryData(queryKey, await decide()),
      () => client.invalidateQueries({ queryKey }),
    );
  };
}
