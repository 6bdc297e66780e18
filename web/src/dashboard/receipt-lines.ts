import type { SaleRow } from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { buyerFeeBreakdown, type FeeLine, sellerFeeBreakdown } from '../market/fee-breakdown.js';
import { totalCents } from './rows.js';

export interface ReceiptLine {
  readonly name: string;
  /** Negative for what is taken off. */
  readonly amountCents: number;
}

export interface ReceiptLines {
  /** The price first, and what is added to it or taken off. They add up to the total. */
  readonly lines: readonly ReceiptLine[];
  readonly totalCents: number;
}

/**
 * What a trade comes to for its user, line by line. The total is the one that was kept with the trade; one that today's
 * fees do not explain gets a single line for all of them.
 * @param side that of the user's order: 'ask' for sales
 */
export function receiptLines(side: Side, row: SaleRow): ReceiptLines {
  const priceCents = dollarsToCents(row.price ?? 0);
  const kept = totalCents([row]);
  const today = side === 'ask' ? sellerFeeBreakdown(priceCents) : buyerFeeBreakdown(priceCents);
  const lines =
    today.totalCents === kept
      ? today.lines.map(signed)
      : [{ name: 'Fees and Shipping', amountCents: kept - priceCents }];
  const first = { name: side === 'ask' ? 'Sell Price' : 'Purchase Price', amountCents: priceCents };
  return { lines: [first, ...lines], totalCents: kept };
}

function signed({ name, amountCents, sign }: FeeLine): ReceiptLine {
  return { name, amountCents: sign === '+' ? amountCents : -amountCents };
}
