import {
  acceptInvitationBodySchema,
  deskMembersSchema,
  inviteMemberBodySchema,
  removeFilterBodySchema,
  savedFiltersSchema,
  saveFilterBodySchema,
  withdrawInvitationBodySchema,
} from './desk-members.js';
import { MEMBER_REFUSALS } from './member-refusals.js';
import { sentenceSchema } from './sentence.js';

const INVITATION_CALL = {
  tag: 'desk',
  answers: 'The updated members and open invitations',
  answer: deskMembersSchema,
} as const;
const FILTER_CALL = {
  tag: 'desk',
  answers: 'The updated filters of the member',
  answer: savedFiltersSchema,
} as const;

/** The calls about members, their invitations and their saved filters, as parts of `CALLS`. */
export const CALLS_OF_DESK_MEMBERS = {
  deskMembers: {
    ...INVITATION_CALL,
    summary: 'The members and the open invitations',
    answers: 'The members of any time, and the open invitations',
    problems: MEMBER_REFUSALS,
  },
  inviteMember: {
    ...INVITATION_CALL,
    summary: 'Invite an address to a role, by a mail with a link. Whether it has an account stays unknown',
    body: inviteMemberBodySchema,
    problems: [...MEMBER_REFUSALS, 'no-invitations', 'already-invited', 'name-taken', 'too-many-invitations'],
  },
  withdrawInvitation: {
    ...INVITATION_CALL,
    summary: 'Withdraw an invitation. Its link no longer works',
    body: withdrawInvitationBodySchema,
    problems: [...MEMBER_REFUSALS, 'unknown-invitation'],
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
    ...FILTER_CALL,
    summary: 'The filters that the member has saved',
    answers: 'The filters, oldest first',
    problems: MEMBER_REFUSALS,
  },
  saveFilter: {
    ...FILTER_CALL,
    summary: 'Name a filter of a list of the desk',
    body: saveFilterBodySchema,
    problems: [...MEMBER_REFUSALS, 'too-many-filters'],
  },
  removeFilter: {
    ...FILTER_CALL,
    summary: 'Remove a saved filter. One that does not exist needs no removal',
    body: removeFilterBodySchema,
    problems: MEMBER_REFUSALS,
  },
} as const;
