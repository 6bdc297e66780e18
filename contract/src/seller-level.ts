import * as z from 'zod/mini';

const levelSchema = z.object({
  /** From 1. */
  level: z.int(),
  /** The minimum number of paid sales in a quarter. */
  minSales: z.int(),
  /** In per cent of the price. */
  transactionFee: z.number(),
});

/**
 * The level of a seller (orders-beyond, "Seller levels"). `sales` are the sales of this quarter (UTC) that have been
 * paid; they count until `until`, the first day of the next one. `next` is null at the highest level.
 */
export const sellerLevelSchema = z.extend(levelSchema, {
  sales: z.int(),
  until: z.string(),
  next: z.nullable(levelSchema),
});

export type SellerLevelAnswer = z.infer<typeof sellerLevelSchema>;
