import * as z from 'zod/mini';
import { beforeField, limitFieldUpTo, rangeField } from './figures.js';

/** The periods of the market's lists, up to now. */
export const MARKET_PERIODS = ['24h', '7d', '30d'] as const;

export type MarketPeriod = (typeof MARKET_PERIODS)[number];

/** The most products in each list of the market. */
export const MARKET_LIST_LENGTH = 10;

export const marketQuerySchema = z.object({
  period: z._default(z.enum(MARKET_PERIODS, `must be one of ${MARKET_PERIODS.join(', ')}`), '24h'),
});

/** A product in a list of the market: prices in whole dollars, the rest in percent with one decimal; null for none. */
export const marketRowSchema = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  /** The price of the newest sale. */
  last: z.nullable(z.int()),
  /** The sales of the period against the average price of each size in the days before. */
  change: z.nullable(z.number()),
  /** The number of sales in the period. */
  sales: z.int(),
  premium: z.nullable(z.number()),
  /** The narrowest spread of its sizes. */
  spread: z.nullable(z.number()),
  /** The daily average prices of the last 30 days, oldest first, starting at the first day with a price. */
  sparkline: z.array(z.int()),
});

export type MarketRow = z.infer<typeof marketRowSchema>;

/** Each list is sorted best first. */
export const marketSchema = z.object({
  mostSold: z.array(marketRowSchema),
  largestRise: z.array(marketRowSchema),
  largestFall: z.array(marketRowSchema),
  largestPremium: z.array(marketRowSchema),
  narrowestSpread: z.array(marketRowSchema),
});

export type Market = z.infer<typeof marketSchema>;

/** The most sales on a page of the trade feed, and the default. */
const MAX_TRADE_FEED_SALES_A_PAGE = 100;
export const TRADE_FEED_SALES_A_PAGE = 50;

/** `before` is the `next` of the previous page. */
export const tradeFeedQuerySchema = z.object({
  before: beforeField,
  limit: limitFieldUpTo(MAX_TRADE_FEED_SALES_A_PAGE),
});

/** A sale of any product; `change` is in percent, against the previous sale in that size that counts. */
export const tradeFeedSaleSchema = z.object({
  id: z.string(),
  product: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  /** Null where unknown. */
  brand: z.nullable(z.string()),
  size: z.string(),
  price: z.int(),
  change: z.nullable(z.number()),
  /** True if it counts for no figure: its price is far off, or the same two accounts trade again. */
  isOdd: z.boolean(),
  date: z.string(),
});

export type FeedSale = z.infer<typeof tradeFeedSaleSchema>;

/** A page of the sales of all products, newest first; `next` is the `before` of the following page, null at the end. */
export const tradeFeedSchema = z.object({
  sales: z.array(tradeFeedSaleSchema),
  next: z.nullable(z.string()),
});

export type TradeFeed = z.infer<typeof tradeFeedSchema>;

export const marketIndexQuerySchema = z.object({ range: rangeField });

/**
 * The PX50 (docs/market-figures.md). `value` is the newest value, `change` its difference from the day before in
 * percent. A point is the value at the end of a day, week or month; `start` is its first day, YYYY-MM-DD in UTC.
 */
export const marketIndexSchema = z.object({
  value: z.nullable(z.number()),
  change: z.nullable(z.number()),
  /** The newest day that is over, once the index has begun; it has a page (`GET /market/days/{day}`). */
  lastClose: z.nullable(z.string()),
  points: z.array(z.object({ start: z.string(), value: z.number() })),
});

export type MarketIndex = z.infer<typeof marketIndexSchema>;
