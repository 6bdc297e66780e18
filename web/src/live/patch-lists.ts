import type { LiveBook } from '@perkex/contract/live.js';
import type { ProductCard } from '@perkex/contract/products.js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type CarouselProduct, productsQuery, relatedProduct } from '../api/products.js';

/**
 * Puts a book's best prices into the list of all products, which is long, and into the related ones that are made of
 * it, while a screen shows those.
 */
export function patchLists(client: QueryClient, book: LiveBook): void {
  const shown = client.getQueryCache().findAll({ queryKey: ['relatedProducts'], type: 'active' });
  const card = client.getQueryData(productsQuery.queryKey)?.find(({ id }) => id === book.product);
  if (shown.length === 0 || card === undefined) {
    return;
  }
  const asks = withBest(card.asks, book.size, book.lowestAsk);
  const bids = withBest(card.bids, book.size, book.highestBid);
  const patched: ProductCard = { ...card, asks, bids };
  patch(client, productsQuery.queryKey, patched);
  for (const { queryKey } of shown) {
    patch<CarouselProduct>(client, queryKey, relatedProduct(patched));
  }
}

/** The rest of the list stays as old as it is. */
function patch<Card extends { readonly id: number }>(client: QueryClient, key: QueryKey, card: Card): void {
  const { data, dataUpdatedAt } = client.getQueryState<readonly Card[]>(key) ?? {};
  const list = data?.map((each) => (each.id === card.id ? card : each));
  client.setQueryData(key, list, { updatedAt: dataUpdatedAt ?? 0 });
}

function withBest(prices: ProductCard['asks'], size: string, price: number): ProductCard['asks'] {
  const others = prices.filter((each) => each.size !== size);
  return price === 0 ? others : [...others, { size, price }];
}
