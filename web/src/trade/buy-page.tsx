import { buySide } from './buy-side.js';
import { TradePage } from './trade-page.js';

/** Section 2, "Bid/buy panel" and what belongs to it. */
export function BuyPage() {
  return <TradePage side={buySide} />;
}
