import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Refetches all queries whose keys start with this key. A read in progress may have begun before the change, so its
 * result is discarded.
 */
export async function readAgain(
  client: QueryClient,
  queryKey: NonNullable<QueryFilters['queryKey']>,
): Promise<void> {
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(underWay.map(({ promise }) => promise));
  await client.invalidateQueries({ queryKey });
}
