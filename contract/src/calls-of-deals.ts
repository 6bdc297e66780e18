import { dealParamsSchema, dealSchema, dealStepBodySchema, dealsQuerySchema, dealsSchema } from './deals.js';

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
} as const;
