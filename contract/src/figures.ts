import * as z from 'zod/mini';
import { orderIdField, sizeField } from './fields.js';
import { lastSaleSchema } from './products.js';

/** How far back a history goes: months, a year, or to the first sale. */
const HISTORY_RANGES = ['1M', '3M', '6M', '1Y', 'ALL'] as const;

export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** How many sales a page of `GET /{id}/sales` has at most, and when nobody says. */
export const MOST_SALES_A_PAGE = 500;
export const SALES_A_PAGE = 100;

/** An empty text is none. */
const none = z.literal('');

/** How many rows a page has, as a query says it. */
export function limitFieldUpTo(most: number) {
  const isLimit = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= most;
  const message = `must be a whole number from 1 to ${most}`;
  const limit = z.string().check(z.refine(isLimit, message));
  return z.optional(z.union([none, limit], message));
}

export const beforeField = z.optional(z.union([none, orderIdField], 'must be a UUID'));

export const rangeField = z._default(
  z.enum(HISTORY_RANGES, `must be one of ${HISTORY_RANGES.join(', ')}`),
  'ALL',
);

/** Of one size, or without it of all sizes of the product. */
export const sizeQuerySchema = z.object({
  size: z.optional(z.union([none, sizeField], 'must name a size')),
});

export const productHistoryQuerySchema = z.extend(sizeQuerySchema, { range: rangeField });

/** `before` is the `next` of the page before. */
export const productSalesQuerySchema = z.extend(sizeQuerySchema, {
  before: beforeField,
  limit: limitFieldUpTo(MOST_SALES_A_PAGE),
});

/**
 * The sales of one day, week (from Monday on) or month, in whole dollars; `start` is its first day, YYYY-MM-DD in UTC.
 */
export const historyBucketSchema = z.object({
  start: z.string(),
  open: z.int(),
  high: z.int(),
  low: z.int(),
  close: z.int(),
  average: z.int(),
  sales: z.int(),
});

export type HistoryBucket = z.infer<typeof historyBucketSchema>;

/** Oldest first; without the days, weeks or months in which nothing was sold. */
export const productHistorySchema = z.array(historyBucketSchema);

/** How many odd sales a history shows beside it at most. */
export const SHOWN_ODD_SALES = 50;

/** The sales of a range of the history that count for no figure, newest first. */
export const productOddSalesSchema = z.array(lastSaleSchema);

/** A page of sales, newest first; `next` is the `before` of the page after it, null at the end. */
export const productSalesSchema = z.object({
  sales: z.array(lastSaleSchema),
  next: z.nullable(z.string()),
});

export type ProductSales = z.infer<typeof productSalesSchema>;

export const levelSchema = z.object({ price: z.int(), quantity: z.int() });

export type Level = z.infer<typeof levelSchema>;

/** The open orders by price level, the best level of each side first. */
export const productBookSchema = z.object({ asks: z.array(levelSchema), bids: z.array(levelSchema) });

export type ProductBook = z.infer<typeof productBookSchema>;

/**
 * What the sales and the book say, in whole dollars and per cent with one decimal; null where they say nothing. Of the
 * last 365 days unless the name says otherwise; docs/market-figures.md defines each.
 */
export const productFiguresSchema = z.object({
  lastSale: z.nullable(z.int()),
  change: z.nullable(z.int()),
  changePercent: z.nullable(z.number()),
  high52: z.nullable(z.int()),
  low52: z.nullable(z.int()),
  average: z.nullable(z.int()),
  volatility: z.nullable(z.number()),
  typicalLow: z.nullable(z.int()),
  typicalHigh: z.nullable(z.int()),
  premium: z.nullable(z.number()),
  sales72h: z.int(),
  sales365d: z.int(),
  turnover: z.int(),
  spread: z.nullable(z.number()),
  openAsks: z.int(),
  openBids: z.int(),
});

export type ProductFigures = z.infer<typeof productFiguresSchema>;
