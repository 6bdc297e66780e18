import type { DeskMoney } from '@perkex/contract/desk-money.js';
import type { Role } from '@perkex/contract/roles.js';
import type { ReactNode } from 'react';
import { DeskLayout } from '../../src/desk/desk-layout.js';
import { deskOf } from './desk-deal.js';
import type { FakeServer } from './fake-server.js';

export const CODE = '7-0V9K-2M3B-1RFH-TQ8Z-K';
/** A button accepts presses only when it has settled. */
export const SETTLED_MS = 800;
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

/** The member of the session. */
export function answerAsMember(server: FakeServer, role: Role): void {
  server.answer('desk', deskOf(role));
  server.answer('savedFilters', { filters: [] });
}

/** A page in the frame of the desk. */
export const inDesk = (Page: () => ReactNode) => () => (
  <DeskLayout>
    <Page />
  </DeskLayout>
);
