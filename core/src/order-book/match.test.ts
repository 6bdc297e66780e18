import { describe, expect, it } from 'vitest';
import type { Book } from './book.js';
import { match } from './match.js';
import { type Command, type NamedOrder, type OrderCall, type Placement, READY } from './order.js';

const NOW_MS = Date.UTC(2026, 0, 1);
const EMPTY: Book = { seq: 0, asks: [], bids: [] };

function placement(
  call: OrderCall,
  userId: string,
  dollars: number,
  more: Partial<Placement> = {},
): Placement {
  return {
    kind: 'placement',
    call,
    userId,
    orderId: `${userId}-${call}-${dollars}`,
    priceCents: dollars * 100,
    readiness: READY,
    earlier: null,
    ...more,
  };
}

function answersOf(book: Book, ...commands: Command[]) {
  return match(book, commands, NOW_MS).answers;
}

const twoAsks: Book = {
  seq: 2,
  asks: [
    { seq: 2, userId: 'ann', priceCents: 20_000 },
    { seq: 1, userId: 'bob', priceCents: 21_000 },
  ],
  bids: [],
};

describe('placing', () => {
  it('an ask or a bid that crosses no order rests', () => {
    expect(answersOf(EMPTY, placement('ask', 'ann', 240), placement('bid', 'bob', 230))).toEqual([
      { kind: 'rested', seq: 1 },
      { kind: 'rested', seq: 2 },
    ]);
  });

  it('an order that crosses one trades at the resting price', () => {
    expect(answersOf(twoAsks, placement('bid', 'cid', 500))).toEqual([
      { kind: 'traded', seq: 3, priceCents: 20_000 },
    ]);
  });

  it('orders at the same price trade in order of arrival', () => {
    const book: Book = {
      seq: 9,
      asks: [],
      bids: [
        { seq: 4, userId: 'ann', priceCents: 100 },
        { seq: 7, userId: 'bob', priceCents: 100 },
      ],
    };
    const { changes } = match(book, [placement('sell', 'cid', 1)], NOW_MS);
    expect(changes.trades).toEqual([
      { seq: 10, askSeq: 10, bidSeq: 4, sellerId: 'cid', buyerId: 'ann', priceCents: 100 },
    ]);
    expect(changes.closed).toEqual([
      { seq: 4, userId: 'ann', side: 'bid', status: 'traded', closedSeq: 10, reason: null },
    ]);
  });

  it.each([
    ['buy', 'no-asks', EMPTY, 10],
    ['sell', 'no-bids', twoAsks, 10],
    ['buy', 'price-moved', twoAsks, 199],
  ] as const)('%s now is refused with %s', (call, code, book, dollars) => {
    expect(answersOf(book, placement(call, 'cid', dollars))).toEqual([{ kind: 'refused', code }]);
  });

  it.each(['bid', 'buy'] as const)('a %s never trades with its owner', (call) => {
    expect(answersOf(twoAsks, placement(call, 'ann', 300))).toEqual([{ kind: 'refused', code: 'own-order' }]);
  });

  it.each([
    ['ask', 'payout-missing', { hasPayout: false }],
    ['sell', 'payout-missing', { hasPayout: false }],
    ['bid', 'payment-missing', { hasPayment: false, hasShipping: false }],
    ['buy', 'shipping-missing', { hasShipping: false }],
    ['sell', 'blocked', { hasPayout: false, isBlocked: true }],
    ['bid', 'blocked', { isBlocked: true }],
    ['ask', 'debt-unpaid', { isInDebt: true, hasPayout: false }],
    ['sell', 'debt-unpaid', { isInDebt: true }],
    ['bid', 'payment-missing', { isInDebt: true, hasPayment: false }],
    ['bid', 'card-needed', { needsCard: true, hasShipping: false }],
    ['buy', 'card-needed', { needsCard: true }],
    ['bid', 'payment-missing', { needsCard: true, hasPayment: false }],
    ['sell', 'no-bids', { needsCard: true }],
  ] as const)('%s of a user who may not place it is refused with %s', (call, code, missing) => {
    const command = placement(call, 'cid', 300, { readiness: { ...READY, ...missing } });
    expect(answersOf(twoAsks, command)).toEqual([{ kind: 'refused', code }]);
  });

  it('a book of a product that is no longer traded takes no orders, and lets them be cancelled', () => {
    const cancelling: Command = {
      kind: 'cancellation',
      userId: 'ann',
      side: 'ask',
      reason: 'hidden-product',
      order: { seq: 2, side: 'ask', status: 'open' },
    };
    const blocked = { readiness: { ...READY, isBlocked: true } };
    expect(
      answersOf(
        { ...twoAsks, isClosed: true },
        placement('buy', 'cid', 500, blocked),
        placement('ask', 'cid', 300),
        cancelling,
      ),
    ).toEqual([
      { kind: 'refused', code: 'no-longer-traded' },
      { kind: 'refused', code: 'no-longer-traded' },
      { kind: 'cancelled', wasOpen: true },
    ]);
  });

  it('an order is refused above the price that a member has set for its user, by the price of its trade', () => {
    const limited = { readiness: { ...READY, limits: { openOrders: null, priceCents: 20_000 } } };
    const highBid: Book = { seq: 1, asks: [], bids: [{ seq: 1, userId: 'ann', priceCents: 20_100 }] };
    const tooDear = [{ kind: 'refused', code: 'limited-price' }];
    expect(answersOf(EMPTY, placement('ask', 'cid', 200, limited))).toEqual([{ kind: 'rested', seq: 1 }]);
    expect(answersOf(EMPTY, placement('ask', 'cid', 201, limited))).toEqual(tooDear);
    expect(answersOf(EMPTY, placement('bid', 'cid', 201, limited))).toEqual(tooDear);
    expect(answersOf(twoAsks, placement('bid', 'cid', 500, limited))).toMatchObject([{ kind: 'traded' }]);
    expect(answersOf(highBid, placement('sell', 'cid', 1, limited))).toEqual(tooDear);
  });

  it('an order that would rest is refused beyond the open orders that a member has set for its user', () => {
    const limited = { readiness: { ...READY, limits: { openOrders: 2, priceCents: null } } };
    const countOf = () => ({ inBook: 0, inAll: 1 });
    const book: Book = { ...twoAsks, openOrders: { limits: { perBook: 50, perUser: 500 }, countOf } };
    expect(
      answersOf(
        book,
        placement('bid', 'cid', 100, limited),
        placement('bid', 'cid', 101, limited),
        placement('buy', 'cid', 200, limited),
      ),
    ).toEqual([
      { kind: 'rested', seq: 3 },
      { kind: 'refused', code: 'limited-orders' },
      { kind: 'traded', seq: 4, priceCents: 20_000 },
    ]);
  });

  it('a late order is refused, and one that was judged before gets its first answer', () => {
    const late = placement('buy', 'cid', 500, { isLate: true });
    const { answers, changes } = match(twoAsks, [late], NOW_MS);
    expect(answers).toEqual([{ kind: 'refused', code: 'too-late' }]);
    expect(changes.refused).toMatchObject([{ orderId: late.orderId, code: 'too-late' }]);
    const outcome = { kind: 'traded', seq: 1, priceCents: 50_000 } as const;
    const earlier = { call: 'buy', isSameBook: true, priceCents: 50_000, outcome } as const;
    expect(answersOf(twoAsks, { ...late, earlier })).toEqual([outcome]);
  });

  it('a resent order gets the original answer and changes nothing', () => {
    const outcome = { kind: 'traded', seq: 2, priceCents: 900 } as const;
    const earlier = { call: 'buy', isSameBook: true, priceCents: 1000, outcome } as const;
    const result = match(twoAsks, [placement('buy', 'cid', 10, { earlier })], NOW_MS);
    expect(result.answers).toEqual([outcome]);
    expect(result.changes.summary.seq).toBe(twoAsks.seq);
  });

  it('a resend of a refused order is refused again, even if it would trade now', () => {
    const earlier = {
      call: 'buy',
      isSameBook: true,
      priceCents: 50_000,
      outcome: { kind: 'refused', code: 'no-asks' },
    } as const;
    const { answers, changes } = match(twoAsks, [placement('buy', 'cid', 500, { earlier })], NOW_MS);
    expect(answers).toEqual([{ kind: 'refused', code: 'no-asks' }]);
    expect(changes).toMatchObject({ refused: [], placed: [], trades: [], cancelled: [] });
  });

  it('a refusal is saved with the details of the order', () => {
    const { changes } = match(EMPTY, [placement('buy', 'cid', 500)], NOW_MS);
    expect(changes.refused).toEqual([
      { userId: 'cid', orderId: 'cid-buy-500', call: 'buy', priceCents: 50_000, code: 'no-asks' },
    ]);
  });

  it.each([
    { call: 'bid', isSameBook: true, priceCents: 1000 },
    { call: 'buy', isSameBook: false, priceCents: 1000 },
    { call: 'buy', isSameBook: true, priceCents: 1100 },
  ] as const)('an id that names another order (%j) is refused', (other) => {
    const earlier = { ...other, outcome: { kind: 'rested', seq: 1 } } as const;
    expect(answersOf(twoAsks, placement('buy', 'cid', 10, { earlier }))).toEqual([
      { kind: 'refused', code: 'id-reused' },
    ]);
  });

  it('an order can trade with an earlier one of the same batch', () => {
    const { answers, changes } = match(
      EMPTY,
      [placement('ask', 'ann', 9), placement('buy', 'bob', 9)],
      NOW_MS,
    );
    expect(answers[1]).toEqual({ kind: 'traded', seq: 2, priceCents: 900 });
    expect(changes.placed.map(({ seq, closedSeq }) => [seq, closedSeq])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(changes.closed).toEqual([]);
    expect(changes.summary).toEqual({
      seq: 2,
      lowestAskCents: null,
      highestBidCents: null,
      openAsksDelta: 0,
      openBidsDelta: 0,
    });
  });
});

describe('with limits of open orders', () => {
  function limited(book: Book, inBook: number, inAll: number): Book {
    const openOrders = {
      limits: { perBook: 3, perUser: 5 },
      countOf: (userId: string) => (userId === 'ann' ? { inBook, inAll } : { inBook: 0, inAll: 0 }),
    };
    return { ...book, openOrders };
  }

  it.each([
    { inBook: 2, inAll: 4, answer: 'rested' },
    { inBook: 3, inAll: 3, answer: 'too-many-orders' },
    { inBook: 0, inAll: 5, answer: 'too-many-orders' },
  ])(
    'an ask of a user with $inBook open orders here and $inAll in total is $answer',
    ({ inBook, inAll, answer }) => {
      const [given] = answersOf(limited(EMPTY, inBook, inAll), placement('ask', 'ann', 100));
      expect(given?.kind === 'refused' ? given.code : given?.kind).toBe(answer);
    },
  );

  it('orders placed and cancelled in the same batch count', () => {
    const [first, second, , third] = answersOf(
      limited(EMPTY, 2, 2),
      placement('ask', 'ann', 100),
      placement('ask', 'ann', 101),
      {
        kind: 'cancellation',
        userId: 'ann',
        side: 'ask',
        order: { seq: 1, side: 'ask', status: 'open' },
        reason: 'owner',
      },
      placement('ask', 'ann', 102),
    );
    expect([first?.kind, second, third?.kind]).toEqual([
      'rested',
      { kind: 'refused', code: 'too-many-orders' },
      'rested',
    ]);
  });

  it('an order that trades at once is never refused, and other users are not limited', () => {
    const book = limited(twoAsks, 3, 5);
    expect(answersOf(book, placement('ask', 'dot', 300))[0]?.kind).toBe('rested');
    const countOf = () => ({ inBook: 3, inAll: 5 });
    const countedBook = { ...book, openOrders: { limits: { perBook: 3, perUser: 5 }, countOf } };
    expect(answersOf(countedBook, placement('bid', 'cid', 300))[0]?.kind).toBe('traded');
  });
});

describe('outbid orders', () => {
  const outbidBy = (book: Book, ...commands: Command[]) => match(book, commands, NOW_MS).changes.outbid;

  it('are reported with the new best price', () => {
    expect(outbidBy(twoAsks, placement('ask', 'cid', 199))).toEqual([
      { seq: 2, userId: 'ann', side: 'ask', bestCents: 19_900 },
    ]);
    const oneBid: Book = { seq: 1, asks: [], bids: [{ seq: 1, userId: 'ann', priceCents: 10_000 }] };
    expect(outbidBy(oneBid, placement('bid', 'cid', 101), placement('bid', 'dot', 102))).toEqual([
      { seq: 1, userId: 'ann', side: 'bid', bestCents: 10_200 },
      { seq: 2, userId: 'cid', side: 'bid', bestCents: 10_200 },
    ]);
  });

  it.each([
    ['an order at the same price', [placement('ask', 'cid', 200)]],
    ['a better order of the same user', [placement('ask', 'ann', 150)]],
    ['a better order that is gone again', [placement('ask', 'cid', 150), placement('buy', 'dot', 150)]],
    [
      'a better order that the same user beats again',
      [placement('ask', 'cid', 199), placement('ask', 'ann', 198)],
    ],
    ['a better order, if the first one has traded', [placement('ask', 'cid', 199), ...buyingAll(3)]],
  ])('do not result from %s', (_what, commands) => {
    expect(outbidBy(twoAsks, ...commands).filter(({ userId }) => userId === 'ann')).toEqual([]);
  });

  function buyingAll(count: number): Command[] {
    return Array.from({ length: count }, (_, index) => placement('buy', `dot-${index}`, 300));
  }
});

describe('cancelling', () => {
  const cancellation = (order: NamedOrder | null) =>
    ({ kind: 'cancellation', userId: 'ann', side: 'ask', order, reason: 'owner' }) as const;

  it('removes an open order and gives the new best price', () => {
    const { answers, changes } = match(
      twoAsks,
      [cancellation({ seq: 2, side: 'ask', status: 'open' })],
      NOW_MS,
    );
    expect(answers).toEqual([{ kind: 'cancelled', wasOpen: true }]);
    expect(changes.summary).toMatchObject({ lowestAskCents: 21_000, openAsksDelta: -1 });
    expect(changes.cancelled).toEqual([{ seq: 3, orderSeq: 2 }]);
  });

  it('a second time gives the same answer and changes nothing', () => {
    const { answers, changes } = match(
      twoAsks,
      [cancellation({ seq: 5, side: 'ask', status: 'cancelled' })],
      NOW_MS,
    );
    expect(answers).toEqual([{ kind: 'cancelled', wasOpen: false }]);
    expect(changes.cancelled).toEqual([]);
    expect(changes.summary.seq).toBe(twoAsks.seq);
  });

  it.each([
    [null, 'unknown-order'],
    [{ seq: 2, side: 'bid', status: 'open' }, 'unknown-order'],
    [{ seq: 5, side: 'ask', status: 'traded' }, 'already-traded'],
  ] as const)('%j is refused with %s', (order, code) => {
    expect(answersOf(twoAsks, cancellation(order))).toEqual([{ kind: 'refused', code }]);
  });

  it('is refused after an earlier purchase in the same batch', () => {
    const cancelling = cancellation({ seq: 2, side: 'ask', status: 'open' });
    expect(answersOf(twoAsks, placement('buy', 'cid', 200), cancelling)).toEqual([
      { kind: 'traded', seq: 3, priceCents: 20_000 },
      { kind: 'refused', code: 'already-traded' },
    ]);
  });
});

it.each([
  ['above', 20_100],
  ['at', 20_000],
])('a book with a bid %s its lowest ask is a bug, not a refusal', (_where, priceCents) => {
  const crossed: Book = { ...twoAsks, bids: [{ seq: 3, userId: 'cid', priceCents }] };
  expect(() => match(crossed, [], NOW_MS)).toThrow(/Crossed book/);
});
