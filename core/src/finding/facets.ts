/** The facets with at most one value per product. */
const SINGLE_FACETS = ['brand', 'model', 'kind', 'year'] as const;

export type SingleFacet = (typeof SINGLE_FACETS)[number];

/** The facets that are properties of a product. A size is not: it depends on open asks. */
export const FACET_FACTS = [...SINGLE_FACETS, 'colour'] as const;

export type AnyFacet = (typeof FACET_FACTS)[number];

export const CHOICES = [...FACET_FACTS, 'q', 'size', 'price', 'below-retail'] as const;

/** A filter; `price` covers both bounds. */
export type Filter = (typeof CHOICES)[number];

export function byFacet<Value>(make: (facet: AnyFacet) => Value): Record<AnyFacet, Value> {
  return {
    brand: make('brand'),
    model: make('model'),
    kind: make('kind'),
    year: make('year'),
    colour: make('colour'),
  };
}
