import { isDay } from '@perkex/core/figures/days.js';
import * as z from 'zod/mini';

export const marketDayParamsSchema = z.object({
  day: z.string().check(z.refine(isDay, 'must be a day, YYYY-MM-DD')),
});

/** The number of products in each list of a day. */
export const MARKET_DAY_LIST_LENGTH = 5;

const namedSchema = z.object({ id: z.int(), name: z.string(), thumbnail: z.string() });
const soldSchema = z.extend(namedSchema, { sales: z.int() });
/** `change` is in per cent, with one decimal. */
export const movedProductSchema = z.extend(namedSchema, { sales: z.int(), change: z.number() });
/** The new price, and the last highest or lowest one. */
export const recordPriceSchema = z.extend(namedSchema, { price: z.int(), before: z.int() });

/** The close of a day of the market (docs/market-figures.md). Prices are whole dollars. */
export const marketDaySchema = z.object({
  day: z.string(),
  /** The days with a close before and after it; null for none. */
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
  /** True sentences about the day, at least one. */
  sentences: z.array(z.string()),
  sales: z.int(),
  products: z.int(),
  turnover: z.int(),
  /** The PX50, with two decimals; null on a day on which it has no value of its own. */
  index: z.nullable(
    z.object({
      value: z.number(),
      change: z.nullable(z.number()),
      record: z.nullable(z.enum(['highest', 'lowest'])),
    }),
  ),
  dearest: z.nullable(z.extend(namedSchema, { price: z.int() })),
  mostSold: z.array(soldSchema),
  rises: z.array(movedProductSchema),
  falls: z.array(movedProductSchema),
  highs: z.array(recordPriceSchema),
  lows: z.array(recordPriceSchema),
});

export type MarketDay = z.infer<typeof marketDaySchema>;
