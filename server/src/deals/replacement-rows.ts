import type pg from 'pg';
import { ORDER_PLACES, type OrderPlace } from '../books/order-place.js';
import { bool, int4, oneOf, orNull, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from './deal-key.js';

const CALLS = ['bid', 'buy'] as const;

/** An order of a buyer's choice, by the deal that failed and the version of its step. */
export interface ReplacementKey extends DealKey {
  readonly version: number;
}

export interface ReplacementOrder {
  readonly orderId: string;
  readonly call: (typeof CALLS)[number];
  readonly priceCents: number;
}

const SAVE = statement({
  name: 'save-replacement-order',
  text: `insert into replacement_orders (product_id, deal_id, version, order_id, call, price_cents)
         values ($1, $2, $3, $4, $5, $6)`,
});

const FIND_LAST = statement({
  name: 'find-last-replacement-order',
  text: `select version from replacement_orders
         where product_id = $1 and deal_id = $2 order by version desc limit 1`,
  row: { version: int4 },
});

/** The order is that of the buyer of the deal, in the book of its trade. */
const READ = statement({
  name: 'read-replacement-order',
  text: `select replacement.order_id as "orderId", replacement.call, replacement.price_cents as "priceCents",
           trade.buyer_id as "userId", trade.size
         from replacement_orders as replacement
         join trades as trade on trade.product_id = replacement.product_id and trade.id = replacement.deal_id
         where replacement.product_id = $1 and replacement.deal_id = $2 and replacement.version = $3`,
  row: { orderId: uuid, call: oneOf(CALLS), priceCents: int4, userId: text, size: text },
});

/** Joins an order `bid` in a book with its choice. Another user may use the same id: see `ofBuyers`. */
const JOIN_REPLACEMENT = `join replacement_orders as replacement
           on replacement.product_id = bid.product_id and replacement.order_id = bid.order_id
         join trades as former
           on former.product_id = replacement.product_id and former.id = replacement.deal_id
             and former.size = bid.size`;
const OWNERS = 'former.buyer_id as "buyerId", bid.user_id as "userId"';
const OWNERS_ROW = { buyerId: text, userId: text };

const FIND_OF_TRADES = statement({
  name: 'find-replacements-of-trades',
  text: `select replacement.product_id as "productId", replacement.deal_id as id, replacement.version,
           trade.id as "tradeId", ${OWNERS}
         from ${DEAL_KEYS.as('wanted')}
         join trades as trade on trade.product_id = wanted.product_id and trade.id = wanted.id
         join orders as bid
           on bid.product_id = trade.product_id and bid.size = trade.size and bid.seq = trade.bid_seq
         ${JOIN_REPLACEMENT}`,
  row: { productId: int4, id: uuid, version: int4, tradeId: uuid, ...OWNERS_ROW },
});

const FIND_OF_ORDERS = statement({
  name: 'find-replacements-of-orders',
  text: `select replacement.product_id as "productId", replacement.deal_id as id, replacement.version, ${OWNERS}
         from ${ORDER_PLACES.as('wanted')}
         join orders as bid
           on bid.product_id = wanted.product_id and bid.size = wanted.size and bid.seq = wanted.seq
         ${JOIN_REPLACEMENT}`,
  row: { productId: int4, id: uuid, version: int4, ...OWNERS_ROW },
});

const FIND_PSEUDONYMS = statement({
  name: 'find-pseudonyms-of-buyers',
  text: 'select user_id as "userId", pseudonym from departures where user_id = any($1::text[])',
  row: { userId: text, pseudonym: text },
});

/** `hasDeal`: the consumer has passed the trade of the order. */
const READ_FATE = statement({
  name: 'read-fate-of-replacement-order',
  text: `select bid.status = 'cancelled' as "isCancelled", exists (
             select from trades as trade
             join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
             where trade.product_id = bid.product_id and trade.size = bid.size and trade.bid_seq = bid.seq
           ) as "hasDeal"
         from orders as bid where bid.product_id = $1 and bid.size = $2 and bid.seq = $3`,
  row: { isCancelled: bool, hasDeal: bool },
});

const SAVE_REPLACED_BY = statement({
  name: 'save-replacing-trade',
  text: `update replacement_orders set replaced_by = $4 where product_id = $1 and deal_id = $2 and version = $3`,
});

const READ_LINKS = statement({
  name: 'read-links-of-deal',
  text: `select (
             select replaced_by from replacement_orders
             where product_id = $1 and deal_id = $2 and replaced_by is not null
           ) as "replacedBy", (
             select deal_id from replacement_orders where product_id = $1 and replaced_by = $2
           ) as replaces`,
  row: { replacedBy: orNull(uuid), replaces: orNull(uuid) },
});

export async function saveReplacementOrder(
  tx: Transaction,
  { productId, id, version }: ReplacementKey,
  { orderId, call, priceCents }: ReplacementOrder,
): Promise<void> {
  await SAVE.run(tx, [productId, id, version, orderId, call, priceCents]);
}

/** The version of the last order that the buyer of a deal chose; null if they chose none. */
export async function findLastReplacement(
  connection: pg.Pool | Transaction,
  { productId, id }: DealKey,
): Promise<number | null> {
  return (await FIND_LAST.row(connection, [productId, id]))?.version ?? null;
}

/** An order of a choice, with its user and book. */
export async function readReplacementOrder(pool: pg.Pool, { productId, id, version }: ReplacementKey) {
  return (await READ.row(pool, [productId, id, version])) ?? null;
}

/** The trades among these whose bids are orders of choices. */
export async function findReplacementsOfTrades(
  tx: Transaction,
  trades: readonly DealKey[],
): Promise<(ReplacementKey & { readonly tradeId: string })[]> {
  return ofBuyers(tx, await FIND_OF_TRADES.rows(tx, DEAL_KEYS.values(trades)));
}

/** The orders of choices among these. */
export async function findReplacementsOfOrders(
  tx: Transaction,
  orders: readonly OrderPlace[],
): Promise<ReplacementKey[]> {
  return ofBuyers(tx, await FIND_OF_ORDERS.rows(tx, ORDER_PLACES.values(orders)));
}

/**
 * Leaves out the orders of other users. While the account of a buyer is erased, either the order or the trade may have
 * the pseudonym already.
 */
async function ofBuyers<Row extends Readonly<Record<keyof typeof OWNERS_ROW, string>>>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<Row[]> {
  const others = rows.filter(({ buyerId, userId }) => buyerId !== userId);
  const users = others.flatMap(({ buyerId, userId }) => [buyerId, userId]);
  const erased = users.length > 0 ? await FIND_PSEUDONYMS.rows(tx, [users]) : [];
  const names = new Map(erased.map(({ userId, pseudonym }) => [pseudonym, userId]));
  const nameOf = (user: string) => names.get(user) ?? user;
  return rows.filter(({ buyerId, userId }) => nameOf(buyerId) === nameOf(userId));
}

/** The outcome of an order in its book. */
export async function readFate(tx: Transaction, { productId, size, seq }: OrderPlace) {
  return (await READ_FATE.row(tx, [productId, size, seq])) ?? { isCancelled: false, hasDeal: false };
}

export async function saveReplacedBy(
  tx: Transaction,
  { productId, id, version }: ReplacementKey,
  tradeId: string,
): Promise<void> {
  await SAVE_REPLACED_BY.run(tx, [productId, id, version, tradeId]);
}

/** The deal that has taken over the money of a deal, and the one whose money it has taken over. */
export async function readLinks(connection: pg.Pool | Transaction, { productId, id }: DealKey) {
  return (await READ_LINKS.row(connection, [productId, id])) ?? { replacedBy: null, replaces: null };
}
