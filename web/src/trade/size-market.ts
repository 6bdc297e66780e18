import type { OrderRow, UserData } from '@perkex/contract/user-data.js';
import { highestBidCents, lowestAskCents, pricesOfSize } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import type { ReplacedOrder } from '../api/orders.js';
import type { OpenOrder, Product } from '../api/products.js';

/** The best prices of a size, or of all sizes for null, for a visitor without orders. */
export function sizeMarket({ asks, bids }: Product, size: string | null): PanelMarket {
  return {
    lowestAskCents: lowestAskCents(pricesOfSize(asks, size)),
    highestBidCents: highestBidCents(pricesOfSize(bids, size)),
    isLowestAskOwn: false,
    isHighestBidOwn: false,
  };
}

/** As `sizeMarket`, with marks for the user's own best orders. */
export function ownSizeMarket(
  product: Product,
  size: string,
  own: Pick<UserData, 'asks' | 'bids'>,
): PanelMarket {
  // The orders of a size are listed in matching order.
  const [bestAsk] = pricesOfSize(product.asks, size);
  const [bestBid] = pricesOfSize(product.bids, size);
  return {
    ...sizeMarket(product, size),
    isLowestAskOwn: bestAsk !== undefined && isOwn(product.name, bestAsk, own.asks),
    isHighestBidOwn: bestBid !== undefined && isOwn(product.name, bestBid, own.bids),
  };
}

/** The product without an open order that a new one replaces: it leaves its queue when the new one enters it. */
export function withoutReplaced(product: Product, replaces: ReplacedOrder | undefined): Product {
  const isOther = ({ id, priceCents }: OpenOrder) =>
    id !== replaces?.id || priceCents !== replaces.priceCents;
  return { ...product, asks: product.asks.filter(isOther), bids: product.bids.filter(isOther) };
}

/** Compares more than the id: users choose the ids of their orders, so another user may have copied one. */
function isOwn(name: string, { id, size, priceCents }: OpenOrder, rows: readonly OrderRow[]): boolean {
  return rows.some(
    (row) =>
      row.id === id && row.name === name && row.size === size && row.price === centsToDollars(priceCents),
  );
}
