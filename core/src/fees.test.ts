import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyerFees, sellerFees, tradeAmounts } from './fees.js';
import { dollarsToCents } from './money.js';

describe('the fees of section 9', () => {
  it.each([
    { price: 1, transaction: 10, processing: 3, seller: -900, buyer: 1103 },
    { price: 100, transaction: 950, processing: 300, seller: 7800, buyer: 11300 },
    { price: 201, transaction: 1910, processing: 603, seller: 16600, buyer: 21703 },
    { price: 221, transaction: 2100, processing: 663, seller: 18500, buyer: 23763 },
    { price: 240, transaction: 2280, processing: 720, seller: 20100, buyer: 25720 },
    {
      price: 1_000_000,
      transaction: 9_500_000,
      processing: 3_000_000,
      seller: 87_499_000,
      buyer: 103_001_000,
    },
  ])('at $price dollars', ({ price, transaction, processing, seller, buyer }) => {
    expect(sellerFees(dollarsToCents(price))).toEqual({
      transactionFeeCents: transaction,
      processingFeeCents: processing,
      shippingCents: 1000,
      totalCents: seller,
    });
    expect(buyerFees(dollarsToCents(price))).toEqual({
      processingFeeCents: processing,
      shippingCents: 1000,
      totalCents: buyer,
    });
  });

  it('add up to the cent: the buyer pays what the seller gets plus what the platform keeps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (price) => {
        const amounts = tradeAmounts(dollarsToCents(price));
        expect(amounts.buyerTotalCents).toBe(amounts.sellerTotalCents + amounts.platformCents);
        expect(amounts.platformCents).toBeGreaterThan(0);
        expect(Object.values(amounts).every(Number.isInteger)).toBe(true);
      }),
    );
  });
});
