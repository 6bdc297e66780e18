import { describe, expect, it } from 'vitest';
import type { Batch } from '../feed/batch.js';
import { OpenOrderCounts } from './open-order-counts.js';

const ANN = 'ann';
const placed = new Map([[ANN, 1]]);
const elsewhere = {
  lane: 'other',
  seq: 1,
  changes: { books: [{ orders: [{ userId: ANN }] }], notified: [] },
} as unknown as Batch;

function open() {
  let nowMs = 0;
  const counts = new OpenOrderCounts(() => nowMs);
  return {
    counts,
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

describe('how many open orders a user has', () => {
  it('is known once it was read, with what was changed since, for ten minutes', () => {
    const { counts, pass } = open();
    expect(counts.inAll(ANN)).toBeUndefined();
    const batch = counts.begin();
    counts.learn(ANN, 5, batch);
    counts.change(placed, batch);
    counts.change(placed, counts.begin());
    expect(counts.inAll(ANN)).toBe(7);
    pass(10 * 60_000);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('is read anew after another server has changed it, and not known if that came while it was read', () => {
    const { counts } = open();
    counts.learn(ANN, 5, counts.begin());
    counts.forgetUsersOf(elsewhere);
    expect(counts.inAll(ANN)).toBeUndefined();
    const batch = counts.begin();
    counts.forgetUsersOf(elsewhere);
    counts.learn(ANN, 5, batch);
    expect(counts.inAll(ANN)).toBeUndefined();
    counts.learn(ANN, 6, counts.begin());
    expect(counts.inAll(ANN)).toBe(6);
  });

  it('is not known if it was read while all had to be forgotten', () => {
    const { counts } = open();
    const batch = counts.begin();
    counts.forgetAll();
    counts.learn(ANN, 5, batch);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('is not known if another batch has changed it while it was read', () => {
    const { counts } = open();
    const reading = counts.begin();
    const other = counts.begin();
    counts.change(placed, other);
    counts.learn(ANN, 5, reading);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('has no change twice that was read before its batch heard of its own commit', () => {
    const { counts } = open();
    const other = counts.begin();
    counts.learn(ANN, 6, counts.begin());
    counts.change(placed, other);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('takes little memory, and forgets no change for that', () => {
    const { counts } = open();
    const batch = counts.begin();
    counts.change(placed, counts.begin());
    counts.change(
      new Map(Array.from({ length: 20_000 }, (_, index) => [`user ${index}`, 1])),
      counts.begin(),
    );
    counts.learn(ANN, 5, batch);
    expect(counts.inAll(ANN)).toBeUndefined();
  });
});
