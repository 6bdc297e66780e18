import type { Sort } from './filters.js';
import { KEYS } from './least.js';
import type { ProductColumns } from './product-columns.js';
import type { Matches } from './product-words.js';
import { basisPoints, MAX_BASIS_POINTS } from './sales-columns.js';

/** The cap on the number of sales in a key. */
const MAX_SALES = 2 ** 22 - 1;

/**
 * Returns the sort key of a product index, lowest first (`leastPlaces`).
 * @param matches the match cost of each index, which takes precedence over sales; null without a text
 * @param askAt the lowest ask of a product in the relevant sizes; 0 for none
 */
export function sortKeys(
  sort: Sort,
  columns: ProductColumns,
  matches: Matches | null,
  askAt: (place: number) => number,
): (place: number) => number {
  const lately = columns.sales.lately.cells;
  const ofYear = columns.sales.ofYear.cells;
  const released = columns.released.cells;
  const rise = columns.sales.rise.cells;
  const retail = columns.retail.cells;
  switch (sort) {
    case 'trending':
      return (place) => byMatch(matches, place, lately[place] ?? 0);
    case 'most-sold':
      return (place) => byMatch(matches, place, ofYear[place] ?? 0);
    case 'lowest-ask':
      return (place) => askAt(place) || KEYS - 1;
    case 'newest':
      return (place) => KEYS - 1 - (released[place] ?? 0);
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

/** Orders by match cost, then by sales. */
function byMatch(matches: Matches | null, place: number, sold: number): number {
  return (matches?.costs[place] ?? 0) * (MAX_SALES + 1) + MAX_SALES - Math.min(sold, MAX_SALES);
}
