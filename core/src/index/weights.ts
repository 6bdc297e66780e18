/** What a product sold for in the time that the index looks at. */
export interface Turnover {
  readonly productId: number;
  readonly cents: number;
}

/** A product of the index, and which part of the whole it counts for. */
export interface Member {
  readonly productId: number;
  readonly weight: number;
}

/** How many products the index is of at most. */
export const INDEX_MEMBERS = 50;

const MOST_WEIGHT = 0.05;

/**
 * The products with the most turnover, each weighing its part of it, but at most 5 %. What is above is shared out among
 * the others by their turnover, until none is above. Fewer than 20 products weigh the same.
 */
export function membersOf(turnovers: readonly Turnover[]): Member[] {
  const largestFirst = turnovers
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => b.cents - a.cents || a.productId - b.productId)
    .slice(0, INDEX_MEMBERS);
  const most = Math.max(MOST_WEIGHT, 1 / largestFirst.length);
  let weightLeft = 1;
  let centsLeft = largestFirst.reduce((sum, { cents }) => sum + cents, 0);
  return largestFirst.map(({ productId, cents }) => {
    const weight = Math.min(most, (weightLeft * cents) / centsLeft);
    weightLeft -= weight;
    centsLeft -= cents;
    return { productId, weight };
  });
}
