/** How places are put into an order. */
export interface Ranking {
  /** The greatest is first; a place without one is left out. */
  readonly rankOf: (place: number) => number | null;
  /** Whether one of two places of the same rank comes first. Without it, the lower one does. */
  readonly isFirst?: (place: number, other: number) => boolean;
}

/**
 * Of the places from 0 to before `count`, those that are first, `most` of them, the first one first. The few are found in
 * one pass: nearly all places are turned away by one comparison with the last of those that are kept.
 */
export function greatestPlaces(
  count: number,
  most: number,
  { rankOf, isFirst = (place, other) => place < other }: Ranking,
): number[] {
  const places: number[] = [];
  const ranks: number[] = [];
  const isAhead = (rank: number, place: number, index: number) => {
    const other = ranks[index] ?? 0;
    return rank > other || (rank === other && isFirst(place, places[index] ?? 0));
  };
  for (let place = 0; place < count && most > 0; place += 1) {
    const rank = rankOf(place);
    if (rank === null || (places.length === most && !isAhead(rank, place, most - 1))) {
      continue;
    }
    let index = places.length;
    while (index > 0 && isAhead(rank, place, index - 1)) {
      index -= 1;
    }
    places.splice(index, 0, place);
    ranks.splice(index, 0, rank);
    places.length = Math.min(places.length, most);
    ranks.length = places.length;
  }
  return places;
}
