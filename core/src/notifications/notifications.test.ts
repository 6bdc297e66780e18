import { describe, expect, it } from 'vitest';
import {
  type Notification,
  type NotifiedChange,
  notificationsOf,
  notifiedOrder,
  withoutRepeats,
} from './notifications.js';

const AT_MS = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;

const ABOUT = { productId: 3, size: '9', atMs: AT_MS };
const NOTHING: NotifiedChange = { ...ABOUT, orders: [], trades: [], outbid: [] };

const TRADE = { id: 'trade 1', askSeq: 4, bidSeq: 7, sellerId: 'ann', buyerId: 'bob', priceCents: 24_000 };
const ANNS_ASK = { seq: 4, userId: 'ann', side: 'ask' } as const;
const BOBS_BID = { seq: 7, userId: 'bob', side: 'bid' } as const;
const CANCELLED = { ...ANNS_ASK, status: 'cancelled' } as const;

describe('the notifications of a change', () => {
  const rows: [name: string, change: Partial<NotifiedChange>, notices: Partial<Notification>[]][] = [
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
      'a bid that lost the best price',
      { outbid: [{ ...BOBS_BID, bestCents: 23_000 }] },
      [{ kind: 'outbid', userId: 'bob', side: 'bid', orderSeq: 7, priceCents: 23_000, tradeId: null }],
    ],
    [
      'an ask that lost the best price',
      { outbid: [{ ...ANNS_ASK, bestCents: 25_000 }] },
      [{ kind: 'undercut', userId: 'ann', side: 'ask', orderSeq: 4, priceCents: 25_000, tradeId: null }],
    ],
    [
      'an order cancelled by the platform',
      { orders: [{ ...CANCELLED, reason: 'platform' }] },
      [{ kind: 'removed', userId: 'ann', side: 'ask', orderSeq: 4, priceCents: null, tradeId: null }],
    ],
    ['an order cancelled by its owner', { orders: [CANCELLED] }, []],
    ['an order that was placed', { orders: [{ ...BOBS_BID, status: 'open' }] }, []],
    ['an order that traded, besides its trade', { orders: [{ ...BOBS_BID, status: 'traded' }] }, []],
  ];

  it.each(rows)('%s', (_name, change, notices) => {
    expect(notificationsOf({ ...NOTHING, ...change })).toEqual(
      notices.map((notice) => ({ ...ABOUT, ...notice })),
    );
  });
});

describe('the notification of a lost best price', () => {
  /** Bob's bid loses the best price at these minutes. */
  const losesAt = (...minutes: number[]) =>
    minutes.flatMap((minute) =>
      notificationsOf({
        ...NOTHING,
        atMs: AT_MS + minute * MINUTE_MS,
        outbid: [{ ...BOBS_BID, bestCents: 23_000 + minute }],
      }),
    );
  const minutesOf = (notices: readonly Notification[]) =>
    notices.map(({ atMs }) => (atMs - AT_MS) / MINUTE_MS);

  const rows: [name: string, sentAtMinute: number | null, lost: number[], sent: number[]][] = [
    ['is sent the first time', null, [0], [0]],
    ['is sent once an hour', null, [0, 1, 2, 59], [0]],
    ['is sent again after an hour', null, [0, 30, 60, 90, 120], [0, 60, 120]],
    ['is not sent within an hour of the previous one', -59, [0, 1], [1]],
    ['is sent an hour after the previous one', -60, [0], [0]],
    ['is not sent for an event before the previous one', 5, [0], []],
  ];

  it.each(rows)('%s', (_name, sentAtMinute, lost, sent) => {
    const notices = losesAt(...lost);
    const before = sentAtMinute === null ? [] : [AT_MS + sentAtMinute * MINUTE_MS];
    const order = notifiedOrder(notices[0] as Notification);
    const sentAtMs = new Map(before.map((atMs) => [order, atMs]));
    expect(minutesOf(withoutRepeats(notices, sentAtMs))).toEqual(sent);
  });

  it('does not suppress that of another order, nor that of a trade', () => {
    const notices = notificationsOf({
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
