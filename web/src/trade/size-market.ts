import type { OrderRow, UserData } from '@perkex/contract/user-data.js';
import { highestBidCents, lowestAskCents, ofSize } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import type { OpenOrder, Product } from '../api/products.js';

/** The best prices of a size, or of all sizes with null, for somebody who has no orders. */
export function sizeMarket({ asks, bids }: Product, size: string | null): PanelMarket {
  return {
    lowestAskCents: lowestAskCents(ofSize(asks, size)),
    highestBidCents: highestBidCents(ofSize(bids, size)),
    isLowestAskOwn: false,
    isHighestBidOwn: false,
  };
}

/** As `sizeMarket`, with whether the best orders are the user's own. */
export function ownSizeMarket(
  product: Product,
  size: string,
  own: Pick<UserData, 'asks' | 'bids'>,
): PanelMarket {
  // A size's orders are listed in the order in which they would be matched.
  const [bestAsk] = ofSize(product.asks, size);
  const [bestBid] = ofSize(product.bids, size);
  return {
    ...sizeMarket(product, size),
    isLowestAskOwn: bestAsk !== undefined && isOwn(product.name, bestAsk, own.asks),
    isHighestBidOwn: bestBid !== undefined && isOwn(product.name, bestBid, own.bids),
  };
}

/** Compares more than the id: users choose the ids of their orders, so somebody may have copied one. */
function isOwn(name: string, { id, size, priceCents }: OpenOrder, rows: readonly OrderRow[]): boolean {
  return rows.some(
    (row) =>
      row.id === id && row.name === name && row.size === size && row.price === centsToDollars(priceCents),
  );
}
