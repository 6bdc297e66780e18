import { groupBy } from '@perkex/core/group-by.js';
import { ORDER_STATUSES, SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import {
  bool,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
} from '../database/statement.js';

const READ_BOOKS = statement({
  name: 'audit-books',
  text: `select product_id as "productId", size, seq, lowest_ask_cents as "lowestAskCents", highest_bid_cents as "highestBidCents",
           open_asks as "openAsks", open_bids as "openBids", trades
         from books where product_id = any($1::int[]) order by product_id, size`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    lowestAskCents: orNull(int4),
    highestBidCents: orNull(int4),
    openAsks: int4,
    openBids: int4,
    trades: int4,
  },
});

const READ_ORDERS = statement({
  name: 'audit-orders',
  text: `select product_id as "productId", size, seq, user_id as "userId", side, price_cents as "priceCents", status, closed_seq as "closedSeq",
           traded_price_cents as "tradedPriceCents", expires_at as "expiresAt"
         from orders where product_id = any($1::int[]) order by product_id, size, seq`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    userId: text,
    side: oneOf(SIDES),
    priceCents: int4,
    status: oneOf(ORDER_STATUSES),
    closedSeq: orNull(int4),
    tradedPriceCents: orNull(int4),
    expiresAt: orNull(timestamptz),
  },
});

const READ_TRADES = statement({
  name: 'audit-trades',
  text: `select product_id as "productId", size, seq, ask_seq as "askSeq", bid_seq as "bidSeq", seller_id as "sellerId", buyer_id as "buyerId",
           price_cents as "priceCents", seller_total_cents as "sellerTotalCents",
           buyer_total_cents as "buyerTotalCents", platform_cents as "platformCents",
           transaction_fee_per_mille as "transactionFeePerMille", is_void as "isVoid",
           traded_at as "tradedAt"
         from trades where product_id = any($1::int[]) order by product_id, size, seq`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    askSeq: int4,
    bidSeq: int4,
    sellerId: text,
    buyerId: text,
    priceCents: int4,
    sellerTotalCents: int4,
    buyerTotalCents: int4,
    platformCents: int4,
    transactionFeePerMille: int4,
    isVoid: bool,
    tradedAt: timestamptz,
  },
});

const READ_CANCELLATIONS = statement({
  name: 'audit-cancellations',
  text: `select product_id as "productId", size, seq, order_seq as "orderSeq"
         from cancellations where product_id = any($1::int[]) order by product_id, size, seq`,
  row: { productId: int4, size: text, seq: int4, orderSeq: int4 },
});

export type BookRecord = RowOf<typeof READ_BOOKS>;
/** `tradedPriceCents` is the answer to a resend. */
export type OrderRecord = RowOf<typeof READ_ORDERS>;
export type TradeRecord = RowOf<typeof READ_TRADES>;
export type CancellationRecord = RowOf<typeof READ_CANCELLATIONS>;

/** All records of one product's books. */
export interface ProductRecords {
  readonly productId: number;
  readonly books: BookRecord[];
  readonly orders: OrderRecord[];
  readonly trades: TradeRecord[];
  readonly cancellations: CancellationRecord[];
}

/** Reads all records of some products from one snapshot, in the order of their books and of `seq`. */
export async function readProductRecords(
  client: pg.ClientBase,
  productIds: readonly number[],
): Promise<ProductRecords[]> {
  const books = groupBy(await READ_BOOKS.rows(client, [productIds]), productIdOf);
  const orders = groupBy(await READ_ORDERS.rows(client, [productIds]), productIdOf);
  const trades = groupBy(await READ_TRADES.rows(client, [productIds]), productIdOf);
  const cancellations = groupBy(await READ_CANCELLATIONS.rows(client, [productIds]), productIdOf);
  return productIds.map((productId) => ({
    productId,
    books: books.get(productId) ?? [],
    orders: orders.get(productId) ?? [],
    trades: trades.get(productId) ?? [],
    cancellations: cancellations.get(productId) ?? [],
  }));
}

function productIdOf({ productId }: { readonly productId: number }): number {
  return productId;
}
