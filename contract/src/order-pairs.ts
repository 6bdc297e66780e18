import * as z from 'zod/mini';
import { requiredLine, sizeField, uidField } from './fields.js';
import { MAX_COMMANDS_IN_BATCH } from './order-batch.js';

/** The longest style code or product number. */
const MAX_PRODUCT_LENGTH = 60;

/** Pairs that a seller is about to list: a style code, or the number of a product with or without `#`, and a size. */
export const orderPairsBodySchema = z.strictObject({
  uid: uidField,
  pairs: z
    .array(
      z.strictObject({ product: requiredLine(MAX_PRODUCT_LENGTH, 'must name a product'), size: sizeField }),
    )
    .check(
      z.minLength(1, 'must have at least one pair'),
      z.maxLength(MAX_COMMANDS_IN_BATCH, `must have at most ${MAX_COMMANDS_IN_BATCH} pairs`),
    ),
});

/** A product and its book, as of now. */
export const foundPairSchema = z.object({
  id: z.int(),
  name: z.string(),
  brand: z.string(),
  thumbnail: z.string(),
  /** False if it takes no orders: not yet, or no longer. */
  trades: z.boolean(),
  /** False if the product has no such size. */
  hasSize: z.boolean(),
  /** In whole dollars, 0 for none. */
  highestBid: z.int(),
  lowestAsk: z.int(),
});

export type FoundPair = z.infer<typeof foundPairSchema>;

/** One result per pair, in order: null if no product matches, `several` if more than one does. */
export const orderPairsSchema = z.object({
  pairs: z.array(z.nullable(z.union([foundPairSchema, z.literal('several')]))),
});
