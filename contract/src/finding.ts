import { MONTH } from '@perkex/core/figures/months.js';
import { FACETS } from '@perkex/core/finding/filters.js';
import { MAX_SEARCH_LENGTH } from '@perkex/core/finding/search-text.js';
import * as z from 'zod/mini';
import { productSummarySchema } from './products.js';

/** The number of products on a page of `GET /browse`. */
export const FOUND_A_PAGE = 48;

/** The number of best matches that `GET /search` returns. */
export const SEARCH_ROWS = 10;

/** The number of products on each page of all matches. */
export const SEARCH_ROWS_A_PAGE = 30;

/** A shorter text with matches, for a text that has none. */
const nearSchema = z.object({ text: z.string(), count: z.int() });

const valuesField = z.optional(z.union([z.string(), z.array(z.string())]));

/** The filters, as `filtersFrom` reads them from the address; it ignores invalid ones. */
export const browseQuerySchema = z.object({
  q: valuesField,
  brand: valuesField,
  model: valuesField,
  kind: valuesField,
  size: valuesField,
  colour: valuesField,
  year: valuesField,
  from: valuesField,
  to: valuesField,
  'below-retail': valuesField,
  sort: valuesField,
  page: valuesField,
});

/** A value of a facet; `count` is the number of products that match it and all other filters. */
export const facetValueSchema = z.object({
  /** As written in addresses. */
  value: z.string(),
  name: z.string(),
  count: z.int(),
});

export type FacetValue = z.infer<typeof facetValueSchema>;

const facetSchema = z.array(facetValueSchema);

/** An active filter, by the part of the address to leave out to remove it. */
const CHOSEN = [...FACETS, 'price', 'below-retail', 'q'] as const;

export type Chosen = (typeof CHOSEN)[number];

/** A page of the products that match the filters, and the number of matches for other filters. */
export const browseSchema = z.object({
  /** The number of matches. */
  count: z.int(),
  page: z.int(),
  /** The number of pages, at least one; a request for a page beyond them gets the last one. */
  pages: z.int(),
  /** With a size filter, the lowest ask is that of the chosen sizes. */
  products: z.array(productSummarySchema),
  /** The values that products have under the other filters, and the chosen ones; the most frequent first. */
  facets: z.object({
    brand: facetSchema,
    model: facetSchema,
    kind: facetSchema,
    /** In the order of a shop; a product counts if it has an ask in the size. */
    size: facetSchema,
    colour: facetSchema,
    /** Newest first. */
    year: facetSchema,
  }),
  /** The least and the greatest lowest ask under the other filters; null without asks. */
  prices: z.nullable(z.object({ lowest: z.int(), highest: z.int() })),
  /** The number of products that match all other filters and have an ask below retail. */
  belowRetail: z.int(),
  /** Chosen values that no product has; they are ignored. */
  unknown: z.array(z.object({ facet: z.enum(FACETS), value: z.string() })),
  /** With no matches: the filters whose removal alone would give matches, the most matches first. */
  loosen: z.array(z.object({ choice: z.enum(CHOSEN), count: z.int() })),
  /** True if nothing matches the text exactly, so that similar words were searched for. */
  isClose: z.boolean(),
  /** With no matches for the text: a shorter one, and the best products that match it. */
  near: z.optional(z.extend(nearSchema, { products: z.array(productSummarySchema) })),
  /** With no matches: the models that sell most and, if no text is near, the best sellers. */
  popular: z.optional(z.object({ models: z.array(z.string()), products: z.array(productSummarySchema) })),
});

export type Browse = z.infer<typeof browseSchema>;

export const searchQuerySchema = z.object({
  q: z.optional(z.string().check(z.maxLength(MAX_SEARCH_LENGTH))),
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999'))),
});

/** A product among the matches of a text. */
export const foundRowSchema = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  nickname: z.nullable(z.string()),
  styleCode: z.nullable(z.string()),
});

export type FoundRow = z.infer<typeof foundRowSchema>;

const foundRowsSchema = z.array(foundRowSchema);

/** The matches of a text, best first: only the best, or a page of all. Without a text, the popular products. */
export const searchSchema = z.object({
  /** The number of matches; without a text, of all products. */
  count: z.int(),
  isClose: z.boolean(),
  products: foundRowsSchema,
  /** For a text without matches: a shorter one, and the best products that match it. */
  near: z.optional(z.extend(nearSchema, { products: foundRowsSchema })),
  /** Without a text: the models that sold most recently. */
  popular: z.array(z.string()),
});

export type Search = z.infer<typeof searchSchema>;

/** The most products that `GET /releases` lists. */
export const RELEASES_OF_MONTH = 500;

export const releasesQuerySchema = z.object({
  month: z.optional(z.string().check(z.regex(MONTH, 'must be a month, YYYY-MM'))),
});

/** The upcoming and past releases of a month, in order of their dates. */
export const releasesSchema = z.object({
  /** YYYY-MM: the requested month, or else the current one, or else the last one with a release. */
  month: z.string(),
  /** The nearest months with releases; null where there are none. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The number of releases; the first `RELEASES_OF_MONTH` of them are listed. */
  count: z.int(),
  days: z.array(
    z.object({
      /** YYYY-MM-DD */
      date: z.string(),
      products: z.array(
        z.extend(productSummarySchema, {
          /** Dollars, possibly with cents; null where unknown. */
          retailPrice: z.nullable(z.number()),
          /** The day on which orders open, if it is in the future. */
          tradesFrom: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});

export type Releases = z.infer<typeof releasesSchema>;
