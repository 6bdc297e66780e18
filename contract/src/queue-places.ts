import * as z from 'zod/mini';

/** The most orders in a request for places: each may count a thousand orders. */
const MAX_PLACES = 25;

const ORDER = '\\d{1,9}/[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** Comma-separated orders, each as its product's id, a slash, and its client order id. */
export const queuePlacesQuerySchema = z.object({
  orders: z.string().check(
    z.regex(new RegExp(`^${ORDER}(?:,${ORDER})*$`), 'must be orders as PRODUCT/ID, with commas between them'),
    z.refine((orders) => orders.split(',').length <= MAX_PLACES, `must be at most ${MAX_PLACES} orders`),
  ),
});

/**
 * The place of an own open order in the queue of its side (orders-beyond, "Where am I?"). `ahead` is the number of
 * orders that trade before it, and `rank` its place among those at its price, from 1. Both are null if more than 1,000
 * are ahead.
 */
export const queuePlaceSchema = z.object({
  id: z.string(),
  productId: z.int(),
  ahead: z.nullable(z.int()),
  rank: z.nullable(z.int()),
});

export type QueuePlaceRow = z.infer<typeof queuePlaceSchema>;
