import type { Choices, Facet } from './choices.js';

/** What a value is called; null for one that nobody knows. */
export type NameOfValue = (facet: Facet, value: string) => string | null;

/** The names of values as an answer has them. */
export function namesIn(
  facets: Readonly<Record<Facet, readonly { readonly value: string; readonly name: string }[]>>,
): NameOfValue {
  return (facet, value) => facets[facet].find((each) => each.value === value)?.name ?? null;
}

/** What a page of products is called, of which the first is like all of them. */
export function pageTitleOfChoices(choices: Choices, nameOf: NameOfValue): string {
  const title = titleOfChoices(choices, nameOf);
  return choices.page === 1 ? title : `${title}, page ${choices.page}`;
}

/**
 * What products are called that are chosen so: 'Red Nike sneakers in size 9'. What has several values is left out; one
 * that nobody knows is none.
 */
export function titleOfChoices({ text, values, isBelowRetail }: Choices, nameOf: NameOfValue): string {
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
