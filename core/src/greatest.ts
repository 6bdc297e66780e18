/** An order of product indexes. */
export interface Ranking {
  /** The highest rank comes first; null excludes an index. */
  readonly rankOf: (place: number) => number | null;
  /** True if `place` precedes `other` of the same rank. By default the lower index comes first. */
  readonly isFirst?: (place: number, other: number) => boolean;
}

/**
 * The first `limit` indexes below `count` in the order of a ranking, in one pass. One comparison with the last index
 * selected so far rejects nearly all others.
 */
export function greatestPlaces(
  count: number,
  limit: number,
  { rankOf, isFirst = (place, other) => place < other }: Ranking,
): number[] {
  const places: number[] = [];
  const ranks: number[] = [];
  const isAhead = (rank: number, place: number, index: number) => {
    const other = ranks[index] ?? 0;
    return rank > other || (rank === other && isFirst(place, places[index] ?? 0));
  };
  for (let place = 0; place < count && limit > 0; place += 1) {
    const rank = rankOf(place);
    if (rank === null || (places.length === limit && !isAhead(rank, place, limit - 1))) {
      continue;
    }
    let index = places.length;
    while (index > 0 && isAhead(rank, place, index - 1)) {
      index -= 1;
    }
    places.splice(index, 0, place);
    ranks.splice(index, 0, rank);
    places.length = Math.min(places.length, limit);
    ranks.length = places.length;
  }
  return places;
}
