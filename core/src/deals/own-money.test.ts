import { expect, it } from 'vitest';
import {
  type Act,
  collected,
  credit,
  DELIVERED,
  held,
  netted,
  PAID,
  pay,
  REJECTED,
  run,
  SENT,
  TERMS,
  termsAt,
  VERIFIED,
} from '../../test/deal-table.js';
import type { DealTerms, Party } from './deal.js';
import { debtCents, ownMoney, payableCreditCents, uncountedPenaltyCents } from './own-money.js';

function moneyOf(acts: readonly Act[], party: Party, terms?: DealTerms): string {
  const { deal, transfers } = run(acts, terms);
  return ownMoney(deal, transfers, party)
    .map(({ kind, cents }) => `${kind} ${cents}`)
    .join(', ');
}

const NOT_SHIPPED: readonly Act[] = [...PAID, 'deadline-passed'];
const CHARGED_BACK: readonly Act[] = [...PAID, 'dispute-opened', 'dispute-lost'];

it.each<[what: string, acts: readonly Act[], buyer: string, seller: string, terms?: DealTerms]>([
  ['before anything has happened', [], '', ''],
  ['while the payment is collected', [pay], 'collecting 25720', ''],
  ['after a declined payment', [pay, 'payment-declined'], '', ''],
  ['until the check', PAID, 'payment-held 25720', 'sale-held 20100'],
  ['after the check', VERIFIED, 'spent 25720', 'payout-owed 20100'],
  ['during the payout', [...VERIFIED, netted(0)], 'spent 25720', 'payout-on-its-way 20100'],
  ['after the payout', SENT, 'spent 25720', 'paid-out 20100'],
  [
    'of a seller with a debt',
    [...VERIFIED, netted(3_000)],
    'spent 25720',
    'payout-on-its-way 17100, settled 3000',
  ],
  [
    'of a price below the fees',
    [pay, held(1_103), 'ship', 'receive', 'pass'],
    'spent 1103',
    'fees-owed 900',
    termsAt(1),
  ],
  ['until the buyer has chosen', NOT_SHIPPED, 'refund-owed 25720', ''],
  [
    'after the refund and the penalty',
    [...NOT_SHIPPED, 'choose-refund', 'refund-done', 'deadline-passed'],
    'refunded 25720',
    'penalty 3600',
  ],
  ['during a refund', [...REJECTED, 'choose-refund'], 'refund-on-its-way 25720', ''],
  [
    'of a buyer who is refunded in part',
    [...DELIVERED, 'claim', { type: 'refund-part', refundCents: 5_000 }, 'refund-done'],
    'refunded 5000, spent 20720',
    'paid-out 20100',
  ],
  [
    'that was carried over',
    [
      ...NOT_SHIPPED,
      { type: 'choose-lowest-ask', limitCents: 25_000 },
      { type: 'replacement-traded', buyerTotalCents: 25_720 },
    ],
    '',
    '',
  ],
  [
    'that was carried here',
    [{ type: 'pay', method: 'card', carriedCents: 25_720 }],
    'payment-held 25720',
    'sale-held 20100',
  ],
  ['after a lost chargeback', CHARGED_BACK, '', 'sale-held 20100'],
  [
    'after a lost chargeback and the check',
    [...CHARGED_BACK, 'ship', 'receive', 'pass'],
    '',
    'payout-owed 20100',
  ],
  [
    'after a payout that bounced at the end',
    [...DELIVERED, 'confirm', 'payout-failed'],
    'spent 25720',
    'credited 20100',
  ],
  [
    'after a penalty that was collected in part',
    [...NOT_SHIPPED, 'choose-refund', 'refund-done', 'deadline-passed', collected(2_001)],
    'refunded 25720, credited 1000',
    'penalty 3600, penalty-paid 2001',
  ],
  [
    'while a credit is paid out',
    [...NOT_SHIPPED, 'deadline-passed', collected(3_600), credit('buyer', 1_000)],
    'refund-on-its-way 25720, credited 800, credit-on-its-way 1000',
    'penalty 3600, penalty-paid 3600',
  ],
  [
    'after the payout of a credit',
    [...NOT_SHIPPED, 'deadline-passed', collected(3_600), credit('buyer', 1_800), 'credit-done'],
    'refund-on-its-way 25720, credit-paid 1800',
    'penalty 3600, penalty-paid 3600',
  ],
  [
    'after the payout of a credit that bounced',
    [...DELIVERED, 'confirm', 'payout-failed', credit('seller', 20_100), 'credit-done', 'credit-failed'],
    'spent 25720',
    'credited 20100',
  ],
])('shows the money %s', (_what, acts, buyer, seller, terms = TERMS) => {
  expect(moneyOf(acts, 'buyer', terms)).toBe(buyer);
  expect(moneyOf(acts, 'seller', terms)).toBe(seller);
});

it('a debt is what penalties and fees exceed payouts and credits by', () => {
  expect(debtCents({})).toBe(0);
  expect(debtCents({ penalty: 3_600, 'fees-owed': 900, settled: 1_000, 'paid-out': 5_000 })).toBe(3_500);
  expect(debtCents({ penalty: 3_600, credited: 20_100 })).toBe(0);
});

it('a credit can be paid out as far as it exceeds what its user owes', () => {
  expect(payableCreditCents({})).toBe(0);
  expect(payableCreditCents({ credited: 1_800, penalty: 1_500 })).toBe(300);
  expect(payableCreditCents({ credited: 1_800, penalty: 3_600 })).toBe(0);
  expect(payableCreditCents({ credited: 1_800, penalty: 3_600, settled: 3_600 })).toBe(1_800);
});

it('payouts and credits pay penalties before fees, and each cent once', () => {
  expect(uncountedPenaltyCents({ penalty: 3_600 })).toBe(0);
  expect(uncountedPenaltyCents({ penalty: 3_600, 'fees-owed': 900, settled: 1_000 })).toBe(1_000);
  expect(
    uncountedPenaltyCents({ penalty: 3_600, settled: 1_000, credited: 500, 'penalty-paid': 1_200 }),
  ).toBe(300);
  expect(uncountedPenaltyCents({ penalty: 3_600, 'fees-owed': 900, settled: 4_500 })).toBe(3_600);
  expect(uncountedPenaltyCents({ penalty: 3_600, credited: 9_000, 'penalty-paid': 3_600 })).toBe(0);
});
