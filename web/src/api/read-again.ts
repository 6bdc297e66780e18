import type { QueryClient, QueryFilters } from '@tanstack/react-query';

type Key = NonNullable<QueryFilters['queryKey']>;

/**
 * Refetches all queries whose keys start with this key. A read in progress may have begun before the change, so its
 * result is discarded.
 */
export async function readAgain(client: QueryClient, queryKey: Key): Promise<void> {
  await untilRead(client, queryKey);
  await client.invalidateQueries({ queryKey });
}

/**
 * Reads the next page of a list once a read of its query has ended. `fetchNextPage` alone would cancel a refetch, which
 * a change may have asked for.
 */
export async function readNextPage(
  client: QueryClient,
  queryKey: Key,
  fetchNextPage: () => Promise<unknown>,
): Promise<void> {
  await untilRead(client, queryKey);
  await fetchNextPage();
}

/** Resolves when the reads in progress of the queries whose keys start with this key have ended. */
export async function untilRead(client: QueryClient, queryKey: Key): Promise<void> {
  const reads = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(reads.map(({ promise }) => promise));
}
