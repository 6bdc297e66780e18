import {
  acceptInvitationBodySchema,
  deskMembersSchema,
  inviteMemberBodySchema,
  removeFilterBodySchema,
  savedFiltersSchema,
  saveFilterBodySchema,
  withdrawInvitationBodySchema,
} from './desk-members.js';
import { sentenceSchema } from './sentence.js';

const OF_MEMBERS = ['factor-needed', 'member-proof-needed'] as const;
const ofInvitations = {
  tag: 'desk',
  answers: 'The members and the open invitations after it',
  answer: deskMembersSchema,
} as const;
const ofFilters = {
  tag: 'desk',
  answers: 'The filters of the member after it',
  answer: savedFiltersSchema,
} as const;

/** The calls about members, their invitations and their saved filters, as parts of `CALLS`. */
export const CALLS_OF_DESK_MEMBERS = {
  deskMembers: {
    ...ofInvitations,
    summary: 'The members and the open invitations',
    answers: 'The members of any time, and the open invitations',
    problems: OF_MEMBERS,
  },
  inviteMember: {
    ...ofInvitations,
    summary: 'Invite an address to a role, by a mail with a link. Whether it has an account stays unknown',
    body: inviteMemberBodySchema,
    problems: [...OF_MEMBERS, 'no-invitations', 'already-invited', 'name-taken', 'too-many-invitations'],
  },
  withdrawInvitation: {
    ...ofInvitations,
    summary: 'Withdraw an invitation. Its link no longer works',
    body: withdrawInvitationBodySchema,
    problems: [...OF_MEMBERS, 'unknown-invitation'],
  },
  acceptInvitation: {
    tag: 'settings',
    summary: 'Become a member by the code of an invitation to the verified e-mail of the account',
    body: acceptInvitationBodySchema,
    answer: sentenceSchema,
    problems: [
      'invitation-over',
      'other-address',
      'email-unproved',
      'blocked',
      'already-member',
      'name-taken',
    ],
  },
  savedFilters: {
    ...ofFilters,
    summary: 'The filters that the member has saved',
    answers: 'The filters, oldest first',
    problems: OF_MEMBERS,
  },
  saveFilter: {
    ...ofFilters,
    summary: 'Name a filter of a list of the desk',
    body: saveFilterBodySchema,
    problems: [...OF_MEMBERS, 'too-many-filters'],
  },
  removeFilter: {
    ...ofFilters,
    summary: 'Remove a saved filter. One that does not exist needs no removal',
    body: removeFilterBodySchema,
    problems: OF_MEMBERS,
  },
} as const;
