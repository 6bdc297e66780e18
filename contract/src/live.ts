import { ORDER_STATUSES, SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { sizeField } from './fields.js';
import { levelSchema } from './figures.js';
import { WATCHED_PRODUCTS } from './live-limits.js';
import type { FeedSale } from './market.js';

const productIdField = z.string().check(z.regex(/^\d{1,10}$/, 'must be the id of a product'));

/** One product or several: a parameter that may be repeated. */
export const watchedProductsField = z.union(
  [productIdField, z.array(productIdField).check(z.maxLength(WATCHED_PRODUCTS))],
  `must name one to ${WATCHED_PRODUCTS} products`,
);

/** `product` may be repeated; with `size`, exactly one is required, and its price levels are streamed too. */
export const liveQuerySchema = z
  .object({
    product: z.optional(watchedProductsField),
    size: z.optional(sizeField),
  })
  .check(
    z.refine(({ product, size }) => size === undefined || typeof product === 'string', {
      message: 'must come with exactly one product',
      path: ['size'],
    }),
  );

const openCountField = z.int().check(z.nonnegative());
/** Whole dollars, 0 for none. */
const bestPriceField = z.int().check(z.nonnegative());

/** The state of a book. The higher `seq` is the newer state. `asks` and `bids` count open orders. */
const liveBookSchema = z.object({
  product: z.int(),
  size: z.string(),
  seq: z.int(),
  lowestAsk: bestPriceField,
  highestBid: bestPriceField,
  asks: openCountField,
  bids: openCountField,
});

export type LiveBook = z.infer<typeof liveBookSchema>;

/** A trade, as in the trade feed, not yet checked for oddness. */
export type LiveSale = FeedSale;

/** A streamed sale that has since been judged odd: it counts for no figure. */
const liveOddSchema = z.object({ id: z.string(), product: z.int(), size: z.string() });

export type LiveOdd = z.infer<typeof liveOddSchema>;

/** A trade that is no longer a sale: it was undone, or not paid. */
const liveVoidSchema = z.object({ id: z.string(), product: z.int(), size: z.string() });

export type LiveVoid = z.infer<typeof liveVoidSchema>;

/** The best price levels of each side of a watched book, best first. */
const liveLevelsSchema = z.object({
  product: z.int(),
  size: z.string(),
  asks: z.array(levelSchema),
  bids: z.array(levelSchema),
});

export type LiveLevels = z.infer<typeof liveLevelsSchema>;

/** A change of an own order. Orders of one book and moment may be combined. */
const liveOrderSchema = z.object({
  product: z.int(),
  size: z.string(),
  side: z.enum(SIDES),
  status: z.enum(ORDER_STATUSES),
});

export type LiveOrder = z.infer<typeof liveOrderSchema>;

/** An own sale (side `ask`) or purchase (side `bid`). */
const liveTradeSchema = z.object({
  id: z.string(),
  product: z.int(),
  name: z.string(),
  size: z.string(),
  side: z.enum(SIDES),
  price: z.int(),
  date: z.string(),
});

export type LiveTrade = z.infer<typeof liveTradeSchema>;

/** Sent when notifications arrive or are read: the current number of unread ones. */
const liveNotificationSchema = z.object({ unread: z.int() });

export type LiveNotification = z.infer<typeof liveNotificationSchema>;

/** A stream of these events, as text/event-stream. */
export const eventStreamSchema = z.string();
