import { priceText } from '@perkex/core/market/price-text.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import type { ReviewedOrder } from '../api/orders.js';

/** The change of the market since the review was opened. */
export interface ReviewNotice {
  readonly text: string;
  /** True if the order can no longer be placed as reviewed. A better price does not block it. */
  readonly isBlocked: boolean;
  /** The current price at which the order would trade; null if there is none. */
  readonly priceInsteadCents: number | null;
}

/** Null if the order can be placed as reviewed. The reviewed price is the order's limit. */
export function reviewNotice(
  { flow, mode, priceCents }: Pick<ReviewedOrder, 'flow' | 'mode' | 'priceCents'>,
  market: PanelMarket,
): ReviewNotice | null {
  if (mode === 'place') {
    return flow === 'sell' ? askNotice(priceCents, market) : bidNotice(priceCents, market);
  }
  return flow === 'sell' ? saleNotice(priceCents, market) : purchaseNotice(priceCents, market);
}

function askNotice(
  priceCents: number,
  { highestBidCents, isHighestBidOwn }: PanelMarket,
): ReviewNotice | null {
  if (highestBidCents < priceCents) {
    return null;
  }
  const bid = priceText(highestBidCents);
  return isHighestBidOwn
    ? blocked(`Your own bid of ${bid} is in the way: your ask would sell to it.`)
    : blocked(`There is now a bid of ${bid}: your ask would sell to it at once.`, highestBidCents);
}

function bidNotice(priceCents: number, { lowestAskCents, isLowestAskOwn }: PanelMarket): ReviewNotice | null {
  if (lowestAskCents === 0 || lowestAskCents > priceCents) {
    return null;
  }
  const ask = priceText(lowestAskCents);
  return isLowestAskOwn
    ? blocked(`Your own ask of ${ask} is in the way: your bid would buy it.`)
    : blocked(`There is now an ask of ${ask}: your bid would buy it at once.`, lowestAskCents);
}

function saleNotice(
  priceCents: number,
  { highestBidCents, isHighestBidOwn }: PanelMarket,
): ReviewNotice | null {
  const bid = priceText(highestBidCents);
  if (highestBidCents === 0) {
    return blocked('There is no bid left to sell to.');
  }
  if (isHighestBidOwn) {
    return blocked(`The highest bid, ${bid}, is now your own: you cannot sell to yourself.`);
  }
  if (highestBidCents < priceCents) {
    return blocked(
      `The highest bid has fallen to ${bid}: there are no more buyers at ${priceText(priceCents)}.`,
      highestBidCents,
    );
  }
  return highestBidCents > priceCents
    ? better(`The highest bid has risen to ${bid}: you would sell at that price.`, highestBidCents)
    : null;
}

function purchaseNotice(
  priceCents: number,
  { lowestAskCents, isLowestAskOwn }: PanelMarket,
): ReviewNotice | null {
  const ask = priceText(lowestAskCents);
  if (lowestAskCents === 0) {
    return blocked('There is no ask left to buy from.');
  }
  if (isLowestAskOwn) {
    return blocked(`The lowest ask, ${ask}, is now your own: you cannot buy from yourself.`);
  }
  if (lowestAskCents > priceCents) {
    return blocked(
      `The lowest ask has risen to ${ask}: there are no more sellers at ${priceText(priceCents)}.`,
      lowestAskCents,
    );
  }
  return lowestAskCents < priceCents
    ? better(`The lowest ask has fallen to ${ask}: you would buy at that price.`, lowestAskCents)
    : null;
}

function blocked(text: string, priceInsteadCents: number | null = null): ReviewNotice {
  return { text, isBlocked: true, priceInsteadCents };
}

function better(text: string, priceInsteadCents: number): ReviewNotice {
  return { text, isBlocked: false, priceInsteadCents };
}
