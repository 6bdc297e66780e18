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

/** The calls by which products are found, as parts of `CALLS`. */
export const CALLS_OF_FINDING = {
  browse: {
    tag: 'products',
    summary: 'The products that fit what is chosen, page by page, and how many other choices would show',
    query: browseQuerySchema,
    answer: browseSchema,
    problems: [],
  },
  search: {
    tag: 'products',
    summary: 'The products whose names, nicknames or style codes match a text, the best first',
    query: searchQuerySchema,
    answer: searchSchema,
    problems: [],
  },
  related: {
    tag: 'products',
    summary: 'The products whose names begin with the same two words, those that sold most lately first',
    params: productParamsSchema,
    answer: z.array(productSummarySchema),
    problems: ['unknown-product'],
  },
  releases: {
    tag: 'products',
    summary: 'What comes and came out in a month, day by day',
    query: releasesQuerySchema,
    answer: releasesSchema,
    problems: [],
  },
} as const;
