import type { Chosen } from '@perkex/contract/finding.js';
import { type Facet, type Filters, NO_FILTERS } from '@perkex/core/finding/filters.js';

/** The filters without all values of one kind, on the first page. */
export function withoutFilter(filters: Filters, chosen: Chosen): Filters {
  const firstPage = { ...filters, page: 1 };
  switch (chosen) {
    case 'q':
      return { ...firstPage, text: '' };
    case 'price':
      return { ...firstPage, from: null, to: null };
    case 'below-retail':
      return { ...firstPage, isBelowRetail: false };
    default:
      return { ...firstPage, values: { ...filters.values, [chosen]: NO_FILTERS.values[chosen] } };
  }
}

/** No filters, in the same order. */
export function withoutFilters({ sort }: Filters): Filters {
  return { ...NO_FILTERS, sort };
}

export function isChosen({ values }: Filters, facet: Facet, value: string): boolean {
  return values[facet].includes(value);
}
