/** The facets of which a product has one value at most. */
const SINGLE_FACETS = ['brand', 'model', 'kind', 'year'] as const;

export type SingleFacet = (typeof SINGLE_FACETS)[number];

/** The facets that are facts of a product; a size is one only while something is asked in it. */
export const FACET_FACTS = [...SINGLE_FACETS, 'colour'] as const;

export type AnyFacet = (typeof FACET_FACTS)[number];

export const CHOICES = [...FACET_FACTS, 'q', 'size', 'price', 'below-retail'] as const;

/** What somebody may have chosen: `price` is from and to. */
export type Choice = (typeof CHOICES)[number];

export function ofEachFacet<Value>(make: (facet: AnyFacet) => Value): Record<AnyFacet, Value> {
  return {
    brand: make('brand'),
    model: make('model'),
    kind: make('kind'),
    year: make('year'),
    colour: make('colour'),
  };
}
