import { type LastSale, type ProductDetail, SHOWN_SALES } from '@perkex/contract/products.js';
import { SHOWN_ORDERS_PER_SIDE } from '@perkex/contract/shown-orders.js';
import { KINDS, kindOf } from '@perkex/core/finding/kinds.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { compareSizes } from '@perkex/core/sizes.js';
import type pg from 'pg';
import { bool, int4, json, oneOf, orNull, plainJson, statement, text, texts } from '../database/statement.js';
import { type FetchedPicture, pictureAddress } from '../pictures/picture-rows.js';
import { newestSales } from '../sales/sale-conditions.js';
import { tradesAt } from './find-product.js';

const LARGEST_ID = 2 ** 31 - 1;

interface OrderRow {
  readonly id: string;
  readonly size: string;
  readonly side: Side;
  readonly priceCents: number;
}

interface SaleRow {
  readonly id: string;
  readonly size: string;
  readonly priceCents: number;
  /** ISO 8601, in whatever time zone. */
  readonly soldAt: string;
}

/**
 * A product with its open orders, best first within each size and side, and its newest sales, here and before this
 * market, oldest first. One statement, as a round trip costs more than what it reads; lists as JSON, which is parsed
 * faster than rows.
 */
const READ_PRODUCT = statement({
  name: 'read-product',
  text: `select id, name, thumbnail, nullif(brand, '') as brand, style_code as "styleCode", colourway,
           model, nickname, kind, description, trades_from::text as "tradesFrom",
           release_date::text as "releaseDate", retail_price_cents as "retailPriceCents",
           hidden_at is not null as "isHidden", merged_into as "mergedInto",
           array(select size from books where product_id = $1) as sizes,
           (
             select coalesce(jsonb_agg(jsonb_build_object(
               'hash', hash, 'width', width, 'height', height, 'placeholder', placeholder
             ) order by position), '[]')
             from product_pictures where product_id = $1 and hash is not null
           ) as pictures,
           (
             select coalesce(json_agg(best), '[]')
             from books as book
             cross join lateral (
               (select ask.order_id as id, ask.size, ask.side, ask.price_cents as "priceCents"
                from orders as ask
                where ask.product_id = $1 and ask.size = book.size
                  and ask.status = 'open' and ask.side = 'ask'
                order by ask.price_cents, ask.seq limit $2)
               union all
               (select bid.order_id, bid.size, bid.side, bid.price_cents
                from orders as bid
                where bid.product_id = $1 and bid.size = book.size
                  and bid.status = 'open' and bid.side = 'bid'
                order by bid.price_cents desc, bid.seq limit $2)
             ) as best
             where book.product_id = $1
           ) as orders,
           (
             select coalesce(json_agg(newest order by id), '[]') from (${newestSales('true', '$3')}) as newest
           ) as sales
         from products where id = $1`,
  row: {
    id: int4,
    name: text,
    thumbnail: text,
    brand: orNull(text),
    styleCode: orNull(text),
    colourway: orNull(text),
    model: orNull(text),
    nickname: orNull(text),
    kind: orNull(oneOf(KINDS)),
    description: orNull(text),
    tradesFrom: orNull(text),
    /** YYYY-MM-DD */
    releaseDate: orNull(text),
    retailPriceCents: orNull(int4),
    isHidden: bool,
    mergedInto: orNull(int4),
    sizes: texts,
    pictures: json<FetchedPicture[]>(),
    orders: plainJson<OrderRow[]>(),
    sales: plainJson<SaleRow[]>(),
  },
});

/** The last sales of each of some sizes, oldest first. */
const READ_LAST_SALES = statement({
  name: 'read-last-sales',
  text: `select coalesce(json_agg(sale order by sale.id), '[]') as sales
         from unnest($2::text[]) as wanted (size)
         cross join lateral (${newestSales('size = wanted.size', '$3')}) as sale`,
  row: { sales: plainJson<SaleRow[]>() },
});

/** One product with the best orders of its books and its newest sales (`GET /{id}`), or null. */
export async function readProduct(pool: pg.Pool, id: number, nowMs: number): Promise<ProductDetail | null> {
  if (id > LARGEST_ID) {
    return null;
  }
  const product = await READ_PRODUCT.row(pool, [id, SHOWN_ORDERS_PER_SIDE, SHOWN_SALES]);
  if (!product) {
    return null;
  }
  const {
    retailPriceCents,
    tradesFrom,
    kind,
    pictures,
    orders: open,
    sales,
    isHidden,
    mergedInto,
    ...facts
  } = product;
  const sizes = facts.sizes.sort(compareSizes);
  const olderSales = await readLastSales(pool, id, sizesLeftOut(sizes, sales));
  const orders = open
    .map(({ priceCents, ...order }) => ({ ...order, price: centsToDollars(priceCents) }))
    .sort((a, b) => compareSizes(a.size, b.size));
  const ordersOf = (wanted: Side) =>
    orders
      .filter(({ side }) => side === wanted)
      .map(({ id: orderId, size, price }) => ({ id: orderId, size, price }));
  return {
    ...facts,
    kind: kind ?? kindOf(facts.name, sizes),
    tradesFrom: tradesAt(tradesFrom, nowMs) ? null : tradesFrom,
    retailPrice: retailPriceCents === null ? null : centsToDollars(retailPriceCents),
    sizes,
    pictures: pictures.map(({ hash, ...picture }) => ({
      src: pictureAddress(hash, picture.width),
      ...picture,
    })),
    asks: ordersOf('ask'),
    bids: ordersOf('bid'),
    lastsales: sales.map(lastSale),
    oldersales: olderSales.map(lastSale),
    ...(isHidden && { hidden: { mergedInto } }),
  };
}

function lastSale({ id, size, priceCents, soldAt }: SaleRow): LastSale {
  return { id, size, price: centsToDollars(priceCents), date: new Date(soldAt).toISOString() };
}

/** The number of sales that a size's change needs. */
const SALES_OF_A_SIZE = 2;

/** The sizes with too few sales among the newest ones, which may have older ones. */
function sizesLeftOut(sizes: readonly string[], newest: readonly SaleRow[]): string[] {
  const countOf = (wanted: string) => newest.filter(({ size }) => size === wanted).length;
  return newest.length < SHOWN_SALES ? [] : sizes.filter((size) => countOf(size) < SALES_OF_A_SIZE);
}

async function readLastSales(pool: pg.Pool, id: number, sizes: readonly string[]): Promise<SaleRow[]> {
  const read = sizes.length > 0 && (await READ_LAST_SALES.row(pool, [id, sizes, SALES_OF_A_SIZE]));
  return read ? read.sales : [];
}
