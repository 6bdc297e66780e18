import type { Sort } from '@perkex/core/finding/filters.js';

/** The names of the sort orders of product lists. */
export const SORT_NAMES = {
  trending: 'Trending',
  'lowest-ask': 'Lowest ask',
  discount: 'Largest discount to retail',
  newest: 'Newest release',
  'most-sold': 'Most sold',
  rise: 'Largest rise',
} as const satisfies Record<Sort, string>;
