import type { OrderStatus } from '@perkex/core/order-book/order.js';
import { describe, expect, it } from 'vitest';
import { type FollowedEvent, faultOf } from '../src/crash/drop-copy-follower.js';
import { expectHeld, isGroupAsAcknowledged, type StoredOrder } from '../src/crash/read-back.js';
import type { HeldOrder } from '../src/crash/traders.js';

const BID = { id: 'bid', name: 'Crash One', sizes: ['9', '9.5', '10'], price: 100 };

const RESTING = { ...BID, hasTraded: false, hasRested: true };
const TRADED_AT_ONCE = { ...BID, hasTraded: true, hasRested: false };

describe('the orders of a trader', () => {
  const PLACED = { id: 'order', call: 'ask', name: 'Crash One', size: '9', price: 100 } as const;
  const HELD: HeldOrder = { ...PLACED, status: 'open', tradedPrice: null, isCancellationSent: false };
  const STORED: StoredOrder = {
    ...PLACED,
    userId: 'trader',
    productId: 1,
    side: 'ask',
    groupId: null,
    status: 'open',
    tradedPrice: null,
    tradeId: null,
    tradedBy: null,
  };
  const TRADED = { status: 'traded', tradedPrice: 101, tradeId: 'trade', tradedBy: 'trader' } as const;

  /** Reads an order back. @returns the order that the trader then holds */
  function readBack(held: HeldOrder | null, stored: StoredOrder[], mayHavePlaced = false) {
    const order = held && { ...held };
    const orders = new Map(order ? [[order.id, order]] : []);
    expectHeld({ uid: 'trader', held: orders, mayHavePlaced: () => mayHavePlaced }, stored);
    return order;
  }

  it.each<[string, HeldOrder, StoredOrder[]]>([
    ['an open order without a row', HELD, []],
    ['an open order that is cancelled, unasked', HELD, [{ ...STORED, status: 'cancelled' }]],
    ['an open order at another price', HELD, [{ ...STORED, price: 101 }]],
    ['an open order that traded for another user', HELD, [{ ...STORED, ...TRADED, tradedBy: 'other' }]],
    ['a traded order that is open', { ...HELD, status: 'traded', tradedPrice: 101 }, [STORED]],
    ['a trade at another price', { ...HELD, status: 'traded', tradedPrice: 102 }, [{ ...STORED, ...TRADED }]],
    ['a cancelled order that is open', { ...HELD, status: 'cancelled' }, [STORED]],
  ])('are incomplete with %s', (_what, held, stored) => {
    expect(() => readBack(held, stored)).toThrow(/^Lost: /);
  });

  it('are as acknowledged, or have traded or been cancelled since', () => {
    expect(readBack(HELD, [STORED])).toEqual(HELD);
    expect(readBack(HELD, [{ ...STORED, ...TRADED }])).toMatchObject({ status: 'traded', tradedPrice: 101 });
    const cancelled = readBack({ ...HELD, isCancellationSent: true }, [{ ...STORED, status: 'cancelled' }]);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
  });

  it('include another one only if its request is unanswered', () => {
    expect(() => readBack(null, [STORED])).toThrow(/^Stored but never acknowledged: /);
    expect(readBack(null, [STORED], true)).toBeNull();
  });
});

describe('the orders of a bid over several sizes', () => {
  it.each<[string, typeof RESTING, OrderStatus[], boolean]>([
    ['that rests, of each size', RESTING, ['open', 'open', 'open'], true],
    ['that rests, without one', RESTING, ['open', 'open'], false],
    ['that rested and traded since', RESTING, ['traded', 'cancelled', 'cancelled'], true],
    ['that rested and traded since, without one', RESTING, ['traded', 'cancelled'], false],
    ['that rested and traded since, without the others', RESTING, ['traded'], false],
    ['that traded, with one still open', RESTING, ['traded', 'open', 'cancelled'], false],
    ['that traded twice', RESTING, ['traded', 'traded', 'cancelled'], false],
    ['that traded at once', TRADED_AT_ONCE, ['traded'], true],
    ['whose trade was in the answer to a resend', TRADED_AT_ONCE, ['traded', 'cancelled', 'cancelled'], true],
    ['that traded at once, without its trade', TRADED_AT_ONCE, [], false],
  ])('%s', (_what, bid, statuses, isKept) => {
    const found = statuses.map((status) => ({ name: BID.name, price: BID.price, status }));
    expect(isGroupAsAcknowledged(bid, found)).toBe(isKept);
  });
});

describe('a drop copy', () => {
  const ORDERS = [
    { id: 'a', status: 'traded', tradeId: 't' },
    { id: 'b', status: 'open', tradeId: null },
  ] as const;
  const EVENTS: FollowedEvent[] = [
    { number: 1, kind: 'order', order: 'a', status: 'open' },
    { number: 2, kind: 'order', order: 'b', status: 'open' },
    { number: 3, kind: 'order', order: 'a', status: 'traded' },
    { number: 4, kind: 'trade', trade: 't' },
  ];
  const [first, second, third, fourth] = EVENTS as [
    FollowedEvent,
    FollowedEvent,
    FollowedEvent,
    FollowedEvent,
  ];

  it.each<[string, FollowedEvent[], string | null]>([
    ['that is complete', EVENTS, null],
    ['of an order that traded at once', [second, third, fourth].map(renumbered), null],
    ['with a gap', [first, second, fourth], 'has number 4 in the place of 3.'],
    ['with a repeat', [first, first], 'has number 1 in the place of 2.'],
    ['without the trade of an order', EVENTS.slice(0, 3), 'has 2 orders and 0 trades, the database 2 and 1.'],
    [
      'without the end of an order',
      [first, second, fourth].map(renumbered),
      'has ["open"] for order a, which is traded.',
    ],
    [
      'with a change twice',
      [...EVENTS, third].map(renumbered),
      'has ["open","traded","traded"] for order a, which is traded.',
    ],
  ])('%s', (_what, events, fault) => {
    expect(faultOf(events, ORDERS)).toBe(fault);
  });

  function renumbered(event: FollowedEvent, index: number): FollowedEvent {
    return { ...event, number: index + 1 };
  }
});
