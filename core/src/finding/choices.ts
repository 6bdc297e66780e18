import { searchText } from './search-text.js';

/** By what products are narrowed down, each by any number of values, in the order in which they are shown. */
export const FACETS = ['brand', 'model', 'kind', 'size', 'colour', 'year'] as const;

export type Facet = (typeof FACETS)[number];

/** In which order products are listed; the first is the usual one. */
export const SORTS = ['trending', 'lowest-ask', 'discount', 'newest', 'most-sold', 'rise'] as const;

export type Sort = (typeof SORTS)[number];

/** What somebody who looks for sneakers has chosen: all of it is in the address. */
export interface Choices {
  /** What the names contain; empty for anything. */
  readonly text: string;
  /** As they stand in addresses; of one facet, any of them will do. */
  readonly values: Readonly<Record<Facet, readonly string[]>>;
  /** Whole dollars that the lowest ask is not below and not above; null for any. */
  readonly from: number | null;
  readonly to: number | null;
  /** Only what is asked below retail. */
  readonly isBelowRetail: boolean;
  readonly sort: Sort;
  /** From 1 on. */
  readonly page: number;
}

/** Of all facets together: a page links to the address without each of them. */
export const MAX_CHOSEN_VALUES = 30;
/** Of these values, as an address has them. */
const MAX_CHOSEN_BYTES = 1_024;
const MAX_VALUE_LENGTH = 100;
const MAX_DOLLARS = 1_000_000;
const MAX_PAGE = 1_000_000;

export const NO_CHOICES: Choices = {
  text: '',
  values: { brand: [], model: [], kind: [], size: [], colour: [], year: [] },
  from: null,
  to: null,
  isBelowRetail: false,
  sort: SORTS[0],
  page: 1,
};

/** The parameters of an address, such as `URLSearchParams`. */
interface Address {
  get(name: string): string | null;
  getAll(name: string): string[];
}

/**
 * Reads choices from an address. What makes no sense there is as if it were not there, and so are values beyond
 * MAX_CHOSEN_VALUES or MAX_CHOSEN_BYTES (`namesTooMuch`).
 */
export function choicesFrom(address: Address): Choices {
  const sort = address.get('sort');
  const used = usedValues(address);
  return {
    text: searchText(address.get('q') ?? ''),
    values: Object.fromEntries(
      FACETS.map((facet) => [facet, used.filter((each) => each.facet === facet).map(({ value }) => value)]),
    ) as Record<Facet, string[]>,
    from: wholeNumber(address.get('from'), MAX_DOLLARS),
    to: wholeNumber(address.get('to'), MAX_DOLLARS),
    isBelowRetail: address.get('below-retail') === '1',
    sort: SORTS.find((known) => known === sort) ?? NO_CHOICES.sort,
    page: Math.max(1, wholeNumber(address.get('page'), MAX_PAGE) ?? 1),
  };
}

/** Whether an address names more values than can be chosen at once, or says that one did from which it was made. */
export function namesTooMuch(address: Address): boolean {
  return address.get(CUT) === '1' || usedValues(address).length < namedValues(address).length;
}

/** Says in an address that it was made from one that named too much. */
const CUT = 'cut';

/** The address of what can be chosen of an address that names too much: it says that there was more. */
export function cutAddressOf(choices: Choices): string {
  return `${addressOf(choices)}&${CUT}=1`;
}

/** Choices as an address has them, always in the same order: `brand=jordan&size=9`. Empty for none. */
export function addressOf(choices: Choices): string {
  const { text, values, from, to, isBelowRetail, sort, page } = choices;
  const parameters: (readonly [name: string, value: string | number, isChosen: boolean])[] = [
    ['q', text, text !== ''],
    ...FACETS.flatMap((facet) => values[facet].toSorted().map((value) => [facet, value, true] as const)),
    ['from', from ?? '', from !== null],
    ['to', to ?? '', to !== null],
    ['below-retail', 1, isBelowRetail],
    ['sort', sort, sort !== NO_CHOICES.sort],
    ['page', page, page > 1],
  ];
  return parameters
    .filter(([, , isChosen]) => isChosen)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** The choices with a value of a facet, or without it if it was chosen; from the first page on. */
export function withValueToggled(choices: Choices, facet: Facet, value: string): Choices {
  const chosen = choices.values[facet];
  const toggled = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...choices, page: 1, values: { ...choices.values, [facet]: toggled } };
}

/** How many things are chosen: each value, a price, below retail, a text. */
export function countChoices({ text, values, from, to, isBelowRetail }: Choices): number {
  const others = [text !== '', from !== null || to !== null, isBelowRetail];
  return Object.values(values).flat().length + others.filter((isChosen) => isChosen).length;
}

interface NamedValue {
  readonly facet: Facet;
  readonly value: string;
}

/** Every value once, facet by facet. */
function namedValues(address: Address): NamedValue[] {
  return FACETS.flatMap((facet) =>
    [...new Set(address.getAll(facet))]
      .filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH)
      .map((value) => ({ facet, value })),
  );
}

function usedValues(address: Address): NamedValue[] {
  let bytes = 0;
  return namedValues(address)
    .slice(0, MAX_CHOSEN_VALUES)
    .filter(({ value }) => {
      bytes += encodeURIComponent(value).length;
      return bytes <= MAX_CHOSEN_BYTES;
    });
}

function wholeNumber(text: string | null, most: number): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : null;
}
