import * as z from 'zod/mini';
import { priceField, sizeField, uidField } from './fields.js';
import { productSummarySchema } from './products.js';

/** How much one user may watch: products, and sizes of them. */
export const MOST_WATCHES = 500;

/** A product's number in a body. */
export const productIdField = z
  .int('must be the id of a product')
  .check(z.minimum(1), z.maximum(2 ** 31 - 1));

/**
 * What a user watches: the product as on a card, in this size or, where that is null, in all. Prices are whole dollars,
 * 0 for none.
 */
export const watchSchema = z.extend(productSummarySchema, {
  /** Null where nobody has told it. */
  brand: z.nullable(z.string()),
  size: z.nullable(z.string()),
  highestBid: z.int(),
  /** YYYY-MM-DD; null where nobody has told it. */
  releaseDate: z.nullable(z.string()),
  /** An ask at this price or below it is told; null for none. */
  alert: z.nullable(z.int()),
});

export type Watch = z.infer<typeof watchSchema>;

/** The newest first. */
export const watchesSchema = z.object({ products: z.array(watchSchema) });

/** What a heart has to know: of which product, in which size, at which price to be told, as a `Watch` has them. */
export const heartsSchema = z.object({
  watches: z.array(z.pick(watchSchema, { id: true, size: true, alert: true })),
});

export type Hearts = z.infer<typeof heartsSchema>;

/** Only those of one product. */
export const watchesQuerySchema = z.object({
  product: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'must be the id of a product'))),
});

const watchedFields = { uid: uidField, productId: productIdField, size: z.nullable(sizeField) };

/** `alert` may be left out, which keeps the one that is set, if any; null turns it off. */
export const watchBodySchema = z.strictObject({
  ...watchedFields,
  alert: z.optional(z.nullable(priceField)),
});

/** `isMet` where an ask at the price of the alert, or below it, is there already: nobody is told of that one. */
export const watchedSchema = z.object({ alert: z.nullable(z.int()), isMet: z.boolean() });

export const unwatchBodySchema = z.strictObject(watchedFields);

/** The ids of products that the users who watch or have bought a product also watch or have bought, the most first. */
export const alsoWatchedSchema = z.object({ ids: z.array(z.int()) });

/** So many users have to be behind each of them. */
export const LEAST_USERS_TOGETHER = 10;

/** How many of them there are at most. */
export const MOST_ALSO_WATCHED = 12;
