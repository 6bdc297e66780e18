import { createHash } from 'node:crypto';
import { TRADER_PREFIX } from '@perkex/server/accounts/is-demo-market.js';
import type { Drawing } from '@perkex/server/catalogue/create-products.js';
import { type PastSale, savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { copyRows } from '@perkex/server/database/copy-rows.js';
import { int4, statement } from '@perkex/server/database/statement.js';
import { contentId } from '@perkex/server/database/time-ordered-id.js';
import type { Transaction } from '@perkex/server/database/transaction.js';
import { drawingAddress } from '@perkex/server/drawings/drawing-addresses.js';
import { createTraders } from './create-traders.js';
import {
  EXPECTED_ORDERS_PER_PRODUCT,
  type MadeUpBook,
  type MadeUpMarket,
  type MadeUpTrading,
  madeUpTrading,
} from './made-up-market.js';
import { type MadeUpCatalogue, type MadeUpProduct, madeUpProduct } from './made-up-products.js';

const TAKE_PRODUCT_IDS = statement({
  name: 'take-product-ids',
  text: `select nextval('products_numbers')::int as id from generate_series(1, $1::int)`,
  row: { id: int4 },
});

/** Far below the limit of open orders. */
const ORDERS_PER_TRADER = 120;
const FEWEST_TRADERS = 40;
const SALES_AT_ONCE = 20_000;

export interface MadeUpFilling extends MadeUpCatalogue, Pick<MadeUpMarket, 'ordersPerProduct'> {
  /** The number of the first new trader; lower ones exist already. */
  readonly firstTrader: number;
}

/**
 * Adds made-up products with their books, open orders and past sales, table by table, without holding them in memory.
 * @param onProgress called with the number of processed products and the total over all tables
 */
export async function fillMadeUp(
  transaction: Transaction,
  filling: MadeUpFilling,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const { count, now, firstTrader, ordersPerProduct } = filling;
  const traders = traderCount(count, ordersPerProduct);
  const market: MadeUpMarket = { ...filling, traders };
  const ids = (await TAKE_PRODUCT_IDS.rows(transaction, [count])).map(({ id }) => id);
  const passes = passesOf(market, ids, onProgress);
  await createTraders(transaction, firstTrader, traders);
  await copyRows(
    transaction,
    `products (id, name, brand, thumbnail, retail_price_cents, release_date, style_code, colourway, model, nickname,
       kind, description, trades_from, drawing)`,
    passes.products(),
  );
  await copyRows(
    transaction,
    'books (product_id, size, seq, open_asks, open_bids, lowest_ask_cents, highest_bid_cents)',
    passes.books(),
  );
  await copyRows(
    transaction,
    `orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status, accepted_at)`,
    passes.orders(firstTrader, now.toISOString()),
  );
  for (const sales of passes.pastSales()) {
    await savePastSales(transaction, sales);
  }
}

function traderCount(products: number, ordersPerProduct: MadeUpMarket['ordersPerProduct']): number {
  const each = ordersPerProduct === 'some' ? EXPECTED_ORDERS_PER_PRODUCT : ordersPerProduct;
  // An even number: even traders ask, odd ones bid.
  return Math.max(FEWEST_TRADERS, 2 * Math.ceil((products * each) / ORDERS_PER_TRADER / 2));
}

/** Each table is one more pass over all products: generating them again is cheaper than storing them. */
function passesOf(
  market: MadeUpMarket,
  ids: readonly number[],
  onProgress: (done: number, total: number) => void,
) {
  const total = 4 * ids.length;
  let done = 0;
  function* each(): Generator<{ id: number; place: number; product: MadeUpProduct }> {
    for (const [place, id] of ids.entries()) {
      yield { id, place, product: madeUpProduct(market, place) };
      done += 1;
      onProgress(done, total);
    }
  }
  function* trading(): Generator<MadeUpTrading & { id: number; place: number }> {
    for (const { id, place, product } of each()) {
      yield { id, place, ...madeUpTrading(market, product, place) };
    }
  }
  return {
    *products() {
      const addresses = new DrawingAddresses();
      for (const { id, product } of each()) {
        yield productCells(id, product, addresses);
      }
    },
    *books() {
      for (const { id, books } of trading()) {
        yield* books.map((book) => bookCells(id, book));
      }
    },
    *orders(firstTrader: number, acceptedAt: string) {
      for (const { id, place, books } of trading()) {
        let number = 0;
        for (const { size, orders } of books) {
          for (const [index, { side, priceCents, trader }] of orders.entries()) {
            number += 1;
            const orderId = contentId(place, sha256(`made-up order ${place} ${number}`));
            const userId = `${TRADER_PREFIX}${firstTrader + trader}`;
            yield [id, size, index + 1, userId, orderId, side, side, priceCents, 'open', acceptedAt];
          }
        }
      }
    },
    *pastSales() {
      let sales: PastSale[] = [];
      for (const { id, place, pastSales } of trading()) {
        sales.push(
          ...pastSales.map((sale, number) => ({
            ...sale,
            productId: id,
            content: `made-up sale ${place} ${number}`,
          })),
        );
        if (sales.length >= SALES_AT_ONCE) {
          yield sales;
          sales = [];
        }
      }
      if (sales.length > 0) {
        yield sales;
      }
    },
  };
}

function productCells(id: number, product: MadeUpProduct, addresses: DrawingAddresses) {
  const { name, brand, retailPriceCents, releaseDate, styleCode, colourway, drawing } = product;
  const { model, nickname, kind, description, tradesFrom } = product;
  return [
    id,
    name,
    brand,
    addresses.find(id, drawing),
    retailPriceCents,
    releaseDate,
    styleCode,
    colourway,
    model,
    nickname,
    kind,
    description,
    tradesFrom,
    JSON.stringify(drawing),
  ];
}

function bookCells(id: number, { size, orders }: MadeUpBook) {
  const asks = orders.filter(({ side }) => side === 'ask').map(({ priceCents }) => priceCents);
  const bids = orders.filter(({ side }) => side === 'bid').map(({ priceCents }) => priceCents);
  const lowestAsk = asks.length === 0 ? null : Math.min(...asks);
  const highestBid = bids.length === 0 ? null : Math.max(...bids);
  return [id, size, orders.length, asks.length, bids.length, lowestAsk, highestBid];
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Caches the versions of addresses, each of which needs a drawing: many products look the same. */
class DrawingAddresses {
  private readonly ends = new Map<string, string>();

  find(id: number, drawing: Drawing): string {
    const key = JSON.stringify(drawing);
    let end = this.ends.get(key);
    if (end === undefined) {
      end = drawingAddress(0, drawing).slice('/drawings/0'.length);
      this.ends.set(key, end);
    }
    return `/drawings/${id}${end}`;
  }
}
