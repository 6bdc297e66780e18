import * as z from 'zod/mini';
import { productSummarySchema } from './products.js';

const shownProductSchema = z.object({ id: z.int(), name: z.string(), thumbnail: z.string() });

/** What the banners of Home tell of the market, each of another product; null where the market has none to tell of. */
export const bannersSchema = z.object({
  /** The product that sold most lately, with its sales of the last 30 days. */
  busiest: z.nullable(
    z.extend(productSummarySchema, {
      sales: z.int(),
      /** The average price of each day with sales, oldest first. */
      prices: z.array(z.int()),
    }),
  ),
  /** A size of which the best prices are far from each other. */
  gap: z.nullable(
    z.extend(shownProductSchema, { size: z.string(), highestBid: z.int(), lowestAsk: z.int() }),
  ),
  /** The highest bid, and what is left of it for the seller. */
  offer: z.nullable(z.extend(shownProductSchema, { size: z.string(), highestBid: z.int(), payout: z.int() })),
  /** What came out last; `retail`, which may have cents, is 0 where nobody knows. */
  newest: z.nullable(
    z.extend(shownProductSchema, { releaseDate: z.string(), retail: z.number(), lowestAsk: z.int() }),
  ),
});

export type Banners = z.infer<typeof bannersSchema>;

/** How many products came out last, on Home. */
export const SHOWN_RELEASES = 8;

/** A product with the day that it came out: YYYY-MM-DD. */
export const releasedProductSchema = z.extend(productSummarySchema, { releaseDate: z.string() });

export type ReleasedProduct = z.infer<typeof releasedProductSchema>;

/** A brand; `slug` is its name in addresses, `thumbnail` the picture of the product of it that sells best. */
export const brandSchema = z.object({
  slug: z.string(),
  name: z.string(),
  products: z.int(),
  thumbnail: z.string(),
});

export type Brand = z.infer<typeof brandSchema>;

/** What Home shows below the market: what came out last, first; and the brands, those with most products first. */
export const shelvesSchema = z.object({
  releases: z.array(releasedProductSchema),
  brands: z.array(brandSchema),
});

export type Shelves = z.infer<typeof shelvesSchema>;

const slugField = z.string().check(z.maxLength(200));

export const brandParamsSchema = z.object({ brand: slugField });
export const modelParamsSchema = z.object({ brand: slugField, model: slugField });

/** All brands, those with the most products first (`GET /brands`). */
export const brandsSchema = z.array(brandSchema);

/** How many products the page of a brand, or of a model line, shows at most. */
export const SHOWN_OF_BRAND = 60;

/** A brand, its model lines, and its products, those that sell best first; `of` is how many it has in all. */
export const brandPageSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** What there is to say of it, as HTML; null for nothing. */
  text: z.nullable(z.string()),
  of: z.int(),
  /** Those with the most products first. */
  models: z.array(brandSchema),
  /** Whether one of them was sold within the last 30 days; else none of them sells best. */
  hasSold: z.boolean(),
  products: z.array(productSummarySchema),
});

export type BrandPage = z.infer<typeof brandPageSchema>;

/** A model line of a brand, and its products, those that sell best first. */
export const modelPageSchema = z.object({
  slug: z.string(),
  name: z.string(),
  brand: z.object({ slug: z.string(), name: z.string() }),
  text: z.nullable(z.string()),
  of: z.int(),
  /** Whether one of them was sold within the last 30 days; else none of them sells best. */
  hasSold: z.boolean(),
  products: z.array(productSummarySchema),
});

export type ModelPage = z.infer<typeof modelPageSchema>;
