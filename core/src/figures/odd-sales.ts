/**
 * The reasons why a sale counts for no figure: a repeat between the same two accounts, or a price far from the usual
 * price of its size.
 */
export const ODDITIES = ['repeat', 'price'] as const;

export type Oddity = (typeof ODDITIES)[number];

/** The data of a sale that a verdict depends on. */
export interface JudgedSale {
  readonly size: string;
  readonly priceCents: number;
  /** The two accounts in canonical order, so that two sales between them have the same value; null for a past sale. */
  readonly accounts: string | null;
}

/** The number of preceding sales of a product that a verdict considers. */
export const SALES_LOOKED_AT = 200;
/**
 * The maximum number of those sales, newest first, that a price is compared with. A new price level becomes usual once
 * most of them agree on it.
 */
const COMPARED_SALES = 9;
/** The minimum number of sales for a comparison. */
const MIN_COMPARED_SALES = 5;
/** The maximum distance of a usual price from the median, in standard deviations. */
const MAX_DEVIATIONS = 4;
/** Converts a median absolute deviation into a standard deviation, for normally distributed prices. */
const DEVIATION_OF_MEDIAN_DEVIATION = 1.4826;
/** Prices within these factors of the median are usual, however stable the market is. */
const USUAL_TIMES_IN_SIZE = 4 / 3;
const USUAL_TIMES_IN_OTHER_SIZES = 5 / 3;
/** Well above the rounding error of logarithms, well below the effect of one cent on any price. */
const ROUNDING = 1e-10;

/** The accounts of a trade in the form of `JudgedSale`. */
export function accountsOf(sellerId: string, buyerId: string): string {
  return JSON.stringify(sellerId < buyerId ? [sellerId, buyerId] : [buyerId, sellerId]);
}

/**
 * Judges the sales of one product in the order of their ids. A verdict depends only on the sale, on whether its
 * accounts have only traded with each other (`haveOnlyTradedTogether`), and on the `SALES_LOOKED_AT` sales before it.
 * So a judge that has noted only these gives the same verdicts as one that has seen all.
 */
export class SaleJudge {
  /** Oldest first. */
  private readonly before: JudgedSale[] = [];

  /** Judges the product's next sale; null if it counts. */
  judge(sale: JudgedSale, { isBetweenOnlyPartners }: { isBetweenOnlyPartners: boolean }): Oddity | null {
    const oddity = isBetweenOnlyPartners ? 'repeat' : this.oddityOf(sale);
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
    const sizePrices: number[] = [];
    const productPrices: number[] = [];
    const seen = new Set<string>();
    const first = Math.max(0, this.before.length - SALES_LOOKED_AT);
    for (let index = this.before.length - 1; index >= first; index -= 1) {
      const earlier = this.before[index] as JudgedSale;
      if (earlier.accounts !== null) {
        if (earlier.accounts === accounts) {
          return 'repeat';
        }
        // Further sales between the same accounts add no evidence.
        if (seen.has(earlier.accounts)) {
          continue;
        }
        seen.add(earlier.accounts);
      }
      if (productPrices.length < COMPARED_SALES) {
        productPrices.push(earlier.priceCents);
      }
      if (earlier.size === size && sizePrices.length < COMPARED_SALES) {
        sizePrices.push(earlier.priceCents);
      }
    }
    const isFar =
      sizePrices.length >= MIN_COMPARED_SALES
        ? isFarFrom(sizePrices, priceCents, USUAL_TIMES_IN_SIZE)
        : productPrices.length >= MIN_COMPARED_SALES &&
          isFarFrom(productPrices, priceCents, USUAL_TIMES_IN_OTHER_SIZES);
    return isFar ? 'price' : null;
  }
}

/** Compares prices by ratio: half and double are equally far. */
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
