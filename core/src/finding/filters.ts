import { searchText } from './search-text.js';

/** The facets that filter products, in display order. Each takes any number of values. */
export const FACETS = ['brand', 'model', 'kind', 'size', 'colour', 'year'] as const;

export type Facet = (typeof FACETS)[number];

/** The sort orders; the first is the default. */
export const SORTS = ['trending', 'lowest-ask', 'discount', 'newest', 'most-sold', 'rise'] as const;

export type Sort = (typeof SORTS)[number];

/** The filters of a product search. All of them are part of the address. */
export interface Filters {
  /** Search text; empty for any. */
  readonly text: string;
  /** Values as in addresses. A product matches a facet with any one of its values. */
  readonly values: Readonly<Record<Facet, readonly string[]>>;
  /** The bounds of the lowest ask in whole dollars, both included; null for none. */
  readonly from: number | null;
  readonly to: number | null;
  /** Only products with an ask below retail. */
  readonly isBelowRetail: boolean;
  readonly sort: Sort;
  /** The page number, from 1. */
  readonly page: number;
}

/** The limit over all facets. It bounds the links of a page, which has one without each value. */
export const MAX_CHOSEN_VALUES = 30;
/** The limit for the values as encoded in an address. */
const MAX_CHOSEN_BYTES = 1_024;
const MAX_VALUE_LENGTH = 100;
const MAX_DOLLARS = 1_000_000;
const MAX_PAGE = 1_000_000;

export const NO_FILTERS: Filters = {
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
 * Reads filters from an address. Invalid parameters are ignored, and so are values beyond MAX_CHOSEN_VALUES or
 * MAX_CHOSEN_BYTES (`namesTooMuch`).
 */
export function filtersFrom(address: Address): Filters {
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
    sort: SORTS.find((known) => known === sort) ?? NO_FILTERS.sort,
    page: Math.max(1, wholeNumber(address.get('page'), MAX_PAGE) ?? 1),
  };
}

/** True if an address has more values than the limits allow, or was made from one that had. */
export function namesTooMuch(address: Address): boolean {
  return address.get(CUT) === '1' || usedValues(address).length < namedValues(address).length;
}

/** Marks an address made from one with too many values. */
const CUT = 'cut';

/** The address of the filters that were kept from an address with too many, marked as cut. */
export function cutAddressOf(filters: Filters): string {
  return `${addressOf(filters)}&${CUT}=1`;
}

/** The canonical query string of filters, such as `brand=jordan&size=9`; empty for none. */
export function addressOf(filters: Filters): string {
  const { text, values, from, to, isBelowRetail, sort, page } = filters;
  const parameters: (readonly [name: string, value: string | number, isChosen: boolean])[] = [
    ['q', text, text !== ''],
    ...FACETS.flatMap((facet) => values[facet].toSorted().map((value) => [facet, value, true] as const)),
    ['from', from ?? '', from !== null],
    ['to', to ?? '', to !== null],
    ['below-retail', 1, isBelowRetail],
    ['sort', sort, sort !== NO_FILTERS.sort],
    ['page', page, page > 1],
  ];
  return parameters
    .filter(([, , isChosen]) => isChosen)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** The filters with a value of a facet toggled, on the first page. */
export function withValueToggled(filters: Filters, facet: Facet, value: string): Filters {
  const chosen = filters.values[facet];
  const toggled = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...filters, page: 1, values: { ...filters.values, [facet]: toggled } };
}

/** The number of active filters: each value, a price range, below retail, a text. */
export function countFilters({ text, values, from, to, isBelowRetail }: Filters): number {
  const others = [text !== '', from !== null || to !== null, isBelowRetail];
  return Object.values(values).flat().length + others.filter((isChosen) => isChosen).length;
}

interface NamedValue {
  readonly facet: Facet;
  readonly value: string;
}

/** The distinct values of all facets, in the order of the facets. */
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

function wholeNumber(text: string | null, max: number): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), max) : null;
}
