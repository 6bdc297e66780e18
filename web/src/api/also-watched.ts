import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** The ids of what those who watch or have bought a product also watch or have bought, the most first. */
export function alsoWatchedQuery(productId: number) {
  return queryOptions({
    queryKey: ['alsoWatched', productId],
    queryFn: async ({ signal }) =>
      (await call('alsoWatched', { params: { id: String(productId) } }, signal)).ids,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
