import * as z from 'zod/mini';
import { productSummarySchema } from './products.js';

const shownProductSchema = z.object({ id: z.int(), name: z.string(), thumbnail: z.string() });

/** The content of Home's banners, each for a different product; null where the market has no such product. */
export const bannersSchema = z.object({
  /** The product that sold most recently, with its sales of the last 30 days. */
  busiest: z.nullable(
    z.extend(productSummarySchema, {
      sales: z.int(),
      /** The average price of each day with sales, oldest first. */
      prices: z.array(z.int()),
    }),
  ),
  /** A size with a wide spread. */
  gap: z.nullable(
    z.extend(shownProductSchema, { size: z.string(), highestBid: z.int(), lowestAsk: z.int() }),
  ),
  /** The highest bid, and the seller's payout for it. */
  offer: z.nullable(z.extend(shownProductSchema, { size: z.string(), highestBid: z.int(), payout: z.int() })),
  /** The latest release; `retail`, which may have cents, is 0 where unknown. */
  newest: z.nullable(
    z.extend(shownProductSchema, { releaseDate: z.string(), retail: z.number(), lowestAsk: z.int() }),
  ),
});

export type Banners = z.infer<typeof bannersSchema>;

/** The number of new releases on Home, and of latest ones of which one has a banner. */
export const SHOWN_RELEASES = 8;

/** A product with its release date: YYYY-MM-DD. */
export const releasedProductSchema = z.extend(productSummarySchema, { releaseDate: z.string() });

/** A brand; `slug` is its name in addresses, `thumbnail` the picture of its best-selling product. */
export const brandSchema = z.object({
  slug: z.string(),
  name: z.string(),
  products: z.int(),
  thumbnail: z.string(),
});

export type Brand = z.infer<typeof brandSchema>;

/**
 * The product rows of Home below the market: the releases of the last 90 days, the latest first, and the brands with
 * the most products first.
 */
export const productRowsSchema = z.object({
  releases: z.array(releasedProductSchema),
  brands: z.array(brandSchema),
});

export type ProductRows = z.infer<typeof productRowsSchema>;

const slugField = z.string().check(z.maxLength(200));

export const brandParamsSchema = z.object({ brand: slugField });
export const modelParamsSchema = z.object({ brand: slugField, model: slugField });

/** All brands, those with the most products first (`GET /brands`). */
export const brandsSchema = z.array(brandSchema);

/** The most products on the page of a brand or a model line. */
export const SHOWN_OF_BRAND = 60;

/** A brand, its model lines, and its products, the best-selling first; `of` is the number of all its products. */
export const brandPageSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** The description as HTML; null for none. */
  text: z.nullable(z.string()),
  of: z.int(),
  /** Most products first. */
  models: z.array(brandSchema),
  /** True if any of the products was sold within the last 30 days; otherwise none of them is a best seller. */
  hasSold: z.boolean(),
  products: z.array(productSummarySchema),
});

export type BrandPage = z.infer<typeof brandPageSchema>;

/** A model line of a brand, and its products, the best-selling first. */
export const modelPageSchema = z.object({
  slug: z.string(),
  name: z.string(),
  brand: z.object({ slug: z.string(), name: z.string() }),
  text: z.nullable(z.string()),
  of: z.int(),
  /** True if any of the products was sold within the last 30 days; otherwise none of them is a best seller. */
  hasSold: z.boolean(),
  products: z.array(productSummarySchema),
});

export type ModelPage = z.infer<typeof modelPageSchema>;
