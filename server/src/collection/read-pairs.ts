import { MAX_BOUGHT_PAIRS } from '@perkex/contract/collection.js';
import { FAILED_STATES } from '@perkex/contract/user-data.js';
import { type Pair, withSales } from '@perkex/core/collection/pairs.js';
import type pg from 'pg';
import { rowsInShards } from '../database/in-shards.js';
import { sqlList } from '../database/sql-list.js';
import { bool, int4, orNull, statement, text, uuid } from '../database/statement.js';
import { IS_SALE } from '../sales/sale-conditions.js';
import { LISTINGS } from './read-listings.js';

/** The condition that the deal of a trade is in none of these situations. A trade without a deal is in none. */
const hasNoDeal = (situation: string) =>
  `not exists (select from deals where product_id = trades.product_id and id = trades.id and (${situation}))`;

/** The buyer does not get the pair, or has sent it back. */
const IS_BOUGHT = hasNoDeal(`state in ${sqlList(FAILED_STATES)}`);

/** The seller keeps the pair, or gets it back: after a rejection nothing is paid out. */
const IS_SOLD = hasNoDeal(
  "state in ('cancelled', 'rejected') or (state = 'closed' and verdict_by is not null and payout = 'none')",
);

/** The newest purchases, with days in UTC. */
const READ_PURCHASES = statement({
  name: 'read-purchases-of-collection',
  text: `select trade.id, trade.product_id as "productId", trade.size, trade.price_cents as "costCents",
           (trade.traded_at at time zone 'UTC')::date::text as since, collection_left.left_on::text as until,
           collection_left.trade_id is not null as "isLeft"
         from (select * from trades where buyer_id = $1 and ${IS_SALE} and ${IS_BOUGHT} order by id desc limit $2) as trade
         left join collection_left on collection_left.user_id = $1 and collection_left.trade_id = trade.id`,
  row: {
    id: uuid,
    productId: int4,
    size: text,
    costCents: int4,
    since: text,
    until: orNull(text),
    isLeft: bool,
  },
});

const READ_ENTERED = statement({
  name: 'read-entered-pairs',
  text: `select id, product_id as "productId", size, price_cents as "costCents", acquired_on::text as since,
           left_on::text as until
         from collection_pairs where user_id = $1`,
  row: { id: uuid, productId: int4, size: text, costCents: int4, since: text, until: orNull(text) },
});

/** In the sizes of their pairs. */
const MAX_SALES = 5_000;

const READ_SALES = statement({
  name: 'read-sales-of-collection',
  text: `select trades.product_id as "productId", trades.size, (traded_at at time zone 'UTC')::date::text as day
         from ${rowsInShards(LISTINGS, 'listed')}
         join trades on trades.product_id = listed.product_id and trades.size = listed.size
         where seller_id = $${LISTINGS.size + 1} and ${IS_SALE} and ${IS_SOLD}
         order by trades.id desc limit ${MAX_SALES}`,
  row: { productId: int4, size: text, day: text },
});

/**
 * The pairs that a user owns or has owned: the added ones, and the newest purchases here. Sales here end the ownership
 * of pairs.
 */
export async function readPairs(pool: pg.Pool, userId: string): Promise<Pair[]> {
  const [purchases, entered] = await Promise.all([
    READ_PURCHASES.rows(pool, [userId, MAX_BOUGHT_PAIRS]),
    READ_ENTERED.rows(pool, [userId]),
  ]);
  const bought = purchases.filter(({ isLeft, until }) => !isLeft || until !== null);
  const pairs = [
    ...bought.map(({ isLeft: _, ...pair }) => ({ ...pair, isBought: true })),
    ...entered.map((pair) => ({ ...pair, isBought: false })),
  ];
  return withSales(pairs, await READ_SALES.rows(pool, [...LISTINGS.values(pairs), userId]));
}
