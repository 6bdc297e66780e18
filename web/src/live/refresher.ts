import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { readAgain } from '../api/read-again.js';

/** A change reaches many browsers at once: each waits a little, by chance, before it reads. */
const SPREAD_MS = 150;

export interface Refresher {
  /**
   * Has the queries whose keys begin so read again, now or, if that was less than `pauseMs` ago, after that time.
   * Those that no screen shows are read when they are next shown.
   */
  refresh(key: QueryKey, pauseMs: number): void;
}

export function createRefresher(client: QueryClient, random: () => number = Math.random): Refresher {
  /** What is being read or has just been, and whether it has to be read once more. */
  const busy = new Map<string, { isDirty: boolean }>();

  async function run(hash: string, queryKey: QueryKey, pauseMs: number): Promise<void> {
    const state = { isDirty: false };
    busy.set(hash, state);
    await after(random() * SPREAD_MS);
    do {
      state.isDirty = false;
      await Promise.all([readAgain(client, queryKey), after(pauseMs)]);
    } while (state.isDirty);
    busy.delete(hash);
  }

  return {
    refresh(queryKey, pauseMs) {
      const hash = hashKey(queryKey);
      const state = busy.get(hash);
      if (state) {
        state.isDirty = true;
      } else if (client.getQueryCache().findAll({ queryKey }).length > 0) {
        void run(hash, queryKey, pauseMs);
      }
    },
  };
}

function after(pauseMs: number): Promise<void> {
  return new Promise((done) => setTimeout(done, pauseMs));
}
