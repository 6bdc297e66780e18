import { expect, it } from 'vitest';
import { Batches } from './batches.js';

function doubling(refused: readonly number[] = []) {
  const runs: (readonly number[])[] = [];
  const batches = new Batches<number, number>(async (items) => {
    runs.push(items);
    await Promise.resolve();
    const bad = items.find((item) => refused.includes(item));
    if (bad !== undefined) {
      throw new Error(`not ${bad}`);
    }
    return items.map((item) => item * 2);
  });
  return { batches, runs };
}

it('items of one turn are a batch, and each caller gets its result', async () => {
  const { batches, runs } = doubling();
  expect(await Promise.all([1, 2, 3].map((item) => batches.add(item)))).toEqual([2, 4, 6]);
  expect(await batches.add(4)).toBe(8);
  expect(runs).toEqual([[1, 2, 3], [4]]);
});

it('many items are several batches', async () => {
  const { batches, runs } = doubling();
  await Promise.all(Array.from({ length: 45 }, (_, item) => batches.add(item)));
  expect(runs.map((items) => items.length)).toEqual([20, 20, 5]);
});

it('if a batch fails, each item is tried alone, and only its own error rejects it', async () => {
  const { batches, runs } = doubling([2]);
  const results = await Promise.allSettled([1, 2, 3].map((item) => batches.add(item)));
  expect(results).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('not 2') },
    { status: 'fulfilled', value: 6 },
  ]);
  expect(runs).toEqual([[1, 2, 3], [1], [2], [3]]);
});
