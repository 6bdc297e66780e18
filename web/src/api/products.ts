import { type InCents, inCents } from '@perkex/contract/in-cents.js';
import type { LastSale, ProductDetail, ProductSummary } from '@perkex/contract/products.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { queryOptions } from '@tanstack/react-query';
import { call, RefusalError } from './call.js';

const LIST_STALE_MS = 60_000;
/** The server's limit. Equals `MAX_CARDS` of the contract, whose import would add its schemas to the bundle. */
const MAX_CARDS = 48;

/** A product on a card. `lowestAskCents` is 0 without asks, `lastSaleCents` is 0 without trades. */
export interface CarouselProduct extends Omit<ProductSummary, 'lowestAsk' | 'lastSale'> {
  readonly lowestAskCents: number;
  readonly lastSaleCents: number;
}

export type OpenOrder = InCents<ProductDetail['asks'][number]>;
export type Sale = InCents<LastSale>;

/** The product data apart from its market. */
export type ProductFacts = Pick<
  ProductDetail,
  | 'brand'
  | 'model'
  | 'nickname'
  | 'kind'
  | 'description'
  | 'styleCode'
  | 'colourway'
  | 'releaseDate'
  | 'retailPrice'
>;

/** A product with its books, best first, and its trades, oldest first. */
export interface Product
  extends Pick<ProductDetail, 'id' | 'name' | 'thumbnail' | 'pictures' | 'sizes' | 'tradesFrom' | 'hidden'>,
    ProductFacts {
  readonly asks: readonly OpenOrder[];
  readonly bids: readonly OpenOrder[];
  readonly sales: readonly Sale[];
  /** The last trades of the sizes that `sales` does not reach back to. */
  readonly olderSales: readonly Sale[];
}

/** The bestsellers of the last days. */
export const trendingQuery = queryOptions({
  queryKey: ['trending'],
  queryFn: async ({ signal }) => (await call('trending', {}, signal)).map(carouselProduct),
  staleTime: LIST_STALE_MS,
});

/** Some products for cards, in this order, up to the server's limit. */
export function cardsQuery(ids: readonly number[]) {
  const wanted = ids.slice(0, MAX_CARDS).join();
  return queryOptions({
    queryKey: ['cards', wanted],
    queryFn: async ({ signal }) =>
      wanted === '' ? [] : (await call('cards', { query: { ids: wanted } }, signal)).map(carouselProduct),
    staleTime: LIST_STALE_MS,
  });
}

/** One product with its books and trades; null when there is no such product. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => readProduct(id, signal),
  });
}

async function readProduct(id: string, signal: AbortSignal): Promise<Product | null> {
  if (!/^\d+$/.test(id)) {
    return null;
  }
  try {
    const [product] = await call('product', { params: { id } }, signal);
    return product ? productOf(product) : null;
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'unknown-product') {
      return null;
    }
    throw error;
  }
}

export function carouselProduct({ lowestAsk, lastSale, ...product }: ProductSummary): CarouselProduct {
  return {
    ...product,
    lowestAskCents: dollarsToCents(lowestAsk),
    lastSaleCents: dollarsToCents(lastSale),
  };
}

export function productOf({ asks, bids, lastsales, oldersales, ...product }: ProductDetail): Product {
  return {
    ...product,
    asks: asks.map(inCents),
    bids: bids.map(inCents),
    sales: lastsales.map(inCents),
    olderSales: oldersales.map(inCents),
  };
}

/** The products whose names begin with the same two words (sections 7 and 9). */
export function relatedProductsQuery(id: number) {
  return queryOptions({
    queryKey: ['relatedProducts', String(id)],
    queryFn: async ({ signal }) =>
      (await call('relatedProducts', { params: { id: String(id) } }, signal)).map(carouselProduct),
    staleTime: LIST_STALE_MS,
  });
}
