import type { LiveBook } from '@perkex/contract/live.js';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from './live-events.js';
import { createRefresher, type Refresher } from './refresher.js';

/** Throttles: each query is refetched at most once per interval, however busy the market is. */
const OF_BOOK_MS = 500;
const OF_FIGURES_MS = 1_000;
const OF_LIST_MS = 1_000;
const OF_MARKET_MS = 10_000;
const OF_USER_MS = 500;

/** All market queries that a missed event could have changed. */
const OF_MARKET: readonly string[] = [
  'product',
  'productBook',
  'productFigures',
  'productHistory',
  'productOddSales',
  'productSales',
  'highestBids',
  'prices',
  'trending',
  'cards',
  'banners',
  'shelves',
  'brand',
  'relatedProducts',
  'model',
  'releases',
  'market',
  'marketIndex',
  'tape',
];
/** Queries that show prices of several products. */
const OF_CARDS: readonly string[] = [
  'trending',
  'cards',
  'highestBids',
  'banners',
  'shelves',
  'brand',
  'model',
  'releases',
  'relatedProducts',
  'watches',
  'collection',
];
const OF_USER: readonly string[] = ['userData', 'notices', 'watches', 'collection'];

/** Refetches exactly the queries that an event may have changed. */
export function createFollower(
  client: QueryClient,
  refresher: Refresher = createRefresher(client),
): (event: LiveEvent) => void {
  const { refresh } = refresher;

  function refreshAll(names: readonly string[]): void {
    for (const name of names) {
      for (const { queryKey } of client.getQueryCache().findAll({ queryKey: [name] })) {
        refresh(queryKey, OF_BOOK_MS);
      }
    }
  }

  function bookChanged(book: LiveBook): void {
    const id = String(book.product);
    refresh(['product', id], OF_BOOK_MS);
    refresh(['productBook', id], OF_BOOK_MS);
    refresh(['productFigures', id], OF_FIGURES_MS);
    for (const name of OF_CARDS) {
      for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [name] })) {
        if (shownIds(state.data).includes(book.product)) {
          refresh(queryKey, OF_LIST_MS);
        }
      }
    }
  }

  function sold(product: number): void {
    const id = String(product);
    refresh(['product', id], OF_BOOK_MS);
    for (const name of ['productFigures', 'productHistory', 'productSales']) {
      refresh([name, id], OF_FIGURES_MS);
    }
    refresh(['market'], OF_MARKET_MS);
  }

  function readAgain(isOwn: boolean): void {
    refreshAll(isOwn ? OF_USER : OF_MARKET);
  }

  return (event) => {
    switch (event.name) {
      case 'book':
        bookChanged(event.data);
        return;
      case 'sale':
        sold(event.data.product);
        return;
      case 'odd':
        sold(event.data.product);
        refresh(['productOddSales', String(event.data.product)], OF_FIGURES_MS);
        refresh(['tape'], OF_LIST_MS);
        return;
      case 'order':
      case 'trade':
        refresh(['userData'], OF_USER_MS);
        refresh(['collection'], OF_USER_MS);
        return;
      case 'notice':
        refresh(['notices'], OF_USER_MS);
        return;
      case 'reset':
        readAgain(event.data.isOwn);
        return;
      // Screens with levels refetch 'productBook'.
      case 'levels':
    }
  };
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
