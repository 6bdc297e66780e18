import type { Query, QueryClient } from '@tanstack/react-query';
import { type CacheTag, callOf, hasTag, TAGS_BY_EVENT } from '../api/query-tags.js';
import type { LiveEvent } from './live-events.js';
import { createRefresher, type Refresher } from './refresher.js';

const PAUSE_MS = 1_000;
const { book, sale, odd, void: voided, order, trade, notice } = TAGS_BY_EVENT;
const MARKET_TAGS: readonly CacheTag[] = [...book, ...sale, ...odd, ...voided];
const OWN_TAGS: readonly CacheTag[] = [...order, ...trade, ...notice];

/** Refetches exactly the queries that an event may have changed, by the tags of their calls. */
export function createFollower(
  client: QueryClient,
  { refresh }: Refresher = createRefresher(client),
): (event: LiveEvent) => void {
  return (event) => {
    for (const query of client.getQueryCache().getAll()) {
      if (!isApplied(query, event) && isStale(query, event)) {
        const { pauseMs = PAUSE_MS, lagMs = 0 } = callOf(query.queryKey) ?? {};
        refresh(query.queryKey, { lagMs, pauseMs });
      }
    }
  };
}

/** True if a screen applies the event to the query's data. */
function isApplied(query: Query, { name }: LiveEvent): boolean {
  return query.isActive() && (query.meta?.appliedEvents?.includes(name) ?? false);
}

function isStale(query: Query, event: LiveEvent): boolean {
  switch (event.name) {
    case 'reset':
      return hasTag(query, event.data.isOwn ? OWN_TAGS : MARKET_TAGS);
    // Screens with levels refetch 'productBook'.
    case 'levels':
      return false;
    case 'book':
    case 'sale':
    case 'odd':
    case 'void':
      return hasTag(query, tagsFor(query, event.name, event.data.product));
    default:
      return hasTag(query, TAGS_BY_EVENT[event.name]);
  }
}

/** The tags that an event of a product invalidates for a query. A page follows only the products that it shows. */
function tagsFor(
  { queryKey: [, id], state }: Query,
  name: 'book' | 'sale' | 'odd' | 'void',
  product: number,
) {
  return TAGS_BY_EVENT[name].filter((tag) => {
    switch (tag) {
      case 'all sales':
        return true;
      case 'all books':
      case 'shown books':
        // A first read may have begun before the change.
        return state.data === undefined || shownIds(state.data).includes(product);
      default:
        return id === String(product);
    }
  });
}

interface Shown {
  readonly products?: object;
  readonly releases?: object;
  readonly pairs?: object;
  readonly days?: readonly { readonly products: readonly object[] }[];
}

/** The product ids in the data of a query: a list or record of products, or an object with such a list. */
function shownIds(data: unknown): number[] {
  if (typeof data !== 'object' || data === null) {
    return [];
  }
  const { products, releases, pairs, days } = data as Shown;
  const listed = days?.flatMap((day) => day.products) ?? products ?? releases ?? pairs ?? data;
  return Object.values(listed).flatMap(
    (product: { readonly id?: number; readonly productId?: number } | null) =>
      product?.productId ?? product?.id ?? [],
  );
}
