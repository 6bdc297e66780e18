import { csvSchema } from './csv.js';
import { journalQuerySchema, journalSchema } from './desk-journal.js';
import {
  blockUserBodySchema,
  deferDebtBodySchema,
  deskUserDealsQuerySchema,
  deskUserDealsSchema,
  deskUserParamsSchema,
  deskUserSchema,
  deskUsersQuerySchema,
  deskUsersSchema,
  limitUserBodySchema,
  noteUserBodySchema,
  unblockUserBodySchema,
} from './desk-users.js';
import { MEMBER_REFUSALS } from './member-refusals.js';

const USER_REFUSALS = [...MEMBER_REFUSALS, 'unknown-user'] as const;

const decision = {
  tag: 'desk',
  answers: 'The updated user',
  answer: deskUserSchema,
} as const;

/** The calls of admins about the acts of members and about users, as parts of `CALLS`. */
export const CALLS_OF_DESK_USERS = {
  deskUsers: {
    tag: 'desk',
    summary: 'Users by id, or by the beginning of an e-mail or a name',
    answers: 'The first 20 users',
    query: deskUsersQuerySchema,
    answer: deskUsersSchema,
    problems: MEMBER_REFUSALS,
  },
  deskUser: {
    tag: 'desk',
    summary: 'A user: open orders, limits, money, block and notes',
    answers: 'The user',
    params: deskUserParamsSchema,
    answer: deskUserSchema,
    problems: USER_REFUSALS,
  },
  deskUserDeals: {
    tag: 'desk',
    summary: 'The deals of a user as buyer or seller, newest first',
    answers: 'A page of deals',
    params: deskUserParamsSchema,
    query: deskUserDealsQuerySchema,
    answer: deskUserDealsSchema,
    problems: USER_REFUSALS,
  },
  blockUser: {
    ...decision,
    summary: 'Block a user from placing orders. Their open orders are cancelled, their deals continue',
    body: blockUserBodySchema,
    problems: [...USER_REFUSALS, 'own-account', 'already-decided'],
  },
  unblockUser: {
    ...decision,
    summary: 'End the block of a user',
    body: unblockUserBodySchema,
    problems: [...USER_REFUSALS, 'own-account'],
  },
  limitUser: {
    ...decision,
    summary: 'Set or end the limits of a user, below those of the market. Open orders stay',
    body: limitUserBodySchema,
    problems: [...USER_REFUSALS, 'own-account', 'already-decided'],
  },
  deferDebt: {
    ...decision,
    summary: 'Let a user sell for 14 days, whatever they owe',
    body: deferDebtBodySchema,
    problems: [...USER_REFUSALS, 'own-account', 'already-decided'],
  },
  noteUser: {
    ...decision,
    summary: 'Note something about a user, for members',
    body: noteUserBodySchema,
    problems: [...USER_REFUSALS, 'own-account'],
  },
  journal: {
    tag: 'desk',
    summary: 'The acts of members, newest first',
    answers: 'A page of acts, and the members and kinds of acts that the journal has',
    query: journalQuerySchema,
    answer: journalSchema,
    problems: MEMBER_REFUSALS,
  },
  exportJournal: {
    tag: 'desk',
    summary:
      'The acts of members as a table, newest first, up to 5,000. The next file begins after the position of the last row',
    answers: 'The table',
    query: journalQuerySchema,
    answer: csvSchema,
    problems: MEMBER_REFUSALS,
  },
} as const;
