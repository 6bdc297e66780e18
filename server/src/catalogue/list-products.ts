import type { ProductCard } from '@perkex/contract/products.js';
import { groupBy } from '@perkex/core/group-by.js';
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

const IS_SHOWN = 'product.hidden_at is null';

const LIST_IDS = statement({
  name: 'list-product-ids',
  text: `select id from products as product where id > $1 and ${IS_SHOWN} order by id limit $2`,
  row: { id: int4 },
});

const BY_IDS = {
  cards: readCards('find-cards', `product.id = any($1::int[]) and ${IS_SHOWN}`),
  prices: readBestPrices(
    'find-best-prices-of-products',
    'product.id = any($1::int[]) and book.product_id = any($1::int[])',
  ),
};

const BY_NAME = {
  cards: readCards('find-card', `product.name = $1 and ${IS_SHOWN}`),
  prices: readBestPrices('find-best-prices', 'product.name = $1'),
};

type BestPrices = RowOf<typeof BY_IDS.prices>;

/** The ids of the next products after one, without hidden ones; at most `limit`. */
export async function listProductIds(pool: pg.Pool, after: number, limit: number): Promise<number[]> {
  return (await LIST_IDS.rows(pool, [after, limit])).map(({ id }) => id);
}

/**
 * The products of these ids with the best ask and bid of each size, ordered by id (`GET /`), without hidden ones. It
 * reads the summaries of books, so its cost does not grow with the orders.
 */
export function listProducts(pool: pg.Pool, ids: readonly number[]): Promise<ProductCard[]> {
  return read(pool, BY_IDS, [ids]);
}

/** A list with the product of exactly this name, or an empty one (`GET /?name=`). */
export function listNamed(pool: pg.Pool, name: string): Promise<ProductCard[]> {
  return read(pool, BY_NAME, [name]);
}

async function read(
  pool: pg.Pool,
  { cards, prices }: typeof BY_IDS,
  values: unknown[],
): Promise<ProductCard[]> {
  const [products, best] = await Promise.all([cards.rows(pool, values), prices.rows(pool, values)]);
  const bestByProduct = groupBy(best, ({ productId }) => productId);
  return products.map((product) => ({ ...product, ...bySize(bestByProduct.get(product.id) ?? []) }));
}

function bySize(prices: readonly BestPrices[]): Pick<ProductCard, 'asks' | 'bids'> {
  const asks: ProductCard['asks'] = [];
  const bids: ProductCard['bids'] = [];
  for (const { size, lowestAskCents, highestBidCents } of prices.toSorted((a, b) =>
    compareSizes(a.size, b.size),
  )) {
    if (lowestAskCents !== null) {
      asks.push({ size, price: centsToDollars(lowestAskCents) });
    }
    if (highestBidCents !== null) {
      bids.push({ size, price: centsToDollars(highestBidCents) });
    }
  }
  return { asks, bids };
}
