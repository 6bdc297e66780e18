import { KINDS } from '@perkex/core/finding/kinds.js';
import * as z from 'zod/mini';
import { productNameField, sizeField } from './fields.js';

export const sizedPriceSchema = z.object({ size: z.string(), price: z.int() });
export const openOrderSchema = z.object({ id: z.string(), size: z.string(), price: z.int() });

/** A product in the list: the best ask and the best bid of each size (`GET /`). */
export const productCardSchema = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  asks: z.array(sizedPriceSchema),
  bids: z.array(sizedPriceSchema),
});

export type ProductCard = z.infer<typeof productCardSchema>;

/** A product on a card (section 3, "Related product card"); `lowestAsk` and `lastSale` are 0 for none. */
export const productSummarySchema = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  lowestAsk: z.int(),
  lastSale: z.int(),
  /** The sales of 7 days against the average price of each size in the 30 days before, in percent; null for none. */
  change: z.nullable(z.number()),
});

export type ProductSummary = z.infer<typeof productSummarySchema>;

/** A past sale; `date` is ISO 8601 in UTC. */
export const lastSaleSchema = z.object({
  id: z.string(),
  size: z.string(),
  price: z.int(),
  date: z.string(),
});

export type LastSale = z.infer<typeof lastSaleSchema>;

/** A picture of a product, served by us (`pictures` of `GET /{id}`). */
export const productPictureSchema = z.object({
  /** The largest JPEG; the other files have the same prefix. */
  src: z.string(),
  /** In pixels, of that file. */
  width: z.int(),
  height: z.int(),
  /** The picture as a few blurred pixels, a `data:` URL. */
  placeholder: z.string(),
});

export type ProductPicture = z.infer<typeof productPictureSchema>;

/** A product with its books and sales (`GET /{id}`): open orders best first, sales oldest first. */
export const productDetailSchema = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  /** The pictures from the catalogue, in its order; empty if the product is drawn or has only a thumbnail. */
  pictures: z.array(productPictureSchema),
  /** Product details, each null where unknown. */
  brand: z.nullable(z.string()),
  styleCode: z.nullable(z.string()),
  colourway: z.nullable(z.string()),
  model: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  kind: z.nullable(z.enum(KINDS)),
  description: z.nullable(z.string()),
  /** YYYY-MM-DD */
  releaseDate: z.nullable(z.string()),
  /** Dollars, possibly with cents. */
  retailPrice: z.nullable(z.number()),
  /** The day (YYYY-MM-DD, UTC) on which orders open, if it is in the future; null if they are open. */
  tradesFrom: z.nullable(z.string()),
  sizes: z.array(z.string()),
  asks: z.array(openOrderSchema),
  bids: z.array(openOrderSchema),
  lastsales: z.array(lastSaleSchema),
  /**
   * `lastsales` has the newest sales of all sizes. These are the last two sales of each size that has fewer among them.
   */
  oldersales: z.array(lastSaleSchema),
  /** Set once the product is no longer traded. A duplicate names the product that it was merged into. */
  hidden: z.optional(z.object({ mergedInto: z.nullable(z.int()) })),
});

export type ProductDetail = z.infer<typeof productDetailSchema>;

/** The number of sales that `GET /{id}` shows. */
export const SHOWN_SALES = 200;

/** The number of products that `GET /trending` returns, the most recently traded first. */
export const TRENDING_PRODUCTS = 12;

/** The most products that `GET /cards` returns. */
export const MAX_CARDS = 48;

/** Comma-separated product ids. */
export const cardsQuerySchema = z.object({
  ids: z.string().check(
    z.regex(/^\d{1,9}(,\d{1,9})*$/, 'must be ids with commas between them'),
    z.refine((ids) => ids.split(',').length <= MAX_CARDS, `must be at most ${MAX_CARDS} ids`),
  ),
});

/** In whole dollars, over all sizes; 0 for none. */
export const highestBidSchema = z.object({ id: z.int(), highestBid: z.int() });

export type HighestBid = z.infer<typeof highestBidSchema>;

/** The most products that `GET /` returns at once. */
export const MAX_LISTED_PRODUCTS = 10_000;

/** An empty name means none. The list continues after a product; a name needs no next page. */
export const productQuerySchema = z.object({
  name: z.optional(z.union([z.literal(''), productNameField])),
  after: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'must be the id of a product'))),
});
export const productParamsSchema = z.object({ id: z.string() });
export const pricesQuerySchema = z.object({ name: productNameField, size: z.optional(sizeField) });

/** Lowest ask first, highest bid second, 0 for none. */
export const pricesSchema = z.tuple([z.int(), z.int()]);
