import { buyerFees, sellerFees } from '@perkex/core/fees.js';

/** The fees of section 9. With the price, the lines add up to the total. */
export interface FeeBreakdown {
  readonly lines: readonly FeeLine[];
  readonly totalCents: number;
  /** The meaning of a seller's total, beside its name. */
  readonly totalMeans?: string;
}

export interface FeeLine {
  readonly name: string;
  readonly amountCents: number;
  /** Added to the price or deducted from it. */
  readonly sign: '+' | '−';
  /** The reason for the line, where it is not obvious. */
  readonly note?: string;
}

export function sellerFeeBreakdown(priceCents: number): FeeBreakdown {
  const fees = sellerFees(priceCents);
  const lines: FeeLine[] = [
    { name: 'Transaction Fee (9,5%)', amountCents: fees.transactionFeeCents, sign: '−' },
    { name: 'Payment Proc. (3%)', amountCents: fees.processingFeeCents, sign: '−' },
    { name: 'Shipping', amountCents: fees.shippingCents, sign: '−' },
  ];
  const exactCents = lines.reduce((cents, { amountCents }) => cents - amountCents, priceCents);
  const roundingCents = fees.totalCents - exactCents;
  if (roundingCents > 0) {
    lines.push({
      name: 'Rounding in your favour',
      amountCents: roundingCents,
      sign: '+',
      note: 'Of each fee, only the whole dollars are taken.',
    });
  }
  return { lines, totalCents: fees.totalCents, totalMeans: 'You get' };
}

export function buyerFeeBreakdown(priceCents: number): FeeBreakdown {
  const fees = buyerFees(priceCents);
  return {
    lines: [
      { name: 'Processing Fee', amountCents: fees.processingFeeCents, sign: '+' },
      { name: 'Shipping', amountCents: fees.shippingCents, sign: '+' },
    ],
    totalCents: fees.totalCents,
  };
}
