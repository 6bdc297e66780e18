import type { Browse } from '@perkex/contract/finding.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { addressOf, type Choices } from '@perkex/core/finding/choices.js';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query';
import { call } from './call.js';
import { type CarouselProduct, carouselProduct } from './products.js';

/** Their prices follow the market (`readPricesAgain`); which products they are may be a little old. */
const STALE_MS = 5 * 60_000;

/** Some products that fit some choices, with what other choices would show. */
export interface FoundPage extends Omit<Browse, 'products'> {
  readonly products: readonly CarouselProduct[];
}

export interface FoundPages {
  readonly pages: readonly FoundPage[];
}

type Pages = InfiniteData<Browse, number>;

/**
 * The products that fit some choices, page by page from the chosen page on. While those of other choices are read, the
 * ones before stay.
 */
export function browseQuery(choices: Choices) {
  return infiniteQueryOptions({
    queryKey: browseKey(choices),
    queryFn: ({ pageParam, signal }) => readPage({ ...choices, page: pageParam }, signal),
    initialPageParam: choices.page,
    getNextPageParam: ({ page, pages }: Browse) => (page < pages ? page + 1 : undefined),
    select: foundPagesOf,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
}

/** As `takeFirstScreen` has it, too. */
function browseKey(choices: Choices) {
  return ['browse', addressOf(choices)] as const;
}

/** Reads some pages again, and puts the prices of their products into what is shown; no product moves. */
export async function readPricesAgain(
  client: QueryClient,
  choices: Choices,
  pages: readonly number[],
): Promise<void> {
  const read = await Promise.all(pages.map((page) => readPage({ ...choices, page })));
  const fresh = new Map(read.flatMap(({ products }) => products.map((product) => [product.id, product])));
  const queryKey = browseKey(choices);
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

function readPage(choices: Choices, signal?: AbortSignal): Promise<Browse> {
  const address = new URLSearchParams(addressOf(choices));
  const query = Object.fromEntries([...address.keys()].map((name) => [name, address.getAll(name)]));
  return call('browse', { query }, signal);
}

function foundPagesOf({ pages }: Pages): FoundPages {
  return {
    pages: pages.map(({ products, ...page }) => ({ ...page, products: products.map(carouselProduct) })),
  };
}
