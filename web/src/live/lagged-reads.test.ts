import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LaggedReads } from './lagged-reads.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const passes = (timeMs: number) => vi.advanceTimersByTimeAsync(timeMs);

/** The times of the reads so far, in ms from now. */
function readsOf({ failures = 0 } = {}) {
  const startMs = Date.now();
  const times: number[] = [];
  const reads = new LaggedReads(
    async () => {
      times.push(Date.now() - startMs);
      if (times.length <= failures) {
        throw new Error('no network');
      }
    },
    { lagMs: 250, pauseMs: 1_000 },
    () => 0,
  );
  return { reads, times };
}

it('reads once after a change, when every server shows it', async () => {
  const { reads, times } = readsOf();
  void reads.onChange();
  await passes(5_000);
  expect(times).toEqual([250]);
});

it('reads a change that comes just before a read again, after its own lag', async () => {
  const { reads, times } = readsOf();
  void reads.onChange();
  await passes(240);
  void reads.onChange();
  await passes(5_000);
  expect(times).toEqual([250, 1_500]);
});

it('reads a change in the pause after it, however many there are', async () => {
  const { reads, times } = readsOf();
  void reads.onChange();
  await passes(1_240);
  void reads.onChange();
  void reads.onChange();
  await passes(5_000);
  expect(times).toEqual([250, 1_500]);
});

it('repeats a failed read until one succeeds', async () => {
  const { reads, times } = readsOf({ failures: 2 });
  void reads.onChange();
  await passes(60_000);
  expect(times).toEqual([250, 6_500, 12_750]);
});

it('begins no read after it was stopped', async () => {
  const { reads, times } = readsOf();
  void reads.onChange();
  reads.stop();
  await passes(5_000);
  expect(times).toEqual([]);
});
