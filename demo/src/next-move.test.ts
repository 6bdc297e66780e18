import type { Side } from '@perkex/core/order-book/order.js';
import { describe, expect, it } from 'vitest';
import {
  type DemoBook,
  type Move,
  nextMove,
  OWN_ORDERS_PER_SIDE,
  type OwnOrder,
  TRADED_SHARE,
} from './next-move.js';
import { seededRandom } from './random.js';

const WORTH_DOLLARS = 200;

function own(side: Side, dollars: number, seq: number): OwnOrder {
  return { side, userId: `demo-trader-${seq}`, orderId: `order ${seq}`, seq, priceCents: 100 * dollars };
}

/** A book with house orders at these prices in dollars, and a number of users' orders. */
function bookOf(asks: readonly number[], bids: readonly number[], people = 0): DemoBook {
  return {
    openAsks: asks.length + people,
    openBids: bids.length + people,
    ownOrders: [
      ...asks.map((dollars, index) => own('ask', dollars, index + 1)),
      ...bids.map((dollars, index) => own('bid', dollars, asks.length + index + 1)),
    ],
    beganEmpty: false,
  };
}

/** The possible next moves, sampled many times. */
function moves(book: DemoBook): Move[] {
  const random = seededRandom(7, 'moves');
  return Array.from({ length: 400 }, () => nextMove(book, WORTH_DOLLARS, random)).filter(
    (move) => move !== null,
  );
}

describe('nextMove', () => {
  it('leaves books without house orders alone, even if users have orders there', () => {
    expect(moves(bookOf([], [], 5))).toEqual([]);
  });

  it('fills the books of a product that was released after the market began', () => {
    const kinds = moves({ ...bookOf([], []), beganEmpty: true }).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['place']));
  });

  it('places and takes orders on both sides of a normal book', () => {
    const kinds = moves(bookOf([205, 208, 210], [195, 193, 190])).map(({ kind, ...move }) =>
      kind === 'cancel' ? kind : `${kind} ${(move as { side: Side }).side}`,
    );
    expect([...new Set(kinds)].sort()).toEqual(['place ask', 'place bid', 'take ask', 'take bid']);
  });

  it('trades only within 8 % of the valuation', () => {
    const farthest = 100 * WORTH_DOLLARS * TRADED_SHARE;
    for (const move of moves(bookOf([205, 208], [195, 193]))) {
      const cents = move.kind === 'take' ? move.limitCents : move.kind === 'place' ? move.priceCents : 0;
      expect(Math.abs(cents - 100 * WORTH_DOLLARS)).toBeLessThanOrEqual(farthest);
    }
  });

  it('asks above and bids below the valuation', () => {
    for (const move of moves(bookOf([205], [195]))) {
      if (move.kind === 'place') {
        expect(Math.sign(move.priceCents - 100 * WORTH_DOLLARS)).toBe(move.side === 'ask' ? 1 : -1);
      }
    }
  });

  it.each([
    ['ask', bookOf([205], [195, 193])],
    ['bid', bookOf([205, 208], [195])],
  ] as const)('refills a side that runs low: %s', (side, book) => {
    expect(moves(book).every((move) => move.kind === 'place' && move.side === side)).toBe(true);
  });

  it('cancels the oldest order of a side that is full', () => {
    const asks = Array.from({ length: OWN_ORDERS_PER_SIDE.most }, (_, index) => 205 + index);
    expect(moves(bookOf(asks, [195, 193]))[0]).toEqual({ kind: 'cancel', order: own('ask', 205, 1) });
  });

  it('cancels an order that is far from the current valuation', () => {
    expect(moves(bookOf([205, 260], [195, 193]))[0]).toEqual({ kind: 'cancel', order: own('ask', 260, 2) });
  });

  it('takes no order without enough orders on the other side', () => {
    expect(moves(bookOf([205, 208], [])).some(({ kind }) => kind === 'take')).toBe(false);
  });
});
