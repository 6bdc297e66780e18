import type { EventKind, OrderCall, OrderStatus, Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';

/** Everything that the database keeps of one product's books. */
export interface ProductRecords {
  readonly productId: number;
  readonly books: BookRecord[];
  readonly orders: OrderRecord[];
  readonly trades: TradeRecord[];
  readonly events: EventRecord[];
}

export interface BookRecord {
  readonly size: string;
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  readonly openAsks: number;
  readonly openBids: number;
  readonly trades: number;
  readonly lastTradeCents: number | null;
}

export interface OrderRecord {
  readonly size: string;
  readonly seq: number;
  readonly userId: string;
  readonly call: OrderCall;
  readonly side: Side;
  readonly priceCents: number;
  readonly status: OrderStatus;
  readonly closedSeq: number | null;
  /** The answer kept under the order's user and id; null when it is missing or names another order. */
  readonly answer: {
    readonly call: string;
    readonly priceCents: number;
    readonly tradedPriceCents: number | null;
  } | null;
}

export interface TradeRecord {
  readonly size: string;
  readonly seq: number;
  readonly askSeq: number;
  readonly bidSeq: number;
  readonly sellerId: string;
  readonly buyerId: string;
  readonly priceCents: number;
  readonly sellerTotalCents: number;
  readonly buyerTotalCents: number;
  readonly platformCents: number;
}

export interface EventRecord {
  readonly size: string;
  readonly seq: number;
  readonly kind: EventKind;
  readonly orderSeq: number;
}

/** Reads all records of one product, in the order of their books and of `seq`, from one moment's snapshot. */
export async function readProductRecords(client: pg.ClientBase, productId: number): Promise<ProductRecords> {
  const read = async <Row extends object>(name: string, text: string): Promise<Row[]> =>
    (await client.query<Row>({ name, text, values: [productId] })).rows;
  return {
    productId,
    books: await read<BookRecord>(
      'audit-books',
      `select size, seq, lowest_ask_cents as "lowestAskCents", highest_bid_cents as "highestBidCents",
         open_asks as "openAsks", open_bids as "openBids", trades, last_trade_cents as "lastTradeCents"
       from books where product_id = $1 order by size`,
    ),
    orders: (
      await read<FlatOrder>(
        'audit-orders',
        `select o.size, o.seq, o.user_id as "userId", o.call, o.side, o.price_cents as "priceCents", o.status,
           o.closed_seq as "closedSeq", answer.call as "answerCall", answer.price_cents as "answerCents",
           answer.traded_price_cents as "answerTradedCents"
         from orders as o left join client_order_ids as answer
           on answer.user_id = o.user_id and answer.order_id = o.order_id
           and answer.product_id = o.product_id and answer.size = o.size and answer.seq = o.seq
         where o.product_id = $1 order by o.size, o.seq`,
      )
    ).map(orderRecord),
    trades: await read<TradeRecord>(
      'audit-trades',
      `select size, seq, ask_seq as "askSeq", bid_seq as "bidSeq", seller_id as "sellerId", buyer_id as "buyerId",
         price_cents as "priceCents", seller_total_cents as "sellerTotalCents",
         buyer_total_cents as "buyerTotalCents", platform_cents as "platformCents"
       from trades where product_id = $1 order by size, seq`,
    ),
    events: await read<EventRecord>(
      'audit-events',
      `select size, seq, kind, order_seq as "orderSeq" from events where product_id = $1 order by size, seq`,
    ),
  };
}

type FlatOrder = Omit<OrderRecord, 'answer'> & {
  readonly answerCall: string | null;
  readonly answerCents: number;
  readonly answerTradedCents: number | null;
};

function orderRecord({ answerCall, answerCents, answerTradedCents, ...order }: FlatOrder): OrderRecord {
  const answer =
    answerCall === null
      ? null
      : { call: answerCall, priceCents: answerCents, tradedPriceCents: answerTradedCents };
  return { ...order, answer };
}
