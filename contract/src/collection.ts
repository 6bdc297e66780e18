import { EARLIEST_DAY } from '@perkex/core/collection/pairs.js';
import { isDay } from '@perkex/core/figures/days.js';
import * as z from 'zod/mini';
import { orderIdField, priceField, sizeField, uidField } from './fields.js';
import { rangeField } from './figures.js';
import { productIdField } from './watching.js';

/** How many pairs a user may enter, and how many of their newest purchases here their collection has. */
export const MOST_ENTERED_PAIRS = 500;
export const MOST_BOUGHT_PAIRS = 500;

/** A day, YYYY-MM-DD; whether it is to come is for the server's clock to say. */
export const dayField = z
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
  /** Whether it was bought here. */
  isBought: z.boolean(),
  productId: z.int(),
  name: z.string(),
  /** Null where nobody has told it. */
  brand: z.nullable(z.string()),
  thumbnail: z.string(),
  size: z.string(),
  /** What it was bought for, without fees, and on which day in UTC. */
  price: z.int(),
  date: z.string(),
  /** What it is worth now, and by what; null where neither a recent sale nor a bid tells. */
  worth: z.nullable(z.int()),
  by: z.nullable(z.enum(['sale', 'bid'])),
  gain: z.nullable(z.int()),
  /** In per cent of the price. */
  gainPercent: z.nullable(z.number()),
});

export type CollectionPair = z.infer<typeof collectionPairSchema>;

/** The pairs that are owned, newest first, and what they come to; those without a worth are counted alone. */
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

/** A point for each day, week or month: what was owned at its end was worth, and was bought for. */
export const collectionHistorySchema = z.array(
  z.object({ start: z.string(), worth: z.int(), price: z.int() }),
);

/** The id is made by the client, so that a pair sent twice counts once. */
export const addPairBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  productId: productIdField,
  size: sizeField,
  price: priceField,
  date: dayField,
});

/** `soldOn` is the day on which it was sold elsewhere; null takes it out as if it had never been there. */
export const removePairBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  soldOn: z.nullable(dayField),
});

export const restorePairBodySchema = z.strictObject({ uid: uidField, id: orderIdField });
