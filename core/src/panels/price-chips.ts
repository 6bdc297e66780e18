import { CENTS_PER_DOLLAR, isPriceCents } from '../money.js';
import type { Side } from '../order-book/order.js';
import { bestOrder } from './next-order.js';
import type { PanelMarket } from './panel.js';

/** A price that a press sets: as good as the best order of its side, 1$ better, the last sale, or the typical price. */
export interface PriceChip {
  readonly of: 'match' | 'beat' | 'last-sale' | 'typical';
  readonly priceCents: number;
}

interface PastPrices {
  /** The last sale of the size; 0 for none. */
  readonly lastSaleCents: number;
  /** 0 if it is not known. */
  readonly typicalCents: number;
}

/**
 * The prices that the panel offers (orders-beyond, "Where am I?"). No chip would trade at once, competes with the
 * trader's own best order, or repeats the price of another.
 */
export function priceChips(
  side: Side,
  market: PanelMarket,
  { lastSaleCents, typicalCents }: PastPrices,
): PriceChip[] {
  const { lowestAskCents, highestBidCents } = market;
  const isBid = side === 'bid';
  const [bestCents, oppositeCents, isBestOwn] = isBid
    ? [highestBidCents, lowestAskCents, market.isHighestBidOwn]
    : [lowestAskCents, highestBidCents, market.isLowestAskOwn];
  const isOutbiddable = bestCents > 0 && !isBestOwn;
  const better = isOutbiddable ? bestOrder(side, market) : null;
  const chips: PriceChip[] = [
    { of: 'match', priceCents: isOutbiddable ? bestCents : 0 },
    { of: 'beat', priceCents: better?.mode === 'place' ? better.priceCents : 0 },
    { of: 'last-sale', priceCents: lastSaleCents },
    { of: 'typical', priceCents: typicalCents },
  ];
  const crosses = (priceCents: number) =>
    oppositeCents > 0 && (isBid ? priceCents >= oppositeCents : priceCents <= oppositeCents);
  return chips.filter(
    ({ priceCents }, index) =>
      isPriceCents(priceCents) &&
      !crosses(priceCents) &&
      chips.findIndex((chip) => chip.priceCents === priceCents) === index,
  );
}

/** With fewer sales, a typical price would depend on single ones. */
const MIN_SALES = 3;

/**
 * The typical price: the average price of these sales, in whole dollars.
 * @param days the sales by day, with the average price of each
 * @returns cents; 0 if there are too few sales
 */
export function typicalPriceCents(
  days: readonly { readonly sales: number; readonly averageCents: number }[],
): number {
  const sales = days.reduce((sum, day) => sum + day.sales, 0);
  const sumCents = days.reduce((sum, day) => sum + day.sales * day.averageCents, 0);
  return sales < MIN_SALES ? 0 : Math.round(sumCents / sales / CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR;
}
