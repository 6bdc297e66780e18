import type { Browse } from '@perkex/contract/finding.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { addressOf, type Filters } from '@perkex/core/finding/filters.js';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query';
import { call } from './call.js';
import { type CarouselProduct, carouselProduct } from './products.js';
import { readAgain, untilRead } from './read-again.js';

/** Prices follow the market (`readPricesAgain`); the list of products may be a few minutes old. */
const STALE_MS = 5 * 60_000;

/** A page of the products that match the filters, with the counts for other filters. */
export interface FoundPage extends Omit<Browse, 'products' | 'near' | 'popular'> {
  readonly products: readonly CarouselProduct[];
  readonly near: (Omit<Near, 'products'> & Cards) | null;
  readonly popular: (Omit<Popular, 'products'> & Cards) | null;
}

type Near = NonNullable<Browse['near']>;
type Popular = NonNullable<Browse['popular']>;

interface Cards {
  readonly products: readonly CarouselProduct[];
}

export interface FoundPages {
  readonly pages: readonly FoundPage[];
}

type Pages = InfiniteData<Browse, number>;

/**
 * The products that match the filters, page by page from the chosen page on. Shows the previous products while others
 * load.
 */
export function browseQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: browseKey(filters),
    meta: { appliedEvents: ['reset'] },
    queryFn: ({ pageParam, signal }) => readPage({ ...filters, page: pageParam }, signal),
    initialPageParam: filters.page,
    getNextPageParam: ({ page, pages }: Browse) => (page < pages ? page + 1 : undefined),
    select: foundPagesOf,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
}

function browseKey(filters: Filters) {
  return ['browse', addressOf(filters)] as const;
}

/**
 * Refetches a page and updates the prices of the products shown. No product moves, unless one of the cards in sight is
 * no longer on the page: then the whole list is refetched.
 * @param inSight the ids of the page's cards in sight
 */
export async function readPricesAgain(
  client: QueryClient,
  filters: Filters,
  page: number,
  inSight: readonly number[],
): Promise<void> {
  const { products } = await readPage({ ...filters, page });
  const fresh = new Map(products.map((product) => [product.id, product]));
  const queryKey = browseKey(filters);
  if (inSight.some((id) => !fresh.has(id))) {
    await readAgain(client, queryKey);
    return;
  }
  // A page in progress is appended to the list as it was at its start, and would overwrite these prices.
  await untilRead(client, queryKey);
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  client.setQueryData<Pages>(queryKey, (shown) => shown && withPrices(shown, fresh), { updatedAt });
}

function withPrices(shown: Pages, fresh: ReadonlyMap<number, ProductSummary>): Pages {
  const pages = shown.pages.map((page) => ({
    ...page,
    products: page.products.map((product) => fresh.get(product.id) ?? product),
  }));
  return { ...shown, pages };
}

function readPage(filters: Filters, signal?: AbortSignal): Promise<Browse> {
  const address = new URLSearchParams(addressOf(filters));
  const query = Object.fromEntries([...address.keys()].map((name) => [name, address.getAll(name)]));
  return call('browse', { query }, signal);
}

function foundPagesOf({ pages }: Pages): FoundPages {
  return {
    pages: pages.map(({ near = null, popular = null, ...page }) => ({
      ...withCards(page),
      near: near && withCards(near),
      popular: popular && withCards(popular),
    })),
  };
}

function withCards<Part extends { readonly products: readonly ProductSummary[] }>({
  products,
  ...part
}: Part) {
  return { ...part, products: products.map(carouselProduct) };
}
