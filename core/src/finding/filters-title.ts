import type { Facet, Filters } from './filters.js';

/** The name of a value; null if unknown. */
export type NameOfValue = (facet: Facet, value: string) => string | null;

/** Returns the names of the values in an answer. */
export function namesIn(
  facets: Readonly<Record<Facet, readonly { readonly value: string; readonly name: string }[]>>,
): NameOfValue {
  return (facet, value) => facets[facet].find((each) => each.value === value)?.name ?? null;
}

/** The title of a page of products. The first page has no number. */
export function pageTitleOfFilters(filters: Filters, nameOf: NameOfValue): string {
  const title = titleOfFilters(filters, nameOf);
  return filters.page === 1 ? title : `${title}, page ${filters.page}`;
}

/**
 * The title of products with these filters, such as 'Red Nike sneakers in size 9'. A facet with several values is
 * omitted; an unknown value is ignored.
 */
export function titleOfFilters({ text, values, isBelowRetail }: Filters, nameOf: NameOfValue): string {
  if (text !== '') {
    return `Results for “${text}”`;
  }
  const only = (facet: Facet): string | null => {
    const names = values[facet].map((value) => nameOf(facet, value)).filter((name) => name !== null);
    return names.length === 1 ? (names[0] ?? null) : null;
  };
  const [brand, model, kind, size, colour, year] = [
    only('brand'),
    only('model'),
    only('kind'),
    only('size'),
    only('colour'),
    only('year'),
  ];
  const words = [
    colour?.toLowerCase(),
    model ?? brand,
    'sneakers',
    kind === null ? null : `for ${kind.toLowerCase()}`,
    year === null ? null : `of ${year}`,
    size === null ? null : `in size ${size}`,
    isBelowRetail ? 'below retail' : null,
  ].filter((word) => word !== null && word !== undefined);
  const title = words.length === 1 ? 'all sneakers' : words.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
