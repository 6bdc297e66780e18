import { csvSchema } from './csv.js';
import { dealParamsSchema, dealSchema, dealStepBodySchema, dealsQuerySchema, dealsSchema } from './deals.js';
import { moneyQuerySchema, moneySchema } from './money.js';

/** The calls for the deals of a user, as parts of `CALLS`. They exist once deals have started. */
export const CALLS_OF_DEALS = {
  deals: {
    tag: 'deals',
    summary: 'Deals of the session’s user as buyer or as seller, newest first, page by page',
    answers: 'A page of deals, newest first',
    query: dealsQuerySchema,
    answer: dealsSchema,
    problems: [],
  },
  deal: {
    tag: 'deals',
    summary: 'One deal of the session’s user',
    answers:
      'The deal as this user may see it: its timeline, its deadline, their money, the steps they may take',
    params: dealParamsSchema,
    answer: dealSchema,
    problems: ['unknown-deal'],
  },
  takeDealStep: {
    tag: 'deals',
    summary: 'Take a step of a deal; the same again has no second effect',
    answers: 'The deal after the step',
    body: dealStepBodySchema,
    answer: dealSchema,
    problems: ['unknown-deal', 'step-refused', 'id-reused', 'invalid-tracking-number'],
  },
  money: {
    tag: 'deals',
    summary: 'The money of the session’s user in all their deals: where it is, newest first, page by page',
    answers: 'The sums of each kind, and a page of lines, newest first',
    query: moneyQuerySchema,
    answer: moneySchema,
    problems: [],
  },
  exportMoney: {
    tag: 'deals',
    summary: 'All lines of the money of the session’s user, newest first, as a table',
    answers: 'A line for each kind of money in each deal',
    answer: csvSchema,
    problems: [],
  },
} as const;
