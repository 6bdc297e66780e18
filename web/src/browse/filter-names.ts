import type { Chosen } from '@perkex/contract/finding.js';
import type { Facet, Filters } from '@perkex/core/finding/filters.js';

/** The names of the facets, and of a value that does not exist. */
export const FACET_NAMES: Readonly<Record<Facet, { readonly title: string; readonly one: string }>> = {
  brand: { title: 'Brand', one: 'brand' },
  model: { title: 'Model', one: 'model' },
  kind: { title: 'Made for', one: 'kind' },
  size: { title: 'Size', one: 'size' },
  colour: { title: 'Colour', one: 'colour' },
  year: { title: 'Release year', one: 'release year' },
};

/** The labels for removing a filter. */
const GIVEN_UP: Readonly<Record<Exclude<Chosen, 'q'>, string>> = {
  brand: 'Any brand',
  model: 'Any model',
  kind: 'For anybody',
  size: 'Any size',
  colour: 'Any colour',
  year: 'Any release year',
  price: 'Any price',
  'below-retail': 'Above retail, too',
};

export function givenUpText(choice: Chosen, { text }: Filters): string {
  return choice === 'q' ? `Without “${text}”` : GIVEN_UP[choice];
}

/** A price range in whole dollars: '100$ to 250$', 'From 100$', 'Up to 250$'. */
export function rangeText({ from, to }: Pick<Filters, 'from' | 'to'>): string {
  if (from === null) {
    return `Up to ${to}$`;
  }
  return to === null ? `From ${from}$` : `${from}$ to ${to}$`;
}
