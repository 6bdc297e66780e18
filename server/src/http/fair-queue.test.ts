import { expect, it } from 'vitest';
import { FairQueue, readsAtWork } from './fair-queue.js';

it('a light user waits for at most one request of each other client', () => {
  const rounds = new FairQueue(1);
  const begun: number[] = [];
  const visitors = ['greedy', 'greedy', 'greedy', 'crowd', 'crowd', 'modest'];
  const leaves = visitors.map((visitor, index) => rounds.take(visitor, () => begun.push(index)));
  for (let turn = 0; turn < visitors.length; turn += 1) {
    expect(begun).toHaveLength(turn + 1);
    leaves[begun.at(-1) ?? 0]?.();
  }
  expect(begun.map((index) => visitors[index])).toEqual([
    'greedy',
    'greedy',
    'crowd',
    'modest',
    'greedy',
    'crowd',
  ]);
});

it('a client that hangs up leaves the queue, and a slot is released once', () => {
  const rounds = new FairQueue(1);
  const begun: string[] = [];
  const leaveFirst = rounds.take('a', () => begun.push('first'));
  const leaveSecond = rounds.take('b', () => begun.push('second'));
  rounds.take('c', () => begun.push('third'));
  leaveSecond();
  leaveFirst();
  leaveFirst();
  rounds.take('d', () => begun.push('fourth'));
  expect(begun).toEqual(['first', 'third']);
});

it('failing work releases its slot', async () => {
  const rounds = new FairQueue(1);
  await expect(rounds.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await rounds.run('b', async () => 'done')).toBe('done');
});

it('fewer reads run at once while orders wait, and all of them get their turn', () => {
  let ordersInProgress = 0;
  const reads = new FairQueue(() => readsAtWork(ordersInProgress));
  const leaves: (() => void)[] = [];
  let begun = 0;
  const takeTen = () => {
    for (let index = 0; index < 10; index += 1) {
      leaves.push(reads.take('a', () => (begun += 1)));
    }
  };
  takeTen();
  expect(begun).toBe(8);
  ordersInProgress = 5;
  for (const leave of leaves.splice(0, 5)) {
    leave();
  }
  expect(begun).toBe(8);
  leaves.shift()?.();
  expect(begun).toBe(9);
  takeTen();
  expect(begun).toBe(9);
  ordersInProgress = 0;
  leaves.shift()?.();
  expect(begun).toBe(15);
});
