import { dollarsToCents } from '../money.js';
import type { Side } from '../order-book/order.js';
import type { PanelMarket } from './panel.js';

/** A reference price. */
export interface PriceReference {
  readonly of: 'lowest-ask' | 'highest-bid' | 'sale-of-size' | 'sale-of-product';
  readonly priceCents: number;
}

/** The last sales of a size and of its product; 0 for none. */
export interface LastSales {
  readonly ofSizeCents: number;
  readonly ofProductCents: number;
}

/** One past sale, of any size. */
interface PastSale {
  readonly size: string;
  readonly priceCents: number;
}

/** @param sales oldest first */
export function lastSalesOf(size: string, sales: readonly PastSale[]): LastSales {
  return {
    ofSizeCents: sales.findLast((sale) => sale.size === size)?.priceCents ?? 0,
    ofProductCents: sales.at(-1)?.priceCents ?? 0,
  };
}

/** The difference to the reference that is worth a question, in per cent of the reference. */
const QUESTIONABLE_PERCENT = 30;

/**
 * Decides whether to ask if a price is intended: '299.99' is read as 29999$ (section 4, "Price input"). The references
 * are the best order that it could trade with, and the last sale of the size, or else of the product. A best order
 * alone is not enough: anyone can offer a pair for a million. Without either, the reference is the best order of its
 * own side.
 * @returns the reference that the price is 30 % or more worse than for its owner; null if there is no question
 */
export function priceQuestion(
  side: Side,
  priceCents: number,
  market: Pick<PanelMarket, 'lowestAskCents' | 'highestBidCents'>,
  { ofSizeCents, ofProductCents }: LastSales,
): PriceReference | null {
  const lowestAsk: PriceReference = { of: 'lowest-ask', priceCents: market.lowestAskCents };
  const highestBid: PriceReference = { of: 'highest-bid', priceCents: market.highestBidCents };
  const [onOffer, onOwnSide] = side === 'ask' ? [highestBid, lowestAsk] : [lowestAsk, highestBid];
  const lastSale: PriceReference =
    ofSizeCents > 0
      ? { of: 'sale-of-size', priceCents: ofSizeCents }
      : { of: 'sale-of-product', priceCents: ofProductCents };
  const known = [onOffer, lastSale].filter((reference) => reference.priceCents > 0);
  const references = known.length > 0 ? known : [onOwnSide];
  return references.find((reference) => isMuchWorse(side, priceCents, reference.priceCents)) ?? null;
}

/** True if a price is much worse than a reference; a reference of 0 is none. */
function isMuchWorse(side: Side, priceCents: number, referenceCents: number): boolean {
  const lossCents = side === 'ask' ? referenceCents - priceCents : priceCents - referenceCents;
  return referenceCents > 0 && lossCents * 100 >= referenceCents * QUESTIONABLE_PERCENT;
}

/**
 * True if a typed text is exactly this price in whole dollars. A point or a comma is not, as it makes no difference in
 * the panel.
 */
export function isPriceRepeated(text: string, priceCents: number): boolean {
  const digits = /^\s*(\d{1,7})\s*\$?\s*$/.exec(text)?.[1];
  return digits !== undefined && dollarsToCents(Number(digits)) === priceCents;
}
