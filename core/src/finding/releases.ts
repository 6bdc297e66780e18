import { addDays, type Day } from '../figures/days.js';
import { greatestPlaces } from '../greatest.js';
import type { FoundProduct } from './found.js';
import { numberOfDay, type ProductColumns } from './product-columns.js';

/** The number of days for which a release is new, its own included. */
export const NEW_RELEASE_DAYS = 90;

/** The first day whose releases are new. */
export function firstNewDay(today: Day): Day {
  return addDays(today, 1 - NEW_RELEASE_DAYS);
}

/**
 * The latest releases in a span of days, newer products first within a day; at most `limit`.
 * @param days without `from`, it has no beginning
 */
export function latestReleases(
  columns: ProductColumns,
  { from, until }: { readonly from?: Day; readonly until: Day },
  limit: number,
): FoundProduct[] {
  const { released } = columns;
  const first = from === undefined ? 1 : numberOfDay(from);
  const last = numberOfDay(until);
  return greatestPlaces(columns.count, limit, {
    rankOf(place) {
      const day = released.at(place);
      return day >= first && day <= last ? day : null;
    },
    isFirst: (place, other) => place > other,
  }).map((place) => columns.found(place));
}
