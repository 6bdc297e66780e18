import type { SaleRow } from '@perkex/contract/user-data.js';
import { buyerFees, sellerFees } from '@perkex/core/fees.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { totalCents } from './rows.js';

export interface ReceiptLine {
  readonly name: string;
  /** Negative for what is taken off. */
  readonly amountCents: number;
}

export interface ReceiptLines {
  /** They add up to the total. */
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
  const today = side === 'ask' ? linesOfSale(priceCents) : linesOfPurchase(priceCents);
  const lines =
    today.totalCents === kept ? today.lines : [{ name: 'Fees and Shipping', amountCents: kept - priceCents }];
  const first = { name: side === 'ask' ? 'Sell Price' : 'Purchase Price', amountCents: priceCents };
  return { lines: [first, ...lines], totalCents: kept };
}

function linesOfSale(priceCents: number): ReceiptLines {
  const fees = sellerFees(priceCents);
  const lines = [
    { name: 'Transaction Fee (9,5%)', amountCents: -fees.transactionFeeCents },
    { name: 'Payment Proc. (3%)', amountCents: -fees.processingFeeCents },
    { name: 'Shipping', amountCents: -fees.shippingCents },
  ];
  const exactCents = lines.reduce((sum, { amountCents }) => sum + amountCents, priceCents);
  // Of each fee only the whole dollars are taken off (section 9).
  const roundingCents = fees.totalCents - exactCents;
  if (roundingCents !== 0) {
    lines.push({ name: 'Rounding in your favour', amountCents: roundingCents });
  }
  return { lines, totalCents: fees.totalCents };
}

function linesOfPurchase(priceCents: number): ReceiptLines {
  const fees = buyerFees(priceCents);
  return {
    lines: [
      { name: 'Processing Fee', amountCents: fees.processingFeeCents },
      { name: 'Shipping', amountCents: fees.shippingCents },
    ],
    totalCents: fees.totalCents,
  };
}
