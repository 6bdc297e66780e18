import type { ProductCard } from '@perkex/contract/products.js';
import { centsToDollars } from '@perkex/core/money.js';
import { compareSizes } from '@perkex/core/sizes.js';
import type pg from 'pg';
import { int4, orNull, type RowOf, statement, text } from '../database/statement.js';

function readCards(name: string, condition: string) {
  return statement({
    name,
    text: `select product.id, product.name, product.thumbnail from products as product
           where ${condition} order by product.id`,
    row: { id: int4, name: text, thumbnail: text },
  });
}

function readBestPrices(name: string, condition: string) {
  return statement({
    name,
    text: `select book.product_id as "productId", book.size, book.lowest_ask_cents as "lowestAskCents",
             book.highest_bid_cents as "highestBidCents"
           from books as book join products as product on product.id = book.product_id
           where ${condition} and (book.lowest_ask_cents is not null or book.highest_bid_cents is not null)`,
    row: { productId: int4, size: text, lowestAskCents: orNull(int4), highestBidCents: orNull(int4) },
  });
}

const OF_ALL = { cards: readCards('list-cards', 'true'), prices: readBestPrices('list-best-prices', 'true') };

const OF_ONE_NAME = {
  cards: readCards('find-card', 'product.name = $1'),
  prices: readBestPrices('find-best-prices', 'product.name = $1'),
};

/**
 * The products with the best ask and bid of each size (`GET /`), or only the one of that name
 * (`GET /?name=`). Reads the summaries of the books, so its cost does not grow with the orders.
 */
export async function listProducts(pool: pg.Pool, name?: string): Promise<ProductCard[]> {
  const { cards, prices } = name === undefined ? OF_ALL : OF_ONE_NAME;
  const values = name === undefined ? [] : [name];
  return withBestPrices(...(await Promise.all([cards.rows(pool, values), prices.rows(pool, values)])));
}

function withBestPrices(
  cards: readonly RowOf<typeof OF_ALL.cards>[],
  prices: readonly RowOf<typeof OF_ALL.prices>[],
): ProductCard[] {
  const byId = new Map<number, ProductCard>();
  for (const card of cards) {
    byId.set(card.id, { ...card, asks: [], bids: [] });
  }
  const bySize = [...prices].sort((a, b) => compareSizes(a.size, b.size));
  for (const { productId, size, lowestAskCents, highestBidCents } of bySize) {
    const card = byId.get(productId);
    if (lowestAskCents !== null) {
      card?.asks.push({ size, price: centsToDollars(lowestAskCents) });
    }
    if (highestBidCents !== null) {
      card?.bids.push({ size, price: centsToDollars(highestBidCents) });
    }
  }
  return [...byId.values()];
}
