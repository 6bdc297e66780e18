import * as z from 'zod/mini';

/** From these on, sellers are reported to the authorities: within twelve months, both. */
export const REPORTED_SALES = 200;
export const REPORTED_DOLLARS = 5_000;
/** The share of a threshold from which a seller is listed, in percent. */
export const LISTED_PERCENT = 80;
/** The number of sellers that are looked at, those with the highest payouts first. */
export const MAX_REPORTED_SELLERS = 1_000;

/** The data of a report. The market does not ask for tax numbers yet. */
export const REPORTED_DATA = ['name', 'address', 'country', 'tax-number'] as const;

/**
 * Sellers near the thresholds, those with the most money first. `sales` and `amount` are payouts of the last twelve
 * months, and `code` is the deal of the newest one: no name is shown.
 */
export const reportedSellersSchema = z.object({
  sellers: z.array(
    z.object({
      code: z.string(),
      sales: z.int(),
      amount: z.number(),
      isReached: z.boolean(),
      missing: z.array(z.enum(REPORTED_DATA)),
    }),
  ),
});
export type ReportedSellers = z.infer<typeof reportedSellersSchema>;
