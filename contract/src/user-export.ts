import { DEAL_STATES } from '@perkex/core/deals/deal.js';
import { ACTOR_KINDS } from '@perkex/core/deals/deal-event.js';
import { ORDER_CALLS, ORDER_REFUSALS, ORDER_STATUSES } from '@perkex/core/order-book/order.js';
import { BLOCK_REASONS } from '@perkex/core/users/blocks.js';
import * as z from 'zod/mini';
import { ACCOUNT_EVENTS, SIGN_IN_PROOFS } from './account-events.js';
import { agentCallSchema } from './agent-calls.js';
import { stepDetailsSchema } from './deals.js';
import { savedFilterSchema } from './desk-members.js';
import { userLimitsSchema } from './desk-users.js';
import { userEventSchema } from './events.js';
import { keySchema } from './keys.js';
import { membershipSchema } from './membership.js';
import { notificationSchema, notificationSettingsSchema } from './notifications.js';
import { bankAccountSchema } from './payment-setup.js';
import { exportedPriceRuleSchema } from './price-rules.js';
import { sizePreferenceSchema } from './size-preference.js';
import { userDataSchema } from './user-data.js';
import { exportedVacationSchema } from './vacation.js';
import { exportedWebhookSchema } from './webhooks.js';

/** The identity service's data about a user: no password, code or secret, nor anything derived from one. */
export const accountExportSchema = z.object({
  name: z.string(),
  email: z.string(),
  isEmailProved: z.boolean(),
  since: z.string(),
  logins: z.array(z.object({ provider: z.string(), name: z.nullable(z.string()), since: z.string() })),
  factors: z.object({
    app: z.boolean(),
    /** The end of the number. */
    phone: z.nullable(z.string()),
    /** The number of codes left. */
    recoveryCodes: z.int(),
  }),
  sessions: z.array(z.object({ startedAt: z.string(), userAgent: z.string(), address: z.string() })),
  /** The events of the account, newest first; `proofs` are those of a login. */
  events: z.array(
    z.object({
      kind: z.enum(ACCOUNT_EVENTS),
      proofs: z.array(z.enum(SIGN_IN_PROOFS)),
      at: z.string(),
      userAgent: z.string(),
      address: z.string(),
    }),
  ),
});

export type AccountExport = z.infer<typeof accountExportSchema>;

/** An order that a book has processed. Prices are whole dollars. */
export const exportedOrderSchema = z.object({
  id: z.string(),
  productId: z.int(),
  name: z.string(),
  size: z.string(),
  call: z.enum(ORDER_CALLS),
  price: z.int(),
  status: z.enum([...ORDER_STATUSES, 'refused']),
  refusal: z.nullable(z.enum(ORDER_REFUSALS)),
  /** When it was accepted or refused. */
  at: z.string(),
  /** When it was traded or cancelled. */
  closedAt: z.nullable(z.string()),
  /** The end of its lifetime; null if it has none. */
  expiresAt: z.nullable(z.string()),
  /** The id of its bid over several sizes; null for a single order, and for a refused one. */
  group: z.nullable(z.string()),
  /** True if it is placed again if its buyer does not pay; null for a bid, and for a refused order. */
  relist: z.nullable(z.boolean()),
});

export type ExportedOrder = z.infer<typeof exportedOrderSchema>;

/**
 * A sale or purchase; `id` is that of the user's order. Fees and the total, received or paid, are in dollars with
 * cents.
 */
export const exportedTradeSchema = z.object({
  id: z.string(),
  productId: z.int(),
  name: z.string(),
  size: z.string(),
  price: z.int(),
  fees: z.number(),
  total: z.number(),
  date: z.string(),
});

export type ExportedTrade = z.infer<typeof exportedTradeSchema>;

/** An entry of a watchlist; `size` is null for all sizes, `alert` is the price in whole dollars, null for none. */
export const exportedWatchSchema = z.object({
  productId: z.int(),
  name: z.string(),
  size: z.nullable(z.string()),
  alert: z.nullable(z.int()),
  since: z.string(),
});

/** A pair that the user added to their collection; `leftOn` is null while they own it. */
export const exportedPairSchema = z.object({
  id: z.string(),
  productId: z.int(),
  name: z.string(),
  size: z.string(),
  price: z.int(),
  date: z.string(),
  leftOn: z.nullable(z.string()),
});

/** A purchase removed from the buyer's collection; `leftOn` is null if it was never to be in it. */
export const exportedLeavingSchema = z.object({ trade: z.string(), leftOn: z.nullable(z.string()) });

/** The deal of a trade and its events; `by` is the kind of actor, `details` what the user gave with an own step. */
const exportedDealSchema = z.object({
  id: z.string(),
  productId: z.int(),
  name: z.string(),
  size: z.string(),
  party: z.enum(['buyer', 'seller']),
  state: z.enum(DEAL_STATES),
  events: z.array(
    z.object({
      event: z.string(),
      by: z.enum(ACTOR_KINDS),
      at: z.string(),
      details: z.nullable(stepDetailsSchema),
    }),
  ),
});

/** A picture of a claim, as a data: URL; null if its file is missing. */
const exportedClaimPhotoSchema = z.object({
  deal: z.string(),
  at: z.string(),
  image: z.nullable(z.string()),
});

export type ExportedClaimPhoto = z.infer<typeof exportedClaimPhotoSchema>;

export type ExportedDeal = z.infer<typeof exportedDealSchema>;

/**
 * The user's references at a payment provider, which has their cards and bank accounts; null for what is not set up.
 */
const exportedPaymentAccountSchema = z.object({
  provider: z.string(),
  customer: z.nullable(z.string()),
  method: z.nullable(z.string()),
  payouts: z.nullable(z.string()),
});

/** Everything that PerkeX stores about a user (`GET /export`). */
export const userExportSchema = z.object({
  exportedAt: z.string(),
  uid: z.string(),
  /** Null where another service manages the accounts. */
  account: z.nullable(accountExportSchema),
  shipping: userDataSchema.shape.shipping,
  payout: userDataSchema.shape.payout,
  payment: userDataSchema.shape.payment,
  paymentAccounts: z.array(exportedPaymentAccountSchema),
  /** The user as a member of the market; null if they never had a role. Their role is null once it is revoked. */
  member: z.nullable(membershipSchema),
  /** The filters of the desk's lists that the member has named. */
  filters: z.array(z.pick(savedFilterSchema, { list: true, name: true, query: true })),
  /** Why the user places no orders; null if they may. */
  block: z.nullable(z.object({ reason: z.enum(BLOCK_REASONS), at: z.string() })),
  limits: z.nullable(userLimitsSchema),
  /** The notes of members about the user. */
  notes: z.array(z.object({ text: z.string(), at: z.string() })),
  /** The API keys, without their texts. */
  keys: z.array(keySchema),
  /** The calls of agents with these or revoked keys, newest first. */
  agentCalls: z.array(agentCallSchema),
  /** The webhooks and their deliveries, without their secrets. */
  webhooks: z.array(exportedWebhookSchema),
  /** The account for payouts by bank transfer; null without one. */
  bankAccount: z.nullable(bankAccountSchema),
  sizes: sizePreferenceSchema,
  noticeMails: notificationSettingsSchema.shape.kinds,
  watches: z.array(exportedWatchSchema),
  pairs: z.array(exportedPairSchema),
  leftPurchases: z.array(exportedLeavingSchema),
  /** The asks that the user has paused; null without a vacation. */
  vacation: z.nullable(exportedVacationSchema),
  /** The rules that keep asks the lowest. */
  priceRules: z.array(exportedPriceRuleSchema),
  orders: z.array(exportedOrderSchema),
  sales: z.array(exportedTradeSchema),
  purchases: z.array(exportedTradeSchema),
  deals: z.array(exportedDealSchema),
  /** The pictures that the user has added to claims. */
  claimPhotos: z.array(exportedClaimPhotoSchema),
  notices: z.array(notificationSchema),
  /** The drop copy, oldest first; empty unless it has begun. */
  events: z.array(userEventSchema),
});

export type UserExport = z.infer<typeof userExportSchema>;
