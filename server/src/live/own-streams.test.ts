import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventStream } from './event-stream.js';
import { OwnStreams } from './own-streams.js';
import type { ToldProducts } from './told-products.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('looks up the sessions of a crowd a few at a time, and ends the streams of those that are over', async () => {
  const streams = new OwnStreams(
    {} as ToldProducts,
    async () => 0,
    () => {},
  );
  const counts = { atOnce: 0, most: 0, commented: 0, ended: 0 };
  const stream = {
    onClose() {},
    comment() {
      counts.commented += 1;
    },
    end() {
      counts.ended += 1;
    },
  } as unknown as EventStream;
  for (let user = 0; user < 100; user += 1) {
    streams.open(stream, `user ${user}`, async () => {
      counts.atOnce += 1;
      counts.most = Math.max(counts.most, counts.atOnce);
      await Promise.resolve();
      counts.atOnce -= 1;
      return user % 2 === 0;
    });
  }
  vi.advanceTimersByTime(15_000);
  await Promise.all([streams.comment(), streams.comment()]);
  expect(counts).toEqual({ atOnce: 0, most: 2, commented: 50, ended: 50 });
});
