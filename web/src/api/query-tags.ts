import { type CacheTag, TAGS_BY_EVENT } from '@perkex/contract/cache-tags.js';
import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readAgain } from './read-again.js';

// Part of this module, so that the browser does not load a file of its own for it.
export { type CacheTag, TAGS_BY_EVENT };

const ADDRESSES: Readonly<Record<string, CallAddress | undefined>> = CALL_ADDRESSES;

/** The declaration of a query's call; undefined for a call of the identity service. */
export function callOf([name]: QueryKey): CallAddress | undefined {
  return ADDRESSES[name];
}

/** True for a query about one user, whose id is the second part of the key. All calls of the identity service count. */
export function isPersonal(queryKey: QueryKey): boolean {
  return callOf(queryKey)?.for !== 'anybody';
}

/** True if a change of one of these tags makes the query stale. */
export function hasTag({ queryKey }: Query, changed: readonly CacheTag[]): boolean {
  const { tags = [], timedTags = [] } = callOf(queryKey) ?? {};
  return [...tags, ...timedTags].some((tag) => changed.includes(tag));
}

/** Refetches the queries that have one of these tags. */
export async function refetchTagged(client: QueryClient, changed: readonly CacheTag[]): Promise<void> {
  const queries = client.getQueryCache().findAll({ predicate: (query) => hasTag(query, changed) });
  await Promise.all(queries.map(({ queryKey }) => readAgain(client, queryKey)));
}
