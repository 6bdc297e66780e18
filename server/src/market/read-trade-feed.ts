import type { FeedSale, TradeFeed } from '@perkex/contract/market.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import { productsInShards } from '../database/in-shards.js';
import { pageOf } from '../database/page-of.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { bool, int4, orNull, type RowOf, statement, text, timestamptz, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import { countedSaleBefore, IS_SALE } from '../sales/sale-conditions.js';

/**
 * The newest sales of the market belong to the products with the latest sales: the statement looks up one id for each
 * product that may have one, then the sales of as many products as there are rows to return.
 */
const READ_TRADE_FEED = statement({
  name: 'read-tape',
  text: `with lately as materialized (
           select candidate.id as product_id, greatest(
             (select id from trades where product_id = candidate.id and id < $1 and ${IS_SALE} order by id desc limit 1),
             (select id from past_sales where product_id = candidate.id and id < $1 order by id desc limit 1)
           ) as newest_id
           from ${productsInShards('$3::int[]', 'candidate')} order by newest_id desc nulls last limit $2
         ), sale as materialized (
           select of_product.*
           from (
             select distinct book.product_id from lately as given
             join books as book on book.product_id = given.product_id
           ) as of_lately
           cross join lateral (
             (select product_id, id, size, price_cents, traded_at as sold_at
              from trades where product_id = of_lately.product_id and id < $1 and ${IS_SALE} order by id desc limit $2)
             union all
             (select product_id, id, size, price_cents, sold_at
              from past_sales where product_id = of_lately.product_id and id < $1 order by id desc limit $2)
           ) as of_product
           order by id desc limit $2
         )
         select sale.id, product.id as product, product.name, product.thumbnail,
           nullif(product.brand, '') as brand, sale.size, sale.price_cents as "priceCents", sale.sold_at as "soldAt",
           before.price_cents as "centsBefore",
           exists (select from odd_sales where product_id = sale.product_id and id = sale.id) as "isOdd"
         from (
           select distinct book.product_id, made.id, made.size, made.price_cents, made.sold_at
           from sale as made join books as book on book.product_id = made.product_id
         ) as sale
         join products as product on product.id = sale.product_id
         left join lateral (
           ${countedSaleBefore({ productId: 'sale.product_id', size: 'sale.size', id: 'sale.id' })}
         ) as before on true
         order by sale.id desc`,
  row: {
    id: uuid,
    product: int4,
    name: text,
    thumbnail: text,
    brand: orNull(text),
    size: text,
    priceCents: int4,
    soldAt: timestamptz,
    centsBefore: orNull(int4),
    isOdd: bool,
  },
});

/**
 * A page of the trade feed: sales of all products below `before`, newest first (`GET /market/tape`). It ends where too
 * many products have had later sales to look each of them up.
 */
export async function readTradeFeed(
  { replicaReads, products }: { readonly replicaReads: ReplicaReads; readonly products: FollowedProducts },
  limit: number,
  before = AFTER_ALL_IDS,
): Promise<TradeFeed> {
  const candidates = (await products.read()).mayHaveSoldBefore(before.toLowerCase(), limit + 1);
  if (candidates === null) {
    return { sales: [], next: null };
  }
  const rows = await replicaReads.read((pool) => READ_TRADE_FEED.rows(pool, [before, limit + 1, candidates]));
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  return { sales: shown.map(shownSale), next };
}

function shownSale({ priceCents, soldAt, centsBefore, ...sale }: RowOf<typeof READ_TRADE_FEED>): FeedSale {
  return {
    ...sale,
    price: centsToDollars(priceCents),
    change: priceChangePercent(priceCents, centsBefore ?? undefined),
    date: soldAt.toISOString(),
  };
}
