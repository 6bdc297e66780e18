import { csvSchema } from './csv.js';
import {
  bankPageSchema,
  dealParamsSchema,
  dealSchema,
  dealStepBodySchema,
  dealsQuerySchema,
  dealsSchema,
} from './deals.js';
import { debtSchema, moneyQuerySchema, moneySchema } from './money.js';
import { paymentSetupBodySchema } from './payment-setup.js';

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
  bankPage: {
    tag: 'deals',
    summary: 'The page of the bank that wants the buyer to confirm the payment of a deal',
    answers: 'The address of the page. From there, the buyer returns to the page of the deal',
    params: dealParamsSchema,
    answer: bankPageSchema,
    problems: ['unknown-deal', 'nothing-to-confirm', 'payments-off', 'provider-unavailable'],
  },
  takeDealStep: {
    tag: 'deals',
    summary: 'Take a step of a deal; the same again has no second effect',
    answers: 'The deal after the step',
    body: dealStepBodySchema,
    answer: dealSchema,
    problems: [
      'unknown-deal',
      'step-refused',
      'missing-scope',
      'id-reused',
      'invalid-tracking-number',
      'invalid-price',
    ],
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
  debt: {
    tag: 'deals',
    summary: 'What the session’s user owes across all their deals, and their payment of it',
    answers: 'The debt, and how far its payment is',
    answer: debtSchema,
    problems: [],
  },
  payDebt: {
    tag: 'deals',
    summary: 'Pay all that the session’s user owes; nothing more happens while a payment is being collected',
    answers: 'The debt with its payment. By bank transfer, with the instructions',
    body: paymentSetupBodySchema,
    answer: debtSchema,
    problems: ['payments-off', 'provider-unavailable', 'payment-missing', 'nothing-to-pay'],
  },
  debtBankPage: {
    tag: 'deals',
    summary: 'The page of the bank that wants the user to confirm the payment of what they owe',
    answers: 'The address of the page. From there, the user returns to My money',
    answer: bankPageSchema,
    problems: ['nothing-to-confirm', 'payments-off', 'provider-unavailable'],
  },
} as const;
