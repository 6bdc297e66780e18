import type { ProductDetail } from '@perkex/contract/products.js';
import { highestBid, lowestAsk, ofSize } from '@perkex/core/market/figures.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';

/** The best prices of a size, or of all sizes with null. */
export function sizeMarket({ asks, bids }: ProductDetail, size: string | null): PanelMarket {
  return {
    lowestAsk: lowestAsk(ofSize(asks, size)),
    highestBid: highestBid(ofSize(bids, size)),
  };
}
