import { CENTS_PER_DOLLAR } from './money.js';
import { FIRST_LEVEL, type SellerLevel } from './seller-levels.js';

/** Flat shipping fee of either side, in cents (section 9). */
export const SHIPPING_CENTS = 10 * CENTS_PER_DOLLAR;

/** In thousandths of the price (section 9). The transaction fee depends on the seller's level. */
const PROCESSING_FEE_PER_MILLE = 30;

/** The fee of a seller's level, which a trade freezes. */
type TransactionFee = Pick<SellerLevel, 'transactionFeePerMille'>;

/** The seller's amounts as shown and paid, in cents. */
export interface SellerFees {
  readonly transactionFeeCents: number;
  readonly processingFeeCents: number;
  readonly shippingCents: number;
  /** Negative when the fees are higher than the price. */
  readonly totalCents: number;
}

/** The buyer's amounts as shown and charged, in cents. */
export interface BuyerFees {
  readonly processingFeeCents: number;
  readonly shippingCents: number;
  readonly totalCents: number;
}

/** The amounts that a trade freezes, all in cents: buyer pays = seller gets + platform keeps. */
export interface TradeAmounts {
  readonly sellerTotalCents: number;
  readonly buyerTotalCents: number;
  readonly platformCents: number;
}

/**
 * The seller's fee lines (section 9). Each line is rounded half up to the cent for display. The total subtracts only
 * the whole dollars of each exact fee, so a line of 21.00 may subtract 20 (at 221 dollars).
 */
export function sellerFees(
  priceCents: number,
  { transactionFeePerMille }: TransactionFee = FIRST_LEVEL,
): SellerFees {
  return {
    transactionFeeCents: roundedShareCents(priceCents, transactionFeePerMille),
    processingFeeCents: roundedShareCents(priceCents, PROCESSING_FEE_PER_MILLE),
    shippingCents: SHIPPING_CENTS,
    totalCents:
      priceCents -
      wholeDollarShareCents(priceCents, transactionFeePerMille) -
      wholeDollarShareCents(priceCents, PROCESSING_FEE_PER_MILLE) -
      SHIPPING_CENTS,
  };
}

/** The buyer's fee lines (section 9). The total is price + processing fee, rounded half up to the cent, + shipping. */
export function buyerFees(priceCents: number): BuyerFees {
  const processingFeeCents = roundedShareCents(priceCents, PROCESSING_FEE_PER_MILLE);
  return {
    processingFeeCents,
    shippingCents: SHIPPING_CENTS,
    totalCents: priceCents + processingFeeCents + SHIPPING_CENTS,
  };
}

/** The amounts of a trade at this price and the seller's level, the same as the panels showed (section 9). */
export function tradeAmounts(priceCents: number, level: TransactionFee = FIRST_LEVEL): TradeAmounts {
  const sellerTotalCents = sellerFees(priceCents, level).totalCents;
  const buyerTotalCents = buyerFees(priceCents).totalCents;
  return { sellerTotalCents, buyerTotalCents, platformCents: buyerTotalCents - sellerTotalCents };
}

function roundedShareCents(priceCents: number, perMille: number): number {
  return Math.floor((priceCents * perMille + 500) / 1000);
}

function wholeDollarShareCents(priceCents: number, perMille: number): number {
  return Math.floor((priceCents * perMille) / (1000 * CENTS_PER_DOLLAR)) * CENTS_PER_DOLLAR;
}
