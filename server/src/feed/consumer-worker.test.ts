import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { ConsumerWorker } from './consumer-worker.js';

/** More turns of the queue of microtasks than the end of a round takes. */
const DEPTHS = Array.from({ length: 40 }, (_, depth) => depth);

/** Calls after so many microtasks. */
async function after(depth: number, call: () => void): Promise<void> {
  for (let turn = 0; turn < depth; turn += 1) {
    await null;
  }
  call();
}

/** A database in which the consumer is free and has no unread entries. Each round opens one transaction. */
function emptyDatabase(onRelease: (rounds: number) => void) {
  let rounds = 0;
  const client = {
    query: async ({ name }: { readonly name?: string }) => ({
      command: 'COMMIT',
      rows: name === 'lock-free-consumer' ? [{ reader: 'all' }] : [],
    }),
    on() {},
    off() {},
    release: () => onRelease(rounds),
  };
  const connect = async () => {
    rounds += 1;
    return client;
  };
  return { pool: { connect } as unknown as pg.Pool, rounds: () => rounds };
}

it('a consumer misses no entry that arrives at the very end of a round', async () => {
  for (const depth of DEPTHS) {
    const entry = { stream: 'stream', seq: 1, changes: {} };
    const { pool, rounds } = emptyDatabase((round) => {
      if (round === 1) {
        void after(depth, () => worker.onEntry(entry, true));
      }
    });
    const consumer = { name: 'all', wants: () => true, consume: async () => {} };
    const worker = new ConsumerWorker({ pool, consumer, onFailure() {}, roundMs: 0 });
    worker.look();
    await vi.waitFor(() => expect(rounds()).toBe(2), { interval: 1, timeout: 60_000 });
    await worker.close();
  }
});
