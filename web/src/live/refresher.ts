import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { readAgain } from '../api/read-again.js';
import { LaggedReads, type ReadTimes } from './lagged-reads.js';

export interface Refresher {
  /**
   * Refetches the queries whose keys start with this key, `lagMs` after the change, and then at most once every
   * `pauseMs`. Queries that no screen shows are refetched when one mounts.
   */
  refresh(key: QueryKey, times: ReadTimes): void;
}

export function createRefresher(client: QueryClient, random: () => number = Math.random): Refresher {
  const busy = new Map<string, LaggedReads>();
  return {
    refresh(queryKey, times) {
      const hash = hashKey(queryKey);
      const reads = busy.get(hash);
      if (reads) {
        void reads.onChange();
      } else if (client.getQueryCache().findAll({ queryKey }).length > 0) {
        const begun = new LaggedReads(() => readAgain(client, queryKey), times, random);
        busy.set(hash, begun);
        void begun.onChange().then(() => busy.delete(hash));
      }
    },
  };
}
