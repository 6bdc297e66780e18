import type { ProductCard, ProductDetail, ProductSummary } from '@perkex/contract/products.js';
import { lowestAsk } from '@perkex/core/market/figures.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, RefusalError } from './call.js';

const LIST_STALE_MS = 60_000;
const RELATED_WORDS = 2;

/** All products, under 'products' (section 7). */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => call('products', { query: {} }, signal),
  staleTime: LIST_STALE_MS,
});

/** The products that sold most lately. */
export const trendingQuery = queryOptions({
  queryKey: ['trending'],
  queryFn: ({ signal }) => call('trending', {}, signal),
  staleTime: LIST_STALE_MS,
});

/** One product with its books and sales; null when there is no such product. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => readProduct(id, signal),
  });
}

async function readProduct(id: string, signal: AbortSignal): Promise<ProductDetail | null> {
  if (!/^\d+$/.test(id)) {
    return null;
  }
  try {
    const [product] = await call('product', { params: { id } }, signal);
    return product ?? null;
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'unknown-product') {
      return null;
    }
    throw error;
  }
}

/** The products whose names begin with the same two words, under 'relatedProducts' (sections 7 and 9). */
export function relatedProductsQuery(client: QueryClient, { id, name }: { id: number; name: string }) {
  return queryOptions({
    queryKey: ['relatedProducts', id],
    queryFn: async () => relatedProducts(await client.fetchQuery(productsQuery), { id, name }),
    staleTime: LIST_STALE_MS,
  });
}

function relatedProducts(
  products: readonly ProductCard[],
  { id, name }: { id: number; name: string },
): ProductSummary[] {
  const beginning = firstWords(name);
  return products
    .filter((product) => product.id !== id && firstWords(product.name) === beginning)
    .map((product) => ({
      id: product.id,
      name: product.name,
      thumbnail: product.thumbnail,
      lowestAsk: lowestAsk(product.asks),
    }));
}

function firstWords(name: string): string {
  return name.toLowerCase().split(/\s+/).slice(0, RELATED_WORDS).join(' ');
}
