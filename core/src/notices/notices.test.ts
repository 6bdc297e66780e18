import { describe, expect, it } from 'vitest';
import { type Notice, type NoticedChange, noticedOrder, noticesOf, withoutRepeats } from './notices.js';

const AT_MS = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;

const ABOUT = { productId: 3, size: '9', atMs: AT_MS };
const NOTHING: NoticedChange = { ...ABOUT, orders: [], trades: [], outbid: [] };

const TRADE = { id: 'trade 1', askSeq: 4, bidSeq: 7, sellerId: 'ann', buyerId: 'bob', priceCents: 24_000 };
const ANNS_ASK = { seq: 4, userId: 'ann', side: 'ask' } as const;
const BOBS_BID = { seq: 7, userId: 'bob', side: 'bid' } as const;
const CANCELLED = { ...ANNS_ASK, status: 'cancelled' } as const;

describe('the notices of a change', () => {
  const rows: [name: string, change: Partial<NoticedChange>, notices: Partial<Notice>[]][] = [
    ['nothing', {}, []],
    [
      'a trade',
      { trades: [TRADE] },
      [
        { kind: 'trade', userId: 'ann', side: 'ask', orderSeq: 4, priceCents: 24_000, tradeId: 'trade 1' },
        { kind: 'trade', userId: 'bob', side: 'bid', orderSeq: 7, priceCents: 24_000, tradeId: 'trade 1' },
      ],
    ],
    [
      'a bid that lost the best place',
      { outbid: [{ ...BOBS_BID, bestCents: 23_000 }] },
      [{ kind: 'outbid', userId: 'bob', side: 'bid', orderSeq: 7, priceCents: 23_000, tradeId: null }],
    ],
    [
      'an ask that lost the best place',
      { outbid: [{ ...ANNS_ASK, bestCents: 25_000 }] },
      [{ kind: 'undercut', userId: 'ann', side: 'ask', orderSeq: 4, priceCents: 25_000, tradeId: null }],
    ],
    [
      'an order that the house has cancelled',
      { orders: [{ ...CANCELLED, isByHouse: true }] },
      [{ kind: 'removed', userId: 'ann', side: 'ask', orderSeq: 4, priceCents: null, tradeId: null }],
    ],
    ['an order that its owner has cancelled', { orders: [CANCELLED] }, []],
    ['an order that was placed', { orders: [{ ...BOBS_BID, status: 'open' }] }, []],
    ['an order that traded, besides its trade', { orders: [{ ...BOBS_BID, status: 'traded' }] }, []],
  ];

  it.each(rows)('%s', (_name, change, notices) => {
    expect(noticesOf({ ...NOTHING, ...change })).toEqual(notices.map((notice) => ({ ...ABOUT, ...notice })));
  });
});

describe('a flapping best place', () => {
  /** Bob's bid loses the best place at these minutes. */
  const losesAt = (...minutes: number[]) =>
    minutes.flatMap((minute) =>
      noticesOf({
        ...NOTHING,
        atMs: AT_MS + minute * MINUTE_MS,
        outbid: [{ ...BOBS_BID, bestCents: 23_000 + minute }],
      }),
    );
  const minutesOf = (notices: readonly Notice[]) => notices.map(({ atMs }) => (atMs - AT_MS) / MINUTE_MS);

  const rows: [name: string, toldAtMinute: number | null, lost: number[], told: number[]][] = [
    ['is told the first time', null, [0], [0]],
    ['is told once in an hour', null, [0, 1, 2, 59], [0]],
    ['is told again after an hour', null, [0, 30, 60, 90, 120], [0, 60, 120]],
    ['is not told within an hour of what was told before', -59, [0, 1], [1]],
    ['is told an hour after what was told before', -60, [0], [0]],
    ['is not told of what was before the last time', 5, [0], []],
  ];

  it.each(rows)('%s', (_name, toldAtMinute, lost, told) => {
    const notices = losesAt(...lost);
    const before = toldAtMinute === null ? [] : [AT_MS + toldAtMinute * MINUTE_MS];
    const order = noticedOrder(notices[0] as Notice);
    const toldAtMs = new Map(before.map((atMs) => [order, atMs]));
    expect(minutesOf(withoutRepeats(notices, toldAtMs))).toEqual(told);
  });

  it('of one order does not silence another, nor a trade', () => {
    const notices = noticesOf({
      ...NOTHING,
      trades: [TRADE, { ...TRADE, id: 'trade 2', askSeq: 5, bidSeq: 8 }],
      outbid: [
        { ...BOBS_BID, bestCents: 1 },
        { ...BOBS_BID, seq: 9, bestCents: 1 },
      ],
    });
    expect(withoutRepeats(notices, new Map())).toEqual(notices);
  });
});
