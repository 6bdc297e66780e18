import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { regularly } from './regularly.js';

it('rounds that take longer than their interval follow each other, also after one that fails', async () => {
  let [begun, underWay, maxAtOnce] = [0, 0, 0];
  const failures: unknown[] = [];
  const end = regularly(
    async () => {
      begun += 1;
      underWay += 1;
      maxAtOnce = Math.max(maxAtOnce, underWay);
      await pause(5);
      underWay -= 1;
      throw new Error(`Round ${begun}`);
    },
    1,
    (error) => failures.push(error),
  );
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(3), 30_000);
  await end();
  expect(maxAtOnce).toBe(1);
  expect(underWay).toBe(0);
  expect(failures).toHaveLength(begun);
});

it('a round that has taken many intervals is followed by one round', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const releases: (() => void)[] = [];
  const work = () => new Promise<void>((release) => releases.push(release));
  const end = regularly(work, 10, () => {});
  await pause(0);
  vi.advanceTimersByTime(1_000);
  for (let rounds = 1; rounds <= 2; rounds += 1) {
    expect(releases).toHaveLength(rounds);
    releases.at(-1)?.();
    await pause(0);
  }
  expect(releases).toHaveLength(2);
  vi.useRealTimers();
  await end();
});

it('a stop ends long work early', async () => {
  let pieces = 0;
  const end = regularly(
    async (ending) => {
      while (!ending.aborted) {
        pieces += 1;
        await pause(1);
      }
    },
    10,
    () => {},
  );
  await vi.waitFor(() => expect(pieces).toBeGreaterThan(2));
  await end();
});
