import { EARLIEST_DAY } from '@perkex/core/collection/pairs.js';
import { isDay } from '@perkex/core/figures/days.js';
import * as z from 'zod/mini';
import { orderIdField, priceField, sizeField, uidField } from './fields.js';
import { rangeField } from './figures.js';
import { productIdField } from './watching.js';

/** The most pairs that a user may enter, and the most recent purchases here that a collection includes. */
export const MAX_ENTERED_PAIRS = 500;
export const MAX_BOUGHT_PAIRS = 500;

/** A day, YYYY-MM-DD. The server's clock decides whether it is in the future. */
const dayField = z
  .string('must be a day, YYYY-MM-DD')
  .check(
    z.refine(
      (text) => isDay(text) && text >= EARLIEST_DAY,
      `must be a day, YYYY-MM-DD, from ${EARLIEST_DAY} on`,
    ),
  );

/** A pair of a collection. Prices are whole dollars. */
export const collectionPairSchema = z.object({
  id: z.string(),
  /** True if the pair was bought here. */
  isBought: z.boolean(),
  productId: z.int(),
  name: z.string(),
  /** Null where unknown. */
  brand: z.nullable(z.string()),
  thumbnail: z.string(),
  size: z.string(),
  /** The purchase price without fees, and the day of the purchase in UTC. */
  price: z.int(),
  date: z.string(),
  /** The current valuation and its basis; null with neither a recent sale nor a bid. */
  worth: z.nullable(z.int()),
  by: z.nullable(z.enum(['sale', 'bid'])),
  gain: z.nullable(z.int()),
  /** In percent of the price. */
  gainPercent: z.nullable(z.number()),
});

export type CollectionPair = z.infer<typeof collectionPairSchema>;

/** The owned pairs, newest first, and their totals. Pairs without a valuation are only counted. */
export const collectionSchema = z.object({
  pairs: z.array(collectionPairSchema),
  total: z.object({
    unpriced: z.int(),
    price: z.int(),
    worth: z.int(),
    gain: z.int(),
    gainPercent: z.nullable(z.number()),
  }),
});

export type Collection = z.infer<typeof collectionSchema>;

export const collectionHistoryQuerySchema = z.object({ range: rangeField });

/** One point per day, week or month: the valuation and the cost of the pairs owned at its end. */
export const collectionHistorySchema = z.array(
  z.object({ start: z.string(), worth: z.int(), price: z.int() }),
);

/** The client creates the id, so that a pair sent twice counts once. */
export const addPairBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  productId: productIdField,
  size: sizeField,
  price: priceField,
  date: dayField,
});

/** `soldOn` is the day on which the pair was sold elsewhere; null removes the pair as if it had never been added. */
export const removePairBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  soldOn: z.nullable(dayField),
});

export const restorePairBodySchema = z.strictObject({ uid: uidField, id: orderIdField });
