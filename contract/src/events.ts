import { DEAL_STATES } from '@perkex/core/deals/deal.js';
import { ACTOR_KINDS, DEAL_EVENTS } from '@perkex/core/deals/deal-event.js';
import { MONEY_PLACES, OWN_MONEY_KINDS } from '@perkex/core/deals/own-money.js';
import { CANCELLATION_REASONS, ORDER_STATUSES, SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { DEAL_PARTIES } from './deals.js';
import { limitFieldUpTo } from './figures.js';

/** How long an event can be read. */
export const EVENT_DAYS = 90;
export const MAX_EVENTS_PAGE = 500;
export const EVENTS_PAGE = 100;

const numbered = {
  /** From 1, without gaps. */
  number: z.int(),
  /** ISO 8601, UTC. */
  at: z.string(),
};

const bookSide = { productId: z.int(), size: z.string(), side: z.enum(SIDES) };

/** A change of an order: accepted, and open or traded at once; traded later; cancelled. */
export const orderEventSchema = z.object({
  ...numbered,
  kind: z.literal('order'),
  /** The id that its user has given it. */
  order: z.string(),
  ...bookSide,
  /** Its limit in whole dollars. */
  price: z.int(),
  status: z.enum(ORDER_STATUSES),
  /** Why it was cancelled; null for other changes. */
  reason: z.nullable(z.enum(CANCELLATION_REASONS)),
  /** The id of the bid over several sizes that it is part of; absent if it is none. */
  group: z.optional(z.string()),
});

/** A sale (`ask`) or purchase (`bid`) of the user. */
export const tradeEventSchema = z.object({
  ...numbered,
  kind: z.literal('trade'),
  /** The id of the trade, and of its deal. */
  trade: z.string(),
  ...bookSide,
  /** In whole dollars. */
  price: z.int(),
});

/** A step of a deal that the user took, or that concerns them. */
export const dealEventSchema = z.object({
  ...numbered,
  kind: z.literal('deal'),
  deal: z.string(),
  party: z.enum(DEAL_PARTIES),
  event: z.enum(DEAL_EVENTS),
  by: z.enum(ACTOR_KINDS),
  /** The state and the version after the step. */
  state: z.enum(DEAL_STATES),
  version: z.int(),
});

/** A change of the user's money in a deal. */
export const moneyEventSchema = z.object({
  ...numbered,
  kind: z.literal('money'),
  deal: z.string(),
  line: z.enum(OWN_MONEY_KINDS),
  place: z.enum(MONEY_PLACES),
  /** The amount after the change, and its change, in dollars with cents. */
  amount: z.number(),
  change: z.number(),
});

export const userEventSchema = z.discriminatedUnion('kind', [
  orderEventSchema,
  tradeEventSchema,
  dealEventSchema,
  moneyEventSchema,
]);
export type UserEvent = z.infer<typeof userEventSchema>;

const MAX_NUMBER_DIGITS = 15;

/** `after` is the number of the last event that was read, 0 for none. Without it, the oldest event is the first. */
export const eventsQuerySchema = z.object({
  after: z.optional(
    z.string().check(z.regex(new RegExp(`^\\d{1,${MAX_NUMBER_DIGITS}}$`), 'must be the number of an event')),
  ),
  limit: limitFieldUpTo(MAX_EVENTS_PAGE),
});

/** The events after a number, the oldest first; `last` is the number of the newest event of all. */
export const eventsSchema = z.object({ events: z.array(userEventSchema), last: z.int() });
