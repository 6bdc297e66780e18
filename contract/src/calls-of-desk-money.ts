import { csvSchema } from './csv.js';
import {
  bankLinesQuerySchema,
  bankLinesSchema,
  bookBankLineBodySchema,
  decidePayoutListBodySchema,
  deskMoneyDealsQuerySchema,
  deskMoneyDealsSchema,
  deskMoneySchema,
  payoutFileQuerySchema,
  payoutListParamsSchema,
  payoutListQuerySchema,
  payoutListSchema,
  payoutListsQuerySchema,
  payoutListsSchema,
  proposePayoutsBodySchema,
  reportPayoutsBodySchema,
  returnBankLineBodySchema,
  statementBodySchema,
  statementSchema,
  waitingPayoutsQuerySchema,
  waitingPayoutsSchema,
} from './desk-money.js';
import { sentenceSchema } from './sentence.js';

const OF_MEMBERS = ['factor-needed', 'member-proof-needed'] as const;
const OF_BANK = [...OF_MEMBERS, 'no-bank-transfer'] as const;

const list = {
  tag: 'desk',
  answers: 'The list with its first entries',
  answer: payoutListSchema,
} as const;

/** The calls of members who handle money, as parts of `CALLS`. */
export const CALLS_OF_DESK_MONEY = {
  deskMoney: {
    tag: 'desk',
    summary: 'The money that waits for members',
    answers: 'How much waits in each queue, how many parts it has, and since when',
    answer: deskMoneySchema,
    problems: OF_MEMBERS,
  },
  deskMoneyDeals: {
    tag: 'desk',
    summary: 'The deals of a queue of money, those that wait longest first',
    answers: 'A page of the queue',
    query: deskMoneyDealsQuerySchema,
    answer: deskMoneyDealsSchema,
    problems: OF_MEMBERS,
  },
  previewStatement: {
    tag: 'desk',
    summary: 'See what the lines of a statement of the bank pay. Nothing is changed',
    answers: 'The lines with their deals',
    body: statementBodySchema,
    answer: statementSchema,
    problems: [...OF_BANK, 'unreadable-statement'],
  },
  bookStatement: {
    tag: 'desk',
    summary: 'Book a statement of the bank. The same file again books nothing',
    answers: 'The lines as they were booked',
    body: statementBodySchema,
    answer: statementSchema,
    problems: [...OF_BANK, 'unreadable-statement'],
  },
  bankLines: {
    tag: 'desk',
    summary: 'The lines of statements that no deal has, oldest first',
    answers: 'A page of lines',
    query: bankLinesQuerySchema,
    answer: bankLinesSchema,
    problems: OF_BANK,
  },
  bookBankLine: {
    tag: 'desk',
    summary: 'Book a line to the deal of a reference',
    body: bookBankLineBodySchema,
    answer: sentenceSchema,
    problems: [...OF_BANK, 'unknown-line', 'already-decided', 'unknown-reference', 'own-deal'],
  },
  returnBankLine: {
    tag: 'desk',
    summary: 'Send the money of a line back with the next list',
    body: returnBankLineBodySchema,
    answer: sentenceSchema,
    problems: [...OF_BANK, 'unknown-line', 'already-decided', 'account-unknown'],
  },
  waitingPayouts: {
    tag: 'desk',
    summary: 'The money that leaves with the next list',
    answers: 'A page of it, and the limit of one member',
    query: waitingPayoutsQuerySchema,
    answer: waitingPayoutsSchema,
    problems: OF_BANK,
  },
  proposePayouts: {
    ...list,
    summary: 'Put all money that waits and has an account on a list',
    body: proposePayoutsBodySchema,
    problems: [...OF_BANK, 'nothing-to-pay-out', 'already-decided'],
  },
  payoutLists: {
    tag: 'desk',
    summary: 'The lists of outgoing money, newest first',
    answers: 'A page of lists',
    query: payoutListsQuerySchema,
    answer: payoutListsSchema,
    problems: OF_BANK,
  },
  payoutList: {
    ...list,
    summary: 'A list of outgoing money',
    params: payoutListParamsSchema,
    query: payoutListQuerySchema,
    problems: [...OF_BANK, 'unknown-list'],
  },
  payoutFile: {
    tag: 'desk',
    summary: 'A released list for the bank, as pain.001 or as CSV',
    answers: 'The file',
    params: payoutListParamsSchema,
    query: payoutFileQuerySchema,
    answer: csvSchema,
    problems: [...OF_BANK, 'unknown-list', 'list-unreleased', 'own-deal'],
  },
  decidePayoutList: {
    ...list,
    summary: 'Release the list of another member, or withdraw a proposal',
    body: decidePayoutListBodySchema,
    problems: [...OF_BANK, 'unknown-list', 'already-decided', 'other-member-needed', 'own-deal'],
  },
  reportPayouts: {
    ...list,
    summary: 'Report what the bank has done with the entries of a list',
    body: reportPayoutsBodySchema,
    problems: [...OF_BANK, 'unknown-list', 'already-decided', 'list-unreleased', 'own-deal'],
  },
} as const;
