import { MONTH } from '@perkex/core/figures/months.js';
import { FACETS } from '@perkex/core/finding/choices.js';
import { MAX_SEARCH_LENGTH } from '@perkex/core/finding/search-text.js';
import * as z from 'zod/mini';
import { productSummarySchema } from './products.js';

/** How many products a page of `GET /browse` has. */
export const FOUND_A_PAGE = 48;

/** How many products `GET /search` answers, the best ones. */
export const SEARCH_ROWS = 10;

/** How many it answers for each page of all matches. */
export const SEARCH_ROWS_A_PAGE = 30;

const valuesField = z.optional(z.union([z.string(), z.array(z.string())]));

/** What is chosen, as `choicesFrom` reads it from the address; what makes no sense there does not count. */
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

/** A value of a facet; `count` is how many products it would show under all other choices. */
export const facetValueSchema = z.object({
  /** As it stands in addresses. */
  value: z.string(),
  name: z.string(),
  count: z.int(),
});

export type FacetValue = z.infer<typeof facetValueSchema>;

const facetSchema = z.array(facetValueSchema);

/** A choice that somebody has made: what to leave out of the address to make it no more. */
const CHOSEN = [...FACETS, 'price', 'below-retail', 'q'] as const;

export type Chosen = (typeof CHOSEN)[number];

/** The products that fit some choices, a page of them, and what other choices would show. */
export const browseSchema = z.object({
  /** How many fit. */
  count: z.int(),
  page: z.int(),
  /** How many pages there are, at least one; a page beyond them is answered with the last. */
  pages: z.int(),
  /** The lowest ask is that of the chosen sizes, where some are chosen. */
  products: z.array(productSummarySchema),
  /** The values that any product has under the other choices, and those chosen; the most frequent come first. */
  facets: z.object({
    brand: facetSchema,
    model: facetSchema,
    kind: facetSchema,
    /** In the order of a shop; a product counts where it has an ask in the size. */
    size: facetSchema,
    colour: facetSchema,
    /** Newest first. */
    year: facetSchema,
  }),
  /** The lowest asks under the other choices, from the least to the greatest; null where nothing is asked. */
  prices: z.nullable(z.object({ lowest: z.int(), highest: z.int() })),
  /** How many of the products that fit all other choices are asked below retail. */
  belowRetail: z.int(),
  /** Chosen values that no product has: they did not count. */
  unknown: z.array(z.object({ facet: z.enum(FACETS), value: z.string() })),
  /** Where nothing fits: the choices each of which would show something if it were given up, the most first. */
  loosen: z.array(z.object({ choice: z.enum(CHOSEN), count: z.int() })),
  /** Whether the text matches nothing as it is, and similar words were searched for. */
  isClose: z.boolean(),
});

export type Browse = z.infer<typeof browseSchema>;

export const searchQuerySchema = z.object({
  q: z.optional(z.string().check(z.maxLength(MAX_SEARCH_LENGTH))),
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999'))),
});

/** What a text finds, the best first: the best alone, or a page of all. Without a text, what is popular. */
export const searchSchema = z.object({
  /** How many products match in all; without a text, how many there are. */
  count: z.int(),
  isClose: z.boolean(),
  products: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      thumbnail: z.string(),
      nickname: z.nullable(z.string()),
      styleCode: z.nullable(z.string()),
    }),
  ),
  /** Without a text: the models that sold most lately. */
  popular: z.array(z.string()),
});

export type Search = z.infer<typeof searchSchema>;

/** How many products `GET /releases` lists at most. */
export const RELEASES_OF_MONTH = 500;

export const releasesQuerySchema = z.object({
  month: z.optional(z.string().check(z.regex(MONTH, 'must be a month, YYYY-MM'))),
});

/** What comes and came out in a month, first things first. */
export const releasesSchema = z.object({
  /** YYYY-MM: the one asked for, else that of today, else the last with a release. */
  month: z.string(),
  /** The nearest months with releases; null where there are none. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** How many there are; the first `RELEASES_OF_MONTH` of them are listed. */
  count: z.int(),
  days: z.array(
    z.object({
      /** YYYY-MM-DD */
      date: z.string(),
      products: z.array(
        z.extend(productSummarySchema, {
          /** Dollars, not always whole ones; null where nobody knows. */
          retailPrice: z.nullable(z.number()),
          /** The day on which orders are taken, if that is still to come. */
          tradesFrom: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});

export type Releases = z.infer<typeof releasesSchema>;
