import { buyerFees, sellerFees } from '@perkex/core/fees.js';
import { FIRST_LEVEL, PER_MILLE_PER_PERCENT, type SellerLevel } from '@perkex/core/seller-levels.js';

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

/** @param fee that of the seller's level, or of the trade, which has no level */
export function sellerFeeBreakdown(
  priceCents: number,
  fee: Pick<SellerLevel, 'transactionFeePerMille'> & Partial<Pick<SellerLevel, 'level'>> = FIRST_LEVEL,
): FeeBreakdown {
  const { transactionFeePerMille, level = FIRST_LEVEL.level } = fee;
  const fees = sellerFees(priceCents, { transactionFeePerMille });
  const percent = String(transactionFeePerMille / PER_MILLE_PER_PERCENT).replace('.', ',');
  const lines: FeeLine[] = [
    {
      name: `Transaction Fee (${percent}%)`,
      amountCents: fees.transactionFeeCents,
      sign: '−',
      ...levelNote(level),
    },
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
  return {
    lines,
    totalCents: fees.totalCents,
    totalMeans: fees.totalCents < 0 ? 'The fees are higher: you owe this' : 'You get',
  };
}

/** The level may be another one when an ask trades. */
function levelNote(level: number): Pick<FeeLine, 'note'> {
  return level === FIRST_LEVEL.level
    ? {}
    : { note: `Your fee at seller level ${level}. The level when the pair sells decides.` };
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
