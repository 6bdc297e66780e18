import { MONEY_PLACES, OWN_MONEY_KINDS } from '@perkex/core/deals/own-money.js';
import * as z from 'zod/mini';
import { dealRowSchema } from './deals.js';
import { limitFieldUpTo } from './figures.js';
import { paymentInstructionsSchema } from './payment-setup.js';

/** The most lines on a page of `GET /money`, and the default. */
const MAX_MONEY_PAGE = 100;
export const MONEY_PAGE = 50;

const POSITION = /^\d{1,13}\.[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.[a-z-]{1,20}$/;

/** `before` is the `next` of the previous page. */
export const moneyQuerySchema = z.object({
  place: z.optional(z.enum(MONEY_PLACES, `must be one of ${MONEY_PLACES.join(', ')}`)),
  before: z.optional(
    z.union([z.literal(''), z.string().check(z.regex(POSITION))], 'must be the next of a page'),
  ),
  limit: limitFieldUpTo(MAX_MONEY_PAGE),
});

/** A part of a user's money by kind, in dollars with cents. */
export const moneySumSchema = z.object({ kind: z.enum(OWN_MONEY_KINDS), amount: z.number() });

/** A part of the user's money in one deal. `date` is the time of the step that changed it last. */
export const moneyLineSchema = z.extend(moneySumSchema, { date: z.string(), deal: dealRowSchema });
export type MoneyLine = z.infer<typeof moneyLineSchema>;

/**
 * A user's money in all their deals, in dollars with cents. Lines do not overlap, and sums that are 0 are left out.
 * `settled` and `debt-paid` count against what the user owes.
 */
export const moneySchema = z.object({
  sums: z.array(moneySumSchema),
  lines: z.array(moneyLineSchema),
  next: z.nullable(z.string()),
});
export type OwnMoneyAnswer = z.infer<typeof moneySchema>;

/** The progress of a payment of debts. `declined`: the last one has failed. */
const DEBT_PAYMENTS = ['none', 'collecting', 'needs-buyer', 'declined'] as const;

/** The debt of a user across all their deals, in dollars with cents, and their payment of it. */
export const debtSchema = z.object({
  amount: z.number(),
  /** The amount that is being paid; 0 without a payment that has not ended. */
  paying: z.number(),
  payment: z.enum(DEBT_PAYMENTS),
  /** True if the user has to save a card before they can pay. */
  needsCard: z.boolean(),
  /** By bank transfer, once the payment has begun. */
  transfer: z.nullable(paymentInstructionsSchema),
});
export type DebtAnswer = z.infer<typeof debtSchema>;
