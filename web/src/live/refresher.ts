import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { readAgain } from '../api/read-again.js';

/** Maximum jitter before a read: a change reaches many browsers at once. */
const SPREAD_MS = 150;

export interface Refresher {
  /**
   * Refetches the queries whose keys start with this key, `lagMs` after the change, and then at most once every
   * `pauseMs`. Queries that no screen shows are refetched when one mounts.
   */
  refresh(key: QueryKey, pauseMs: number, lagMs: number): void;
}

export function createRefresher(client: QueryClient, random: () => number = Math.random): Refresher {
  /** The reads in progress or on pause; `isDirty` asks for one more. */
  const busy = new Map<string, { isDirty: boolean }>();

  async function run(hash: string, queryKey: QueryKey, pauseMs: number, lagMs: number): Promise<void> {
    const state = { isDirty: false };
    busy.set(hash, state);
    await after(random() * SPREAD_MS);
    do {
      state.isDirty = false;
      if (lagMs > 0) {
        await after(lagMs);
      }
      await Promise.all([readAgain(client, queryKey), after(pauseMs)]);
    } while (state.isDirty);
    busy.delete(hash);
  }

  return {
    refresh(queryKey, pauseMs, lagMs) {
      const hash = hashKey(queryKey);
      const state = busy.get(hash);
      if (state) {
        state.isDirty = true;
      } else if (client.getQueryCache().findAll({ queryKey }).length > 0) {
        void run(hash, queryKey, pauseMs, lagMs);
      }
    },
  };
}

function after(pauseMs: number): Promise<void> {
  return new Promise((done) => setTimeout(done, pauseMs));
}
