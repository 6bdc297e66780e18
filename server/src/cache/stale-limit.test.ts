import { beforeEach, expect, it } from 'vitest';
import { FairQueue } from '../http/fair-queue.js';
import { StaleLimit } from './stale-limit.js';

let nowMs: number;
let limit: StaleLimit;
let finish: (() => void)[];

beforeEach(() => {
  nowMs = 1_000;
  finish = [];
  limit = StaleLimit.ofPages({ clock: { steadyMs: () => nowMs }, slots: new FairQueue(1) });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A page that is made until the test finishes it. */
function make(visitor: string): Promise<void> {
  return limit.runInSlot(visitor, () => new Promise<void>((done) => finish.push(done)));
}

it('grows in steps while a page waits or is being made, up to two seconds', async () => {
  const pages = [make('ann'), make('bob')];
  await settled();
  const ages: number[] = [];
  for (let waitMs = 0; waitMs <= 3_000; waitMs += 10) {
    ages.push(limit.maxMs());
    nowMs += 10;
  }
  expect([...new Set(ages)]).toEqual([250, 500, 1_000, 2_000]);
  expect(ages.indexOf(500)).toBe(11); // a page rendered from 100 ms on must be ready after 250 ms
  for (const page of pages) {
    finish.shift()?.();
    await page;
    await settled();
  }
});

it('lets no more pages be recomputed in the background while twenty are asked for', async () => {
  const pages = Array.from({ length: 20 }, (_, number) => {
    expect(limit.canRecompute()).toBe(true);
    return make(`visitor ${number}`);
  });
  expect(limit.canRecompute()).toBe(false);
  for (const page of pages) {
    await settled();
    finish.shift()?.();
    await page;
  }
  expect(limit.canRecompute()).toBe(true);
});

it('falls by half a second for each second without pressure', async () => {
  const page = make('ann');
  await settled();
  nowMs += 500;
  finish[0]?.();
  await page;
  const ages: number[] = [];
  for (let second = 0; second < 5; second += 1) {
    ages.push(limit.maxMs());
    nowMs += 1_000;
  }
  expect(ages).toEqual([2_000, 1_500, 1_000, 500, 250]);
});

it('falls as far after a time without visitors', async () => {
  const page = make('ann');
  await settled();
  nowMs += 500;
  finish[0]?.();
  await page;
  nowMs += 10_000;
  expect(limit.maxMs()).toBe(250);
});

it('stays while pages are made quickly, and after a failure', async () => {
  await expect(limit.runInSlot('ann', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  nowMs += 60_000;
  expect(limit.maxMs()).toBe(250);
});

it('of calls is nothing while they get their slots at once, however long they take', async () => {
  limit = StaleLimit.ofCalls({ clock: { steadyMs: () => nowMs }, slots: new FairQueue(1) });
  const working = make('ann');
  await settled();
  nowMs += 1_000;
  expect(limit.maxMs()).toBe(0);
  const waiting = make('bob');
  await settled();
  nowMs += 50;
  expect(limit.maxMs()).toBe(0);
  nowMs += 1;
  expect(limit.maxMs()).toBe(250);
  nowMs += 200;
  expect(limit.maxMs()).toBe(1_000);
  for (const call of [working, waiting]) {
    finish.shift()?.();
    await call;
    await settled();
  }
  nowMs += 3_000;
  expect(limit.maxMs()).toBe(0);
});

it('is at once two seconds while orders wait for each other, and falls slowly afterwards', () => {
  let isPressed = true;
  const options = {
    clock: { steadyMs: () => nowMs },
    slots: new FairQueue(1),
    isPressed: () => isPressed,
  };
  const limits = [StaleLimit.ofPages(options), StaleLimit.ofCalls(options)];
  expect(limits.map((each) => each.maxMs())).toEqual([2_000, 2_000]);
  isPressed = false;
  const after: number[][] = [];
  for (let second = 0; second < 5; second += 1) {
    nowMs += 1_000;
    after.push(limits.map((each) => each.maxMs()));
  }
  expect(after).toEqual([
    [1_500, 1_500],
    [1_000, 1_000],
    [500, 500],
    [250, 0],
    [250, 0],
  ]);
});
