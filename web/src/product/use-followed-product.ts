import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { announceLive } from '../live/announce.js';
import { useLiveProduct } from '../live/use-live.js';

/** Subscribes the product's page to the market, and announces its trades to screen readers. */
export function useFollowedProduct(productId: number): void {
  useLiveProduct(productId, {
    onSale: ({ size, price }) =>
      announceLive(`Size ${size} has sold for ${priceText(dollarsToCents(price))}.`),
  });
}
