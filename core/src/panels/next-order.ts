import { CENTS_PER_DOLLAR, isPriceCents } from '../money.js';
import type { Side } from '../order-book/order.js';
import type { PanelMarket, PanelMode } from './panel.js';

/** The best prices of a size; 0 for none. */
type BestPrices = Pick<PanelMarket, 'lowestAskCents' | 'highestBidCents'>;

/** An order that would be the best of its side, or would trade at once. */
export interface NextOrder {
  readonly mode: PanelMode;
  readonly priceCents: number;
}

/**
 * The next order of a user whose price is no longer the best of its side: 1$ better than the best, or a trade at once
 * if that price would cross. Null while the price is the best, and if there is no better price.
 */
export function nextBestOrder(side: Side, priceCents: number, best: BestPrices): NextOrder | null {
  const { lowestAskCents, highestBidCents } = best;
  const isOutdone =
    side === 'bid' ? highestBidCents > priceCents : lowestAskCents > 0 && lowestAskCents < priceCents;
  return isOutdone ? bestOrder(side, best) : null;
}

/** An order that would become the best of its side by 1$, or trade at once; null if no price is better. */
export function bestOrder(side: Side, { lowestAskCents, highestBidCents }: BestPrices): NextOrder | null {
  const isBid = side === 'bid';
  const oppositeCents = isBid ? lowestAskCents : highestBidCents;
  const nextCents = isBid ? highestBidCents + CENTS_PER_DOLLAR : lowestAskCents - CENTS_PER_DOLLAR;
  const crosses = oppositeCents > 0 && (isBid ? nextCents >= oppositeCents : nextCents <= oppositeCents);
  if (crosses) {
    return { mode: 'now', priceCents: oppositeCents };
  }
  return isPriceCents(nextCents) ? { mode: 'place', priceCents: nextCents } : null;
}
