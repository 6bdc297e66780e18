import type { CallAnswer } from '@perkex/contract/calls.js';
import { callQuery } from './call-query.js';
import { CURRENT } from './desk.js';
import { actOn } from './save-change.js';

export type DeskMembers = CallAnswer<'deskMembers'>;
export type Invitation = DeskMembers['invitations'][number];
export type SavedFilter = CallAnswer<'savedFilters'>['filters'][number];

/** The members, and the open invitations. */
export function deskMembersQuery(userId: string) {
  return callQuery(['deskMembers', userId], CURRENT);
}

/** The filters that the member has saved. Only they change them. */
export function savedFiltersQuery(userId: string) {
  return callQuery(['savedFilters', userId], {});
}

/** Changes invitations. */
export const actOnMembers = actOn((userId) => [['deskMembers', userId]]);

/** Changes saved filters. */
export const actOnFilters = actOn((userId) => [['savedFilters', userId]]);
