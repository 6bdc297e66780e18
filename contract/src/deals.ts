import { CARRIERS } from '@perkex/core/deals/carriers.js';
import { DEAL_STATES } from '@perkex/core/deals/deal.js';
import { ACTOR_KINDS, DEAL_EVENTS } from '@perkex/core/deals/deal-event.js';
import { MONEY_LINES } from '@perkex/core/deals/money-lines.js';
import { PARTY_STEPS } from '@perkex/core/deals/party-steps.js';
import * as z from 'zod/mini';
import { CLAIM_PROBLEMS, MAX_REASON_LENGTH } from './deal-reasons.js';
import { line, orderIdField, priceField, requiredLine, uidField } from './fields.js';
import { beforeField, limitFieldUpTo } from './figures.js';

export const DEAL_PARTIES = ['buyer', 'seller'] as const;

/** The states of a payment that has not arrived. */
export const OPEN_PAYMENTS = ['none', 'collecting', 'needs-buyer', 'failed'] as const;

/** `history` has the deals that have ended for both sides. */
export const DEAL_GROUPS = ['in-progress', 'history'] as const;
export type DealGroup = (typeof DEAL_GROUPS)[number];

/** The most deals on a page of `GET /deals`, and the default. */
const MAX_DEALS_PAGE = 100;
export const DEALS_PAGE = 20;

/** A deal in a list. `total` is what the user pays, or gets, in dollars with cents. */
export const dealRowSchema = z.object({
  id: z.string(),
  productId: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  thumbnail: z.string(),
  size: z.string(),
  price: z.int(),
  total: z.number(),
  party: z.enum(DEAL_PARTIES),
  /** The time of the trade. */
  date: z.string(),
  state: z.enum(DEAL_STATES),
  /** The number of events so far. A step names the version that its user has seen. */
  version: z.int(),
  /** When the clock of the state fires; null if none runs. */
  dueAt: z.nullable(z.string()),
  /** True while the buyer disputes the payment at their bank: no payout, refund or parcel to the buyer leaves. */
  isDisputed: z.boolean(),
  /** The steps that the user may take now. */
  steps: z.array(z.enum(PARTY_STEPS)),
});
export type DealRow = z.infer<typeof dealRowSchema>;

/** `before` is the `next` of the previous page. */
export const dealsQuerySchema = z.object({
  party: z.enum(DEAL_PARTIES, `must be ${DEAL_PARTIES.join(' or ')}`),
  group: z._default(z.enum(DEAL_GROUPS, `must be ${DEAL_GROUPS.join(' or ')}`), 'in-progress'),
  before: beforeField,
  limit: limitFieldUpTo(MAX_DEALS_PAGE),
});

export const dealsSchema = z.object({ deals: z.array(dealRowSchema), next: z.nullable(z.string()) });

export const dealParamsSchema = z.object({ id: orderIdField });

/** The address of the page on which the buyer's bank asks for a confirmation. */
export const bankPageSchema = z.object({ address: z.string() });

/** The parcel and the words that a user gave with a step; null for what the step does not have. */
export const stepDetailsSchema = z.object({
  carrier: z.nullable(z.enum(CARRIERS)),
  trackingNumber: z.nullable(z.string()),
  problem: z.nullable(z.enum(CLAIM_PROBLEMS)),
  reason: z.nullable(z.string()),
});
export type StepDetails = z.infer<typeof stepDetailsSchema>;

/** An event of a deal that its user caused, or that concerned them. Its state is the one after it. */
export const timelineEntrySchema = z.object({
  version: z.int(),
  event: z.enum(['trade', ...DEAL_EVENTS]),
  by: z.enum(ACTOR_KINDS),
  state: z.enum(DEAL_STATES),
  date: z.string(),
  /** The details of an own step; null for other events. */
  details: z.nullable(stepDetailsSchema),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/**
 * A deal as one of its users sees it. Nothing in it names the other one, or shows their money. Amounts are in dollars
 * with cents.
 */
export const dealSchema = z.extend(dealRowSchema, {
  styleCode: z.nullable(z.string()),
  colourway: z.nullable(z.string()),
  /** The buyer's payment, in their `unpaid` deal; null otherwise, and for the seller. */
  payment: z.nullable(z.enum(OPEN_PAYMENTS)),
  /** The reason, once `cancelled`. */
  cancellation: z.nullable(z.enum(['payment', 'not-shipped', 'undone', 'by-us'])),
  /** True once the deadline of the state has passed without an event. */
  isOverdue: z.boolean(),
  /** The buyer's deal that has taken over the money of this one, and the one whose money this one has taken over. */
  replacedBy: z.nullable(z.string()),
  replaces: z.nullable(z.string()),
  /** The user's own penalty, if this deal has one. */
  penalty: z.nullable(
    z.object({ state: z.enum(['pending', 'appealed', 'charged', 'waived']), amount: z.number() }),
  ),
  /**
   * The lines of the address to send the pair to: for the seller of a paid deal, and for the buyer whose return is
   * awaited after a claim. Null otherwise, and without `SHIP_TO`.
   */
  shipTo: z.nullable(z.array(z.string())),
  money: z.array(z.object({ kind: z.enum(MONEY_LINES), amount: z.number() })),
  /** Oldest first, beginning with the trade. */
  timeline: z.array(timelineEntrySchema),
});
export type OwnDeal = z.infer<typeof dealSchema>;

/** A parcel as its sender names it. The server checks the form of the number. */
export const parcelFields = {
  carrier: z.enum(CARRIERS, `must be one of ${CARRIERS.join(', ')}`),
  trackingNumber: line(60),
};

const reasonField = requiredLine(MAX_REASON_LENGTH, 'must say why');

/** The steps of buyers and sellers, with what the desk or a parcel needs. */
const dealStepSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.enum([
        'pay',
        'undo',
        'extend',
        'accept-verdict',
        'take-refund',
        'report-arrived',
        'report-missing',
        'confirm',
        'choose-refund',
        'choose-wait',
      ]),
    }),
    /** `price` is that of the lowest ask that the buyer has seen, and the most that they pay for the pair. */
    z.strictObject({ type: z.literal('choose-lowest-ask'), price: priceField }),
    z.strictObject({ type: z.literal('ship'), ...parcelFields }),
    z.strictObject({
      type: z.literal('claim'),
      problem: z.enum(CLAIM_PROBLEMS, `must be one of ${CLAIM_PROBLEMS.join(', ')}`),
      reason: reasonField,
    }),
    z.strictObject({ type: z.enum(['object', 'appeal']), reason: reasonField }),
  ],
  'must be a step of a buyer or seller',
);
export type DealStep = z.infer<typeof dealStepSchema>;

/** `id` is created by the client: the same step again has no second effect. `version` is the one that the user saw. */
export const dealStepBodySchema = z.strictObject({
  uid: uidField,
  deal: orderIdField,
  id: orderIdField,
  version: z.int('must be a version').check(z.gte(0, 'must be a version')),
  step: dealStepSchema,
});
