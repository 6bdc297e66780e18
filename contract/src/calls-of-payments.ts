import {
  bankAccountBodySchema,
  cardBodySchema,
  cardSetupSchema,
  paymentInstructionsParamsSchema,
  paymentInstructionsSchema,
  paymentSetupBodySchema,
  paymentSetupSchema,
  payoutCheckSchema,
  payoutSetupSchema,
} from './payment-setup.js';
import { sentenceSchema } from './sentence.js';

/** The calls for a user's own card and payouts at the payment provider, as parts of `CALLS`. */
export const CALLS_OF_PAYMENTS = {
  paymentSetup: {
    tag: 'payments',
    summary: 'What the session’s user has set up at the payment provider',
    answers: 'The provider, and whether the user can pay and be paid',
    answer: paymentSetupSchema,
    problems: [],
  },
  prepareCard: {
    tag: 'payments',
    summary: 'Start saving a card. The earlier card stays in use until the new one is saved',
    answers: 'Whether the user can pay, and the secret with which the browser saves the card',
    body: cardBodySchema,
    answer: cardSetupSchema,
    problems: ['payments-off', 'provider-unavailable'],
  },
  finishCard: {
    tag: 'payments',
    summary: 'Use the card that the browser has saved at the provider',
    body: paymentSetupBodySchema,
    answer: sentenceSchema,
    problems: ['payments-off', 'card-unfinished', 'provider-unavailable'],
  },
  preparePayouts: {
    tag: 'payments',
    summary: 'Open the account that payouts go to, or see if it is ready',
    answers: 'Whether the user can be paid, and the address of the form that is left to fill in',
    body: paymentSetupBodySchema,
    answer: payoutSetupSchema,
    problems: ['payments-off', 'proof-needed', 'email-unproved', 'provider-unavailable'],
  },
  removePayouts: {
    tag: 'payments',
    summary: 'Remove the account that payouts go to',
    body: paymentSetupBodySchema,
    answer: sentenceSchema,
    problems: ['payments-off', 'proof-needed', 'payout-under-way'],
  },
  checkPayouts: {
    tag: 'payments',
    summary: 'Ask the provider if the account that payouts go to is ready',
    answers: 'Whether the user can be paid',
    answer: payoutCheckSchema,
    problems: ['payments-off', 'provider-unavailable'],
  },
  saveBankAccount: {
    tag: 'payments',
    summary: 'Set the account that payouts by bank transfer go to',
    answers: 'A sentence',
    body: bankAccountBodySchema,
    answer: sentenceSchema,
    problems: ['payments-off', 'proof-needed', 'invalid-bank-account'],
  },
  paymentInstructions: {
    tag: 'payments',
    summary: 'Where and how the buyer of an unpaid deal pays by bank transfer',
    answers: 'The account of the market, the reference to name, and the amount',
    params: paymentInstructionsParamsSchema,
    answer: paymentInstructionsSchema,
    problems: ['unknown-deal', 'payments-off', 'nothing-to-pay'],
  },
} as const;
