import type { Sort } from './filters.js';
import { KEYS } from './least.js';
import type { ProductColumns } from './product-columns.js';
import type { Matches } from './product-words.js';
import { basisPoints, MAX_BASIS_POINTS } from './sales-columns.js';

/** The cap on the number of sales in a key. */
const MAX_SALES = 2 ** 22 - 1;

/** Above all numbers of days, so that products that are released come before upcoming ones. */
const RELEASED = 2 ** 22;

/** The input of a sort order besides the columns. */
interface SortFacts {
  /** The lowest ask of a product in the relevant sizes; 0 for none. */
  readonly askAt: (place: number) => number;
  /** The last day whose releases are out, as `numberOfDay`. */
  readonly lastDay: number;
}

/**
 * Returns the sort key of a product index, lowest first (`leastPlaces`).
 * @param matches the match cost of each index, which takes precedence over sales; null without a text
 */
export function sortKeys(
  sort: Sort,
  columns: ProductColumns,
  matches: Matches | null,
  { askAt, lastDay }: SortFacts,
): (place: number) => number {
  const released = columns.released.cells;
  const rise = columns.sales.rise.cells;
  const retail = columns.retail.cells;
  switch (sort) {
    case 'trending':
    case 'most-sold':
      return salesKeys(sort, columns, matches);
    case 'lowest-ask':
      return (place) => askAt(place) || KEYS - 1;
    case 'newest':
      return (place) => KEYS - 1 - newness(released[place] ?? 0, lastDay);
    case 'rise':
      return (place) => MAX_BASIS_POINTS - (rise[place] ?? 0);
    case 'discount':
      return (place) => {
        const ask = askAt(place);
        const of = retail[place] ?? 0;
        return ask === 0 || of === 0 ? KEYS - 1 : MAX_BASIS_POINTS - basisPoints(((of - ask) / of) * 100);
      };
  }
}

/** The sort key of the orders by sales. @param matches as of `sortKeys` */
export function salesKeys(
  sort: 'trending' | 'most-sold',
  { sales }: ProductColumns,
  matches: Matches | null,
): (place: number) => number {
  const sold = (sort === 'trending' ? sales.lately : sales.yearly).cells;
  return (place) => byMatch(matches, place, sold[place] ?? 0);
}

/** The latest release is the newest. Upcoming ones follow, the next one first, and then products without a date. */
function newness(day: number, lastDay: number): number {
  if (day === 0) {
    return 0;
  }
  return day <= lastDay ? RELEASED + day : RELEASED - (day - lastDay);
}

/** Orders by match cost, then by sales. */
function byMatch(matches: Matches | null, place: number, sold: number): number {
  return (matches?.costs[place] ?? 0) * (MAX_SALES + 1) + MAX_SALES - Math.min(sold, MAX_SALES);
}
