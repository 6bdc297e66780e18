import { priceText } from '@perkex/core/market/price-text.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import type { ReviewedOrder } from '../api/orders.js';

/** How the market has moved since the review was opened. */
export interface ReviewNotice {
  readonly text: string;
  /** Whether the order can no longer be placed as reviewed. A better price does not block it. */
  readonly isBlocked: boolean;
  /** The current price, in whole dollars, at which the order would trade; null if there is none. */
  readonly priceInstead: number | null;
}

/** Null if the order can be placed as reviewed. The reviewed price is the order's limit. */
export function reviewNotice(
  { flow, mode, price }: Pick<ReviewedOrder, 'flow' | 'mode' | 'price'>,
  market: PanelMarket,
): ReviewNotice | null {
  if (mode === 'place') {
    return flow === 'sell' ? askNotice(price, market) : bidNotice(price, market);
  }
  return flow === 'sell' ? saleNotice(price, market) : purchaseNotice(price, market);
}

function askNotice(price: number, { highestBid, isHighestBidOwn }: PanelMarket): ReviewNotice | null {
  if (highestBid < price) {
    return null;
  }
  const bid = priceText(highestBid);
  return isHighestBidOwn
    ? blocked(`Your own bid of ${bid} is in the way: your ask would sell to it.`)
    : blocked(`There is now a bid of ${bid}: your ask would sell to it at once.`, highestBid);
}

function bidNotice(price: number, { lowestAsk, isLowestAskOwn }: PanelMarket): ReviewNotice | null {
  if (lowestAsk === 0 || lowestAsk > price) {
    return null;
  }
  const ask = priceText(lowestAsk);
  return isLowestAskOwn
    ? blocked(`Your own ask of ${ask} is in the way: your bid would buy it.`)
    : blocked(`There is now an ask of ${ask}: your bid would buy it at once.`, lowestAsk);
}

function saleNotice(price: number, { highestBid, isHighestBidOwn }: PanelMarket): ReviewNotice | null {
  const bid = priceText(highestBid);
  if (highestBid === 0) {
    return blocked('There is no bid left to sell to.');
  }
  if (isHighestBidOwn) {
    return blocked(`The highest bid, ${bid}, is now your own: you cannot sell to yourself.`);
  }
  if (highestBid < price) {
    return blocked(
      `The highest bid has fallen to ${bid}: nobody is buying at ${priceText(price)} any more.`,
      highestBid,
    );
  }
  return highestBid > price
    ? better(`The highest bid has risen to ${bid}: you would sell at that price.`, highestBid)
    : null;
}

function purchaseNotice(price: number, { lowestAsk, isLowestAskOwn }: PanelMarket): ReviewNotice | null {
  const ask = priceText(lowestAsk);
  if (lowestAsk === 0) {
    return blocked('There is no ask left to buy from.');
  }
  if (isLowestAskOwn) {
    return blocked(`The lowest ask, ${ask}, is now your own: you cannot buy from yourself.`);
  }
  if (lowestAsk > price) {
    return blocked(
      `The lowest ask has risen to ${ask}: nobody is selling at ${priceText(price)} any more.`,
      lowestAsk,
    );
  }
  return lowestAsk < price
    ? better(`The lowest ask has fallen to ${ask}: you would buy at that price.`, lowestAsk)
    : null;
}

function blocked(text: string, priceInstead: number | null = null): ReviewNotice {
  return { text, isBlocked: true, priceInstead };
}

function better(text: string, priceInstead: number): ReviewNotice {
  return { text, isBlocked: false, priceInstead };
}
