import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Has everything read again whose key begins so. A reading that is under way may have begun before the change, so that it
 * counts for nothing.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(underWay.map(({ promise }) => promise));
  await client.invalidateQueries({ queryKey });
}
