import { describe, expect, it, vi } from 'vitest';
import type { FeedEntry } from '../feed/entry.js';
import { countWhileAllAnswer } from './count-in-all.js';
import { OpenOrderCounts } from './open-order-counts.js';

const ANN = 'ann';
const placed = new Map([[ANN, 1]]);
const elsewhere = {
  stream: 'other',
  seq: 1,
  changes: { books: [{ orders: [{ userId: ANN }] }] },
} as unknown as FeedEntry;

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

describe('the number of open orders of a user', () => {
  it('is known for ten minutes after a read, including later changes', () => {
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

  it('is read again after a change by another server, also one during the read', () => {
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

  it('is unknown if all counts were dropped during the read', () => {
    const { counts } = open();
    const batch = counts.begin();
    counts.forgetAll();
    counts.learn(ANN, 5, batch);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('is unknown if another batch changed it during the read', () => {
    const { counts } = open();
    const reading = counts.begin();
    const other = counts.begin();
    counts.change(placed, other);
    counts.learn(ANN, 5, reading);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('never includes a change twice, even if it was read before its batch was reported', () => {
    const { counts } = open();
    const other = counts.begin();
    counts.learn(ANN, 6, counts.begin());
    counts.change(placed, other);
    expect(counts.inAll(ANN)).toBeUndefined();
  });

  it('uses bounded memory without missing a change', () => {
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

describe('a count over all machines', () => {
  it('is not waited for while it fails or is late, and counts again once it has succeeded', async () => {
    const answers: ((counted: ReadonlyMap<string, number> | Error) => void)[] = [];
    const count = countWhileAllAnswer(
      () =>
        new Promise((resolve, reject) => {
          answers.push((counted) => (counted instanceof Error ? reject(counted) : resolve(counted)));
        }),
      1,
    );
    expect(await count(['ann'])).toBeNull();
    expect(await count(['ann'])).toBeNull();
    expect(answers).toHaveLength(1);
    answers[0]?.(Object.assign(new Error('gone'), { code: '08006' }));
    await vi.waitFor(async () => {
      expect(await count(['ann'])).toBeNull();
      expect(answers).toHaveLength(2);
    }, 60_000);
    answers[1]?.(new Map([['ann', 3]]));
    await vi.waitFor(() => {
      const counted = count(['ann']);
      answers.at(-1)?.(new Map([['ann', 4]]));
      return expect(counted).resolves.toEqual(new Map([['ann', 4]]));
    }, 60_000);
  });

  it('fails for a reason that does not pass', async () => {
    const count = countWhileAllAnswer(() => Promise.reject(new Error('no such column')));
    await expect(count(['ann'])).rejects.toThrow('no such column');
  });

  it('fails for such a reason also after a machine was away', async () => {
    let failure = Object.assign(new Error('gone'), { code: '08006' });
    const count = countWhileAllAnswer(() => Promise.reject(failure));
    expect(await count(['ann'])).toBeNull();
    failure = Object.assign(new Error('no such column'), { code: '42703' });
    expect(await count(['ann'])).toBeNull();
    await expect(count(['ann'])).rejects.toThrow('no such column');
  });
});
