import { BLANK_SALE_ROW, type SaleRow } from '@perkex/contract/user-data.js';
import { tradeAmounts } from '@perkex/core/fees.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { describe, expect, it } from 'vitest';
import { receiptLines } from './receipt-lines.js';

function trade(price: number, total: number): SaleRow {
  return { ...BLANK_SALE_ROW, price, total };
}

const sum = (lines: readonly { amountCents: number }[]) =>
  lines.reduce((cents, { amountCents }) => cents + amountCents, 0);

describe('receiptLines', () => {
  it('names the price and every fee of a purchase', () => {
    expect(receiptLines('bid', trade(201, 217.03))).toEqual({
      lines: [
        { name: 'Purchase Price', amountCents: 20_100 },
        { name: 'Processing Fee', amountCents: 603 },
        { name: 'Shipping', amountCents: 1_000 },
      ],
      totalCents: 21_703,
    });
  });

  it('returns the cents of the fees to a seller in a line of their own', () => {
    expect(receiptLines('ask', trade(221, 185)).lines).toEqual([
      { name: 'Sell Price', amountCents: 22_100 },
      { name: 'Transaction Fee (9,5%)', amountCents: -2_100 },
      { name: 'Payment Proc. (3%)', amountCents: -663 },
      { name: 'Shipping', amountCents: -1_000 },
      { name: 'Rounding in your favour', amountCents: 163 },
    ]);
  });

  it('adds up to the stored total at any price', () => {
    for (let price = 1; price <= 1_000; price += 1) {
      const { sellerTotalCents, buyerTotalCents } = tradeAmounts(dollarsToCents(price));
      for (const [side, cents] of [
        ['ask', sellerTotalCents],
        ['bid', buyerTotalCents],
      ] as const) {
        const { lines, totalCents } = receiptLines(side, trade(price, cents / 100));
        expect(totalCents).toBe(cents);
        expect(sum(lines)).toBe(cents);
        expect(lines.map(({ name }) => name)).not.toContain('Fees and Shipping');
      }
    }
  });

  it('has a single line for fees that have changed since', () => {
    expect(receiptLines('bid', trade(100, 120))).toEqual({
      lines: [
        { name: 'Purchase Price', amountCents: 10_000 },
        { name: 'Fees and Shipping', amountCents: 2_000 },
      ],
      totalCents: 12_000,
    });
  });
});
