import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** The ids of the products that users of this product also watch or have bought, the most frequent first. */
export function alsoWatchedQuery(productId: number) {
  return queryOptions({
    queryKey: ['alsoWatched', String(productId)],
    queryFn: async ({ signal }) =>
      (await call('alsoWatched', { params: { id: String(productId) } }, signal)).ids,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
