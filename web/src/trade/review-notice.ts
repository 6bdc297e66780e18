import { priceText } from '@perkex/core/market/price-text.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import type { Review } from './arrival.js';

/**
 * What the market has done since the review was opened, as a sentence; null when the order stands as reviewed. The
 * reviewed price is the order's limit: a better one is taken, a worse one refused.
 */
export function reviewNotice(flow: 'sell' | 'buy', review: Review, market: PanelMarket): string | null {
  return flow === 'sell' ? saleNotice(review, market) : purchaseNotice(review, market);
}

function saleNotice({ mode, price }: Review, { highestBid }: PanelMarket): string | null {
  const bid = priceText(highestBid);
  if (mode === 'place') {
    return highestBid >= price ? `There is a bid of ${bid} by now: your ask would sell to it at once.` : null;
  }
  if (highestBid === 0) {
    return 'There is no bid to sell to any more.';
  }
  if (highestBid < price) {
    return `The highest bid has fallen to ${bid}: nobody buys for ${priceText(price)} any more.`;
  }
  return highestBid > price ? `The highest bid has risen to ${bid}: you would sell for that.` : null;
}

function purchaseNotice({ mode, price }: Review, { lowestAsk }: PanelMarket): string | null {
  const ask = priceText(lowestAsk);
  if (mode === 'place') {
    const isMet = lowestAsk > 0 && lowestAsk <= price;
    return isMet ? `There is an ask of ${ask} by now: your bid would buy it at once.` : null;
  }
  if (lowestAsk === 0) {
    return 'There is no ask to buy from any more.';
  }
  if (lowestAsk > price) {
    return `The lowest ask has risen to ${ask}: nobody sells for ${priceText(price)} any more.`;
  }
  return lowestAsk < price ? `The lowest ask has fallen to ${ask}: you would buy for that.` : null;
}
