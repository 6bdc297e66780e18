import { SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { sizeField } from './fields.js';
import { watchedProductsField } from './live.js';

/** How long ago the last event may have been after which a stream resumes. */
export const FEED_RESUME_MINUTES = 30;

/**
 * `after` is the id of the last event that was read, for clients that cannot send `Last-Event-ID`. Its length grows
 * with the number of servers, so it has no maximum. If it is unknown, the stream begins with a snapshot.
 */
export const bookFeedQuerySchema = z.object({
  product: z.optional(watchedProductsField),
  after: z.optional(z.string().check(z.regex(/^[\w-]+$/, 'must be the id of an event'))),
});

/** Why a stream begins with a snapshot. */
const RESET_REASONS = ['begin', 'too-old', 'too-slow', 'missed'] as const;
export type ResetReason = (typeof RESET_REASONS)[number];

/** Forget all books. A snapshot follows. */
export const resetEventSchema = z.object({ type: z.literal('reset'), reason: z.enum(RESET_REASONS) });

/** A change of one book. Each has the number after the one before. */
const bookChange = { product: z.int(), size: sizeField, seq: z.int() };
/** The number of an order in its book, which is that of the change that added it. */
const orderNumber = z.int();
/** Whole dollars. */
const price = z.int();
const restingOrder = z.tuple([orderNumber, price]);

/** All open orders of a book after the change `seq`, best first: number and price of each. */
export const bookEventSchema = z.object({
  type: z.literal('book'),
  ...bookChange,
  asks: z.array(restingOrder),
  bids: z.array(restingOrder),
});

/** All books have been sent. One that was not has no open order. */
export const readyEventSchema = z.object({ type: z.literal('ready') });

/** An order joins the book, behind the others of its price. Its number is `seq`. */
export const addEventSchema = z.object({ type: z.literal('add'), ...bookChange, side: z.enum(SIDES), price });

/** An arriving order takes an open one, which leaves the book. */
export const takeEventSchema = z.object({
  type: z.literal('trade'),
  ...bookChange,
  order: orderNumber,
  /** The side of the order that leaves. */
  side: z.enum(SIDES),
  price,
  /** The id of the sale, as in the list of sales. */
  sale: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});

/** An open order leaves the book without a trade. */
export const cancelEventSchema = z.object({
  type: z.literal('cancel'),
  ...bookChange,
  order: orderNumber,
  side: z.enum(SIDES),
});

/** Nothing has changed. Its id is newer. */
export const heartbeatEventSchema = z.object({ type: z.literal('heartbeat') });

export const bookFeedEventSchema = z.discriminatedUnion('type', [
  resetEventSchema,
  bookEventSchema,
  readyEventSchema,
  addEventSchema,
  takeEventSchema,
  cancelEventSchema,
  heartbeatEventSchema,
]);
export type BookFeedEvent = z.infer<typeof bookFeedEventSchema>;
export type BookEvent = z.infer<typeof bookEventSchema>;
export type BookUpdate = Extract<BookFeedEvent, { readonly type: 'add' | 'trade' | 'cancel' }>;
