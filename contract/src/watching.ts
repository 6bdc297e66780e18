import * as z from 'zod/mini';
import { priceField, sizeField, uidField } from './fields.js';
import { productSummarySchema } from './products.js';

/** The most products and sizes on a user's watchlist. */
export const MAX_WATCHES = 500;

/** A product's id in a body. */
export const productIdField = z
  .int('must be the id of a product')
  .check(z.minimum(1), z.maximum(2 ** 31 - 1));

/**
 * An entry of a watchlist: the product as on a card, in this size or, if that is null, in all sizes. Prices are whole
 * dollars, 0 for none.
 */
export const watchSchema = z.extend(productSummarySchema, {
  /** Null where unknown. */
  brand: z.nullable(z.string()),
  size: z.nullable(z.string()),
  highestBid: z.int(),
  /** YYYY-MM-DD; null where unknown. */
  releaseDate: z.nullable(z.string()),
  /** The user is notified of an ask at or below this price; null for none. */
  alert: z.nullable(z.int()),
});

export type Watch = z.infer<typeof watchSchema>;

/** Newest first. */
export const watchesSchema = z.object({ products: z.array(watchSchema) });

/** The watched products, sizes and alert prices that the hearts show, as in a `Watch`. */
export const heartsSchema = z.object({
  watches: z.array(z.pick(watchSchema, { id: true, size: true, alert: true })),
});

export type Hearts = z.infer<typeof heartsSchema>;

/** Restricts to one product. */
export const watchesQuerySchema = z.object({
  product: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'must be the id of a product'))),
});

const watchedFields = { uid: uidField, productId: productIdField, size: z.nullable(sizeField) };

/** Leaving `alert` out keeps the current one, if any; null turns it off. */
export const watchBodySchema = z.strictObject({
  ...watchedFields,
  alert: z.optional(z.nullable(priceField)),
});

/** `isMet` if there already is an ask at or below the price of the alert, for which no notification is sent. */
export const watchedSchema = z.object({ alert: z.nullable(z.int()), isMet: z.boolean() });

export const unwatchBodySchema = z.strictObject(watchedFields);

/** The products that the watchers and buyers of a product also watch or bought, by id, the most frequent first. */
export const alsoWatchedSchema = z.object({ ids: z.array(z.int()) });

/** The minimum number of users behind each of them. */
export const LEAST_USERS_TOGETHER = 10;

/** The most products in the list. */
export const MAX_ALSO_WATCHED = 12;
