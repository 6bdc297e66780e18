import { sellSide } from './sell-side.js';
import { TradePage } from './trade-page.js';

/** Section 2, "Ask/sell panel" and what belongs to it. */
export function SellPage() {
  return <TradePage side={sellSide} />;
}
