import type { ProductDetail } from '@perkex/contract/products.js';
import type { OrderRow, UserData } from '@perkex/contract/user-data.js';
import { highestBid, lowestAsk, ofSize } from '@perkex/core/market/figures.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';

type OpenOrder = ProductDetail['asks'][number];

/** The best prices of a size, or of all sizes with null, for somebody who has no orders. */
export function sizeMarket({ asks, bids }: ProductDetail, size: string | null): PanelMarket {
  return {
    lowestAsk: lowestAsk(ofSize(asks, size)),
    highestBid: highestBid(ofSize(bids, size)),
    isLowestAskOwn: false,
    isHighestBidOwn: false,
  };
}

/** As `sizeMarket`, with whether the best orders are the user's own. */
export function ownSizeMarket(
  product: ProductDetail,
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
function isOwn(name: string, { id, size, price }: OpenOrder, rows: readonly OrderRow[]): boolean {
  return rows.some((row) => row.id === id && row.name === name && row.size === size && row.price === price);
}
