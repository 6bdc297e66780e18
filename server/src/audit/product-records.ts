import {
  EVENT_KINDS,
  ORDER_CALLS,
  ORDER_STATUSES,
  type OrderCall,
  SIDES,
} from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { int4, oneOf, orNull, type RowOf, statement, text } from '../database/statement.js';

const READ_BOOKS = statement({
  name: 'audit-books',
  text: `select size, seq, lowest_ask_cents as "lowestAskCents", highest_bid_cents as "highestBidCents",
           open_asks as "openAsks", open_bids as "openBids", trades, last_trade_cents as "lastTradeCents"
         from books where product_id = $1 order by size`,
  row: {
    size: text,
    seq: int4,
    lowestAskCents: orNull(int4),
    highestBidCents: orNull(int4),
    openAsks: int4,
    openBids: int4,
    trades: int4,
    lastTradeCents: orNull(int4),
  },
});

const READ_ORDERS = statement({
  name: 'audit-orders',
  text: `select o.size, o.seq, o.user_id as "userId", o.call, o.side, o.price_cents as "priceCents", o.status,
           o.closed_seq as "closedSeq", answer.call as "answerCall", answer.price_cents as "answerCents",
           answer.traded_price_cents as "answerTradedCents"
         from orders as o left join client_order_ids as answer
           on answer.user_id = o.user_id and answer.order_id = o.order_id
           and answer.product_id = o.product_id and answer.size = o.size and answer.seq = o.seq
         where o.product_id = $1 order by o.size, o.seq`,
  row: {
    size: text,
    seq: int4,
    userId: text,
    call: oneOf(ORDER_CALLS),
    side: oneOf(SIDES),
    priceCents: int4,
    status: oneOf(ORDER_STATUSES),
    closedSeq: orNull(int4),
    answerCall: orNull(oneOf(ORDER_CALLS)),
    answerCents: orNull(int4),
    answerTradedCents: orNull(int4),
  },
});

const READ_TRADES = statement({
  name: 'audit-trades',
  text: `select size, seq, ask_seq as "askSeq", bid_seq as "bidSeq", seller_id as "sellerId", buyer_id as "buyerId",
           price_cents as "priceCents", seller_total_cents as "sellerTotalCents",
           buyer_total_cents as "buyerTotalCents", platform_cents as "platformCents"
         from trades where product_id = $1 order by size, seq`,
  row: {
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
  },
});

const READ_EVENTS = statement({
  name: 'audit-events',
  text: 'select size, seq, kind, order_seq as "orderSeq" from events where product_id = $1 order by size, seq',
  row: { size: text, seq: int4, kind: oneOf(EVENT_KINDS), orderSeq: int4 },
});

export type BookRecord = RowOf<typeof READ_BOOKS>;
export type TradeRecord = RowOf<typeof READ_TRADES>;
export type EventRecord = RowOf<typeof READ_EVENTS>;

type OrderRow = RowOf<typeof READ_ORDERS>;

export type OrderRecord = Omit<OrderRow, 'answerCall' | 'answerCents' | 'answerTradedCents'> & {
  /** The answer kept under the order's user and id; null when it is missing or names another order. */
  readonly answer: {
    readonly call: OrderCall;
    readonly priceCents: number;
    readonly tradedPriceCents: number | null;
  } | null;
};

/** Everything that the database keeps of one product's books. */
export interface ProductRecords {
  readonly productId: number;
  readonly books: BookRecord[];
  readonly orders: OrderRecord[];
  readonly trades: TradeRecord[];
  readonly events: EventRecord[];
}

/** Reads all records of one product, in the order of their books and of `seq`, from one moment's snapshot. */
export async function readProductRecords(client: pg.ClientBase, productId: number): Promise<ProductRecords> {
  return {
    productId,
    books: await READ_BOOKS.rows(client, [productId]),
    orders: (await READ_ORDERS.rows(client, [productId])).map(orderRecord),
    trades: await READ_TRADES.rows(client, [productId]),
    events: await READ_EVENTS.rows(client, [productId]),
  };
}

function orderRecord({ answerCall, answerCents, answerTradedCents, ...order }: OrderRow): OrderRecord {
  const answer =
    answerCall === null || answerCents === null
      ? null
      : { call: answerCall, priceCents: answerCents, tradedPriceCents: answerTradedCents };
  return { ...order, answer };
}
