import { EVENT_KINDS, ORDER_CALLS, ORDER_STATUSES, SIDES } from '@perkex/core/order-book/order.js';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/** What a product's picture is drawn from when it has no picture of its own. */
export interface Drawing {
  readonly silhouette: string;
  readonly colours: Readonly<Record<string, string>>;
}

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const products = pgTable('products', {
  id: integer().generatedByDefaultAsIdentity().primaryKey(),
  name: text().notNull().unique(),
  brand: text().notNull().default(''),
  thumbnail: text().notNull().default(''),
  retailPriceCents: integer('retail_price_cents'),
  releaseDate: date('release_date'),
  drawing: jsonb().$type<Drawing>(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** One product and size: how many commands it has taken, and the summary of its open orders and trades. */
export const books = pgTable(
  'books',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    size: text().notNull(),
    seq: integer().notNull().default(0),
    lowestAskCents: integer('lowest_ask_cents'),
    highestBidCents: integer('highest_bid_cents'),
    openAsks: integer('open_asks').notNull().default(0),
    openBids: integer('open_bids').notNull().default(0),
    trades: integer().notNull().default(0),
    lastTradeCents: integer('last_trade_cents'),
  },
  (book) => [
    primaryKey({ columns: [book.productId, book.size] }),
    check('books_not_crossed', sql`${book.highestBidCents} < ${book.lowestAskCents}`),
  ],
);

/** `seq` is the number of the command that placed it in its book; `closedSeq` of the one that ended it. */
export const orders = pgTable(
  'orders',
  {
    productId: integer('product_id').notNull(),
    size: text().notNull(),
    seq: integer().notNull(),
    userId: text('user_id').notNull(),
    orderId: uuid('order_id').notNull(),
    call: text({ enum: ORDER_CALLS }).notNull(),
    side: text({ enum: SIDES }).notNull(),
    priceCents: integer('price_cents').notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    closedSeq: integer('closed_seq'),
    acceptedAt: moment('accepted_at').notNull(),
  },
  (order) => [
    primaryKey({ columns: [order.productId, order.size, order.seq] }),
    index('orders_open_asks')
      .on(order.productId, order.size, order.priceCents, order.seq)
      .where(sql`status = 'open' and side = 'ask'`),
    index('orders_open_bids')
      .on(order.productId, order.size, order.priceCents.desc(), order.seq)
      .where(sql`status = 'open' and side = 'bid'`),
    index('orders_open_of_user').on(order.userId, order.productId, order.size).where(sql`status = 'open'`),
  ],
);

export const trades = pgTable(
  'trades',
  {
    productId: integer('product_id').notNull(),
    id: uuid().notNull(),
    size: text().notNull(),
    seq: integer().notNull(),
    askSeq: integer('ask_seq').notNull(),
    bidSeq: integer('bid_seq').notNull(),
    sellerId: text('seller_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    priceCents: integer('price_cents').notNull(),
    sellerTotalCents: integer('seller_total_cents').notNull(),
    buyerTotalCents: integer('buyer_total_cents').notNull(),
    platformCents: integer('platform_cents').notNull(),
    tradedAt: moment('traded_at').notNull(),
  },
  (trade) => [
    primaryKey({ columns: [trade.productId, trade.id] }),
    unique('trades_ask_once').on(trade.productId, trade.size, trade.askSeq),
    unique('trades_bid_once').on(trade.productId, trade.size, trade.bidSeq),
    index('trades_of_seller').on(trade.sellerId, trade.id),
    index('trades_of_buyer').on(trade.buyerId, trade.id),
    check('trades_two_users', sql`${trade.sellerId} <> ${trade.buyerId}`),
  ],
);

/** What each accepted command did; in order of `seq`, the events of a book are the book. */
export const events = pgTable(
  'events',
  {
    productId: integer('product_id').notNull(),
    size: text().notNull(),
    seq: integer().notNull(),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    orderSeq: integer('order_seq').notNull(),
    at: moment('at').notNull(),
  },
  (event) => [primaryKey({ columns: [event.productId, event.size, event.seq] })],
);

/** What a book answered to each order's id: `seq` is its place in the book, null where it was refused. */
export const clientOrderIds = pgTable(
  'client_order_ids',
  {
    userId: text('user_id').notNull(),
    orderId: uuid('order_id').notNull(),
    call: text({ enum: ORDER_CALLS }).notNull(),
    productId: integer('product_id').notNull(),
    size: text().notNull(),
    seq: integer(),
    priceCents: integer('price_cents').notNull(),
    tradedPriceCents: integer('traded_price_cents'),
    refusal: text(),
    refusedAt: moment('refused_at'),
  },
  (answer) => [
    primaryKey({ columns: [answer.userId, answer.orderId] }),
    index('client_order_ids_refused_at').on(answer.refusedAt).where(sql`refused_at is not null`),
  ],
);

export const pastSales = pgTable(
  'past_sales',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    id: uuid().notNull(),
    size: text().notNull(),
    priceCents: integer('price_cents').notNull(),
    soldAt: moment('sold_at').notNull(),
  },
  (sale) => [primaryKey({ columns: [sale.productId, sale.id] })],
);

export const accounts = pgTable('accounts', {
  userId: text('user_id').primaryKey(),
  name: text().notNull().default(''),
  surname: text().notNull().default(''),
  street: text().notNull().default(''),
  streetNumber: text('street_number').notNull().default(''),
  city: text().notNull().default(''),
  zip: text().notNull().default(''),
  country: text().notNull().default(''),
  phone: text().notNull().default(''),
  payout: text({ enum: ['PAYPAL', 'CC'] }),
  payment: text({ enum: ['PAYPAL', 'CC'] }),
  createdAt: moment('created_at').notNull().defaultNow(),
});
