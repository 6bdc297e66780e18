import * as z from 'zod/mini';
import {
  browseQuerySchema,
  browseSchema,
  releasesQuerySchema,
  releasesSchema,
  searchQuerySchema,
  searchSchema,
} from './finding.js';
import { productParamsSchema, productSummarySchema } from './products.js';

/** The calls that find products, as parts of `CALLS`. */
export const CALLS_OF_FINDING = {
  browse: {
    tag: 'products',
    summary: 'The products that match the filters, page by page, with counts for other filter values',
    answers: 'A page of product cards, and for each filter how many products every value would show',
    query: browseQuerySchema,
    answer: browseSchema,
    problems: [],
  },
  search: {
    tag: 'products',
    summary: 'The products whose names, nicknames or style codes match a text, the best first',
    answers: 'The best matches and their number; without a text, what is popular',
    query: searchQuerySchema,
    answer: searchSchema,
    problems: [],
  },
  relatedProducts: {
    tag: 'products',
    summary: 'The products whose names begin with the same two words, those that sold most lately first',
    answers: 'Up to 48 product cards',
    params: productParamsSchema,
    answer: z.array(productSummarySchema),
    problems: ['unknown-product'],
  },
  releases: {
    tag: 'products',
    summary: 'What comes and came out in a month, day by day',
    answers: 'The days of the month that have releases, in order, and the nearest months that have some',
    query: releasesQuerySchema,
    answer: releasesSchema,
    problems: [],
  },
} as const;
