import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { FeedStream } from '../feed/feed-stream.js';
import { Notified } from './notified.js';

/** More turns of the queue of microtasks than the end of a report takes. */
const DEPTHS = Array.from({ length: 40 }, (_, depth) => depth);

it('a user who reads at the very end of a report is in the next one', async () => {
  for (const depth of DEPTHS) {
    let reports = 0;
    const onReport = async () => {
      reports += 1;
      for (let turn = 0; reports === 1 && turn < depth; turn += 1) {
        await null;
      }
      if (reports === 1) {
        notified.tell('bob');
      }
    };
    const connect = () => {
      void onReport();
      return Promise.reject(new Error('away'));
    };
    const pool = { connect } as unknown as pg.Pool;
    const notified = new Notified(
      pool,
      { handOver() {}, newStream: () => new FeedStream('stream') },
      () => {},
    );
    notified.tell('ann');
    await vi.waitFor(() => expect(reports).toBe(2), { interval: 1, timeout: 60_000 });
    await notified.close();
  }
});
