import { fillMadeUp } from '@perkex/demo/fill-made-up.js';
import type { Database } from '@perkex/server/database/connect.js';
import { transactionOn } from '@perkex/server/database/transaction.js';
import pg from 'pg';

/** Enough users that each has only a few hundred open orders in the largest market measured. */
export const USER_COUNT = 3_000;
export const SIZES_PER_PRODUCT = 20;
/** The middle of all prices, in dollars; order prices are within this many dollars of it. */
export const MIDDLE_DOLLARS = 200;
export const REACH_DOLLARS = 5;

/** Creates users who may trade. */
export async function createUsers({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into accounts (user_id, street, payout, payment)
     select 'user-' || number, 'Market Street', 'PAYPAL', 'CC' from generate_series(0, $1::int - 1) as number
     on conflict do nothing`,
    [USER_COUNT],
  );
}

/** Empties the market and creates this many books, with ids from 1 and sizes from '1'. */
export async function createBooks({ pool }: Database, books: number): Promise<void> {
  await pool.query(
    'truncate products, books, orders, trades, cancellations, refusals, past_sales restart identity cascade',
  );
  await pool.query(
    `insert into products (name) select 'Product ' || number from generate_series(1, $1::int) as number`,
    [Math.ceil(books / SIZES_PER_PRODUCT)],
  );
  await pool.query(
    `insert into books (product_id, size)
     select 1 + number / $2::int, (1 + number % $2::int)::text from generate_series(0, $1::int - 1) as number`,
    [books, SIZES_PER_PRODUCT],
  );
}

/** Fills every book with this many open asks and bids, out of reach of the measured orders. */
export async function fillBooks(database: Database, ordersPerSide: number): Promise<void> {
  await withoutTimeLimit(database, async (client) => {
    await client.query(
      `insert into orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status, accepted_at)
       select product_id, size, seq, user_id, order_id, side, side, price_cents, 'open', now() from (
         select book.product_id, book.size, number as seq, gen_random_uuid() as order_id,
           'user-' || number % $2::int as user_id, case number % 2 when 0 then 'ask' else 'bid' end as side,
           100 * ($3::int + case number % 2 when 0 then 1 else -1 end * ($4::int + 1 + number / 10)) as price_cents
         from books as book cross join generate_series(1, 2 * $1::int) as number
       ) as placed`,
      [ordersPerSide, USER_COUNT, MIDDLE_DOLLARS, REACH_DOLLARS],
    );
    await client.query(
      `update books as book set seq = 2 * $1::int, open_asks = $1, open_bids = $1,
       lowest_ask_cents = (select min(price_cents) from orders as o
         where o.product_id = book.product_id and o.size = book.size and status = 'open' and side = 'ask'),
       highest_bid_cents = (select max(price_cents) from orders as o
         where o.product_id = book.product_id and o.size = book.size and status = 'open' and side = 'bid')`,
      [ordersPerSide],
    );
  });
}

const MADE_UP_SEED = 1;

/**
 * Fills an empty database with generated products and open orders, in a state that passes an audit.
 * @param ordersPerProduct the orders of each product that trades, spread over five of its sizes
 */
export async function fillMadeUpMarket(
  database: Database,
  products: number,
  ordersPerProduct: number,
): Promise<void> {
  await withoutTimeLimit(database, async (client) => {
    const filling = {
      count: products,
      seed: MADE_UP_SEED,
      now: new Date(),
      firstTrader: 0,
      ordersPerProduct,
    };
    await transactionOn(client, (tx) => fillMadeUp(tx, filling));
  });
  await quieten(database);
}

/** Does autovacuum's work between measurements, so that none pays for the previous one. */
export async function quieten(database: Database): Promise<void> {
  await withoutTimeLimit(database, async (client) => {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/** Lends a separate connection: the pool's have a time limit for statements, which is right for a server. */
export async function withoutTimeLimit(
  { address }: Database,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
