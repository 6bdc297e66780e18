import * as z from 'zod/mini';
import { orderIdField, sizeField } from './fields.js';
import { lastSaleSchema } from './products.js';

/** The range of a history: some months, a year, or back to the first sale. */
const HISTORY_RANGES = ['1M', '3M', '6M', '1Y', 'ALL'] as const;

export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** The most sales on a page of `GET /{id}/sales`, and the default. */
export const MAX_SALES_A_PAGE = 500;
export const SALES_A_PAGE = 100;

/** Empty text means none. */
const none = z.literal('');

/** The number of rows on a page, as a query gives it. */
export function limitFieldUpTo(max: number) {
  const isLimit = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max;
  const message = `must be a whole number from 1 to ${max}`;
  const limit = z.string().check(z.refine(isLimit, message));
  return z.optional(z.union([none, limit], message));
}

export const beforeField = z.optional(z.union([none, orderIdField], 'must be a UUID'));

export const rangeField = z._default(
  z.enum(HISTORY_RANGES, `must be one of ${HISTORY_RANGES.join(', ')}`),
  'ALL',
);

/** Restricts to one size; without it, covers all sizes of the product. */
export const sizeQuerySchema = z.object({
  size: z.optional(z.union([none, sizeField], 'must name a size')),
});

export const productHistoryQuerySchema = z.extend(sizeQuerySchema, { range: rangeField });

/** `before` is the `next` of the previous page. */
export const productSalesQuerySchema = z.extend(sizeQuerySchema, {
  before: beforeField,
  limit: limitFieldUpTo(MAX_SALES_A_PAGE),
});

/**
 * The sales of one day, week (starting on Monday) or month, in whole dollars; `start` is its first day, YYYY-MM-DD in
 * UTC.
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

/** Oldest first, without the days, weeks or months in which nothing was sold. */
export const productHistorySchema = z.array(historyBucketSchema);

/** The most odd sales that a history lists. */
export const SHOWN_ODD_SALES = 50;

/** The sales in a range of the history that count for no figure, newest first. */
export const productOddSalesSchema = z.array(lastSaleSchema);

/** A page of sales, newest first; `next` is the `before` of the following page, null at the end. */
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
 * Figures from the sales and the book, in whole dollars and percent with one decimal; null where there is no data. They
 * cover the last 365 days unless the name says otherwise; docs/market-figures.md defines each.
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
