/** Why a sale counts for no figure: the same two accounts again, or a price far from what its size sells for. */
export const ODDITIES = ['repeat', 'price'] as const;

export type Oddity = (typeof ODDITIES)[number];

/** A sale of a product as it is judged. */
export interface JudgedSale {
  readonly size: string;
  readonly priceCents: number;
  /** The two accounts, in an order of their own, so that two sales between them have the same; null for a past sale. */
  readonly accounts: string | null;
}

/** How many sales of a product before a sale are looked at, whoever made them. */
export const SALES_LOOKED_AT = 200;
/** How many of them at most its price is compared with, the newest. A new price level is usual once most of these agree. */
const COMPARED_SALES = 9;
/** How few say nothing about a price. */
const MIN_COMPARED_SALES = 5;
/** How many standard deviations a usual price may be from the median. */
const MAX_DEVIATIONS = 4;
/** Makes the median absolute deviation a standard deviation, where prices are spread normally. */
const DEVIATION_OF_MEDIAN_DEVIATION = 1.4826;
/** However calm the market is, a price this many times the median, or one by this many, is usual. */
const USUAL_TIMES_IN_SIZE = 4 / 3;
const USUAL_TIMES_IN_OTHER_SIZES = 5 / 3;
/** Far above what logarithms are rounded by, far below what a cent is to any price. */
const ROUNDING = 1e-10;

/** The accounts of a trade as `JudgedSale` has them. */
export function accountsOf(sellerId: string, buyerId: string): string {
  return JSON.stringify(sellerId < buyerId ? [sellerId, buyerId] : [buyerId, sellerId]);
}

/**
 * Judges the sales of one product, in the order of their ids. A verdict depends on nothing but the sale and the
 * `SALES_LOOKED_AT` sales before it, so a judge that has noted these gives the verdict of one that has seen all.
 */
export class SaleJudge {
  /** The newest last. */
  private readonly before: JudgedSale[] = [];

  /** What is odd about the product's next sale; null for one that counts. */
  judge(sale: JudgedSale): Oddity | null {
    const oddity = this.oddityOf(sale);
    this.note(sale);
    return oddity;
  }

  /** Remembers the product's next sale without judging it. */
  note({ size, priceCents, accounts }: JudgedSale): void {
    this.before.push({ size, priceCents, accounts });
    if (this.before.length > 2 * SALES_LOOKED_AT) {
      this.before.splice(0, this.before.length - SALES_LOOKED_AT);
    }
  }

  private oddityOf({ size, priceCents, accounts }: JudgedSale): Oddity | null {
    const ofSize: number[] = [];
    const ofProduct: number[] = [];
    const seen = new Set<string>();
    const first = Math.max(0, this.before.length - SALES_LOOKED_AT);
    for (let index = this.before.length - 1; index >= first; index -= 1) {
      const earlier = this.before[index] as JudgedSale;
      if (earlier.accounts !== null) {
        if (earlier.accounts === accounts) {
          return 'repeat';
        }
        // The other sales of these two say nothing more.
        if (seen.has(earlier.accounts)) {
          continue;
        }
        seen.add(earlier.accounts);
      }
      if (ofProduct.length < COMPARED_SALES) {
        ofProduct.push(earlier.priceCents);
      }
      if (earlier.size === size && ofSize.length < COMPARED_SALES) {
        ofSize.push(earlier.priceCents);
      }
    }
    const isFar =
      ofSize.length >= MIN_COMPARED_SALES
        ? isFarFrom(ofSize, priceCents, USUAL_TIMES_IN_SIZE)
        : ofProduct.length >= MIN_COMPARED_SALES &&
          isFarFrom(ofProduct, priceCents, USUAL_TIMES_IN_OTHER_SIZES);
    return isFar ? 'price' : null;
  }
}

/** Prices are compared by their ratios: half and twice are equally far. */
function isFarFrom(pricesCents: readonly number[], priceCents: number, usualTimes: number): boolean {
  const logs = pricesCents.map(Math.log);
  const middle = median(logs);
  const deviation = DEVIATION_OF_MEDIAN_DEVIATION * median(logs.map((log) => Math.abs(log - middle)));
  const distance = Math.abs(Math.log(priceCents) - middle);
  return distance > Math.max(MAX_DEVIATIONS * deviation, Math.log(usualTimes)) + ROUNDING;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
