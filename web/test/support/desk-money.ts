import type { DeskMoney } from '@perkex/contract/desk-money.js';

export const NOTHING = { count: 0, amount: 0 };
const WAITING = { count: 2, amount: 432.5, oldest: '2026-11-26T18:00:00.000Z' };

export const MONEY: DeskMoney = {
  provider: 'bank',
  queues: [
    { queue: 'payments', ...WAITING },
    { queue: 'claims', count: 0, amount: 0, oldest: null },
    { queue: 'appeals', count: 0, amount: 0, oldest: null },
    { queue: 'disputes', count: 0, amount: 0, oldest: null },
    { queue: 'failed-payouts', count: 0, amount: 0, oldest: null },
    { queue: 'failed-refunds', count: 0, amount: 0, oldest: null },
    { queue: 'debts', count: 1_000, amount: 25_000, oldest: '2026-11-20T18:00:00.000Z' },
  ],
  bank: {
    lines: { count: 1, amount: 5, oldest: '2026-11-26T18:00:00.000Z' },
    payouts: { count: 2, amount: 330 },
    withoutAccount: { count: 1, amount: 16 },
    proposed: NOTHING,
    atBank: NOTHING,
  },
};
