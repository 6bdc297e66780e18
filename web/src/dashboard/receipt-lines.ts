import type { SaleRow } from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { FIRST_LEVEL, perMilleOf } from '@perkex/core/seller-levels.js';
import { buyerFeeBreakdown, type FeeLine, sellerFeeBreakdown } from '../products/fee-breakdown.js';
import { totalCents } from './rows.js';

export interface ReceiptLine {
  readonly name: string;
  /** Negative for deductions. */
  readonly amountCents: number;
}

export interface ReceiptLines {
  /** The price first, then additions and deductions. They add up to the total. */
  readonly lines: readonly ReceiptLine[];
  readonly totalCents: number;
}

/**
 * The receipt of a trade, line by line. The total is the stored one. If today's fees do not explain it, a single line
 * replaces all fee lines.
 * @param side the side of the user's order: 'ask' for sales
 */
export function receiptLines(side: Side, row: SaleRow): ReceiptLines {
  const priceCents = dollarsToCents(row.price ?? 0);
  const tradeCents = totalCents([row]);
  const today = side === 'ask' ? sellerFeeBreakdown(priceCents, feeOf(row)) : buyerFeeBreakdown(priceCents);
  const lines =
    today.totalCents === tradeCents
      ? today.lines.map(signed)
      : [{ name: 'Fees and Shipping', amountCents: tradeCents - priceCents }];
  const first = { name: side === 'ask' ? 'Sell Price' : 'Purchase Price', amountCents: priceCents };
  return { lines: [first, ...lines], totalCents: tradeCents };
}

/** Sales of versions without levels had the fee of the first. */
function feeOf({ transactionFee }: SaleRow) {
  return transactionFee === undefined ? FIRST_LEVEL : { transactionFeePerMille: perMilleOf(transactionFee) };
}

function signed({ name, amountCents, sign }: FeeLine): ReceiptLine {
  return { name, amountCents: sign === '+' ? amountCents : -amountCents };
}
