import { expect, it } from 'vitest';
import type { Book } from './book.js';
import { lifetimeMs } from './lifetime.js';
import { match } from './match.js';
import { type Placement, READY } from './order.js';

const NOW_MS = Date.UTC(2026, 0, 1);

function placement(call: Placement['call'], more: Partial<Placement> = {}): Placement {
  return {
    kind: 'placement',
    call,
    userId: 'cid',
    orderId: 'one',
    priceCents: 30_000,
    readiness: READY,
    earlier: null,
    ...more,
  };
}

/** The best ask expires now, the next one a millisecond later. */
const book: Book = {
  seq: 2,
  asks: [
    { seq: 2, userId: 'ann', priceCents: 20_000, expiresAtMs: NOW_MS },
    { seq: 1, userId: 'bob', priceCents: 21_000, expiresAtMs: NOW_MS + 1 },
  ],
  bids: [],
};

it('an order ends at the moment of its expiry: the next one trades', () => {
  const { answers, changes } = match(book, [placement('buy')], NOW_MS);
  expect(answers).toEqual([{ kind: 'traded', seq: 4, priceCents: 21_000 }]);
  expect(changes.cancelled).toEqual([{ seq: 3, orderSeq: 2 }]);
  expect(changes.closed).toEqual([
    { seq: 2, userId: 'ann', side: 'ask', status: 'cancelled', closedSeq: 3, reason: 'expired' },
    { seq: 1, userId: 'bob', side: 'ask', status: 'traded', closedSeq: 4, reason: null },
  ]);
  expect(changes.summary).toMatchObject({ seq: 4, lowestAskCents: null, openAsksDelta: -2 });
});

it('an order expires so many days after the clock of its book, also if it trades on arrival', () => {
  const placed = (call: Placement['call']) =>
    match({ ...book, asks: [] }, [placement(call, { lifetimeMs: lifetimeMs(30) })], NOW_MS).changes.placed;
  expect(placed('bid')).toMatchObject([{ expiresAtMs: Date.UTC(2026, 0, 31) }]);
  const traded = (call: Placement['call']) =>
    match(book, [placement(call, { lifetimeMs: lifetimeMs(30) })], NOW_MS).changes.placed;
  expect(traded('bid')).toMatchObject([{ tradedPriceCents: 21_000, expiresAtMs: Date.UTC(2026, 0, 31) }]);
  expect(traded('buy')).toMatchObject([{ tradedPriceCents: 21_000, expiresAtMs: null }]);
});

it('an expired order cannot be replaced, and its removal closes it as expired', () => {
  const order = { seq: 2, side: 'ask', status: 'open', expiresAtMs: NOW_MS } as const;
  const replacing = placement('ask', { userId: 'ann', replaced: order });
  const removing = { kind: 'cancellation', userId: 'ann', side: 'ask', order, reason: 'owner' } as const;
  const { answers, changes } = match({ ...book, asks: [] }, [replacing, removing], NOW_MS);
  expect(answers).toEqual([
    { kind: 'refused', code: 'unknown-order' },
    { kind: 'cancelled', wasOpen: false },
  ]);
  expect(changes.closed).toMatchObject([{ seq: 2, userId: 'ann', reason: 'expired' }]);
});

it('a sweep closes the expired ones of its orders, each once', () => {
  const orders = [2, 2, 1].map((seq) => ({
    seq,
    side: 'ask',
    status: 'open',
    userId: 'ann',
    expiresAtMs: NOW_MS + 2 - seq,
  })) as { seq: number; side: 'ask'; status: 'open'; userId: string; expiresAtMs: number }[];
  const { answers, changes } = match({ ...book, asks: [] }, [{ kind: 'sweep', orders }], NOW_MS);
  expect(answers).toEqual([{ kind: 'swept' }]);
  expect(changes.closed).toMatchObject([{ seq: 2, closedSeq: 3, reason: 'expired' }]);
});
