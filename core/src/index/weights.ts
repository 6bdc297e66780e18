/** The turnover of a product in the period that the index considers. */
export interface Turnover {
  readonly productId: number;
  readonly cents: number;
}

/** A product of the index with its share of the total. */
export interface Member {
  readonly productId: number;
  readonly weight: number;
}

/** The maximum number of products in the index. */
export const INDEX_MEMBERS = 50;

const MAX_WEIGHT = 0.05;

/**
 * The products with the highest turnover, weighted by turnover and capped at 5 %. The excess is distributed among the
 * others by turnover until no product exceeds the cap. Fewer than 20 products have equal weights.
 */
export function membersOf(turnovers: readonly Turnover[]): Member[] {
  const largestFirst = turnovers
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => b.cents - a.cents || a.productId - b.productId)
    .slice(0, INDEX_MEMBERS);
  const maxWeight = Math.max(MAX_WEIGHT, 1 / largestFirst.length);
  let weightLeft = 1;
  let centsLeft = largestFirst.reduce((sum, { cents }) => sum + cents, 0);
  return largestFirst.map(({ productId, cents }) => {
    const weight = Math.min(maxWeight, (weightLeft * cents) / centsLeft);
    weightLeft -= weight;
    centsLeft -= cents;
    return { productId, weight };
  });
}
