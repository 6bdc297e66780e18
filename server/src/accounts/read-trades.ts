import {
  FAILED_STATES,
  HISTORY_PAGE,
  type History,
  type OrderRow,
  type SaleRow,
} from '@perkex/contract/user-data.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import type { OrderNotFound } from '../books/named-order.js';
import { pageOf } from '../database/page-of.js';
import {
  type Column,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import { isRefusal } from '../http/problems.js';
import { hasCopiesOf, type UserIndex } from '../user-index/user-index.js';
import { FAILED, readFailedDeals } from './failed-deals.js';

/** The columns of an order or a trade on the dashboard. `id` is the client order id. */
export const ITEM_COLUMNS = {
  id: uuid,
  productId: int4,
  name: text,
  brand: orNull(text),
  thumbnail: text,
  size: text,
  priceCents: int4,
};

type ItemRow = Pick<TradeRow, keyof typeof ITEM_COLUMNS>;

interface Fee {
  readonly sql: string;
  readonly column: Column<number | null>;
}

/** The columns of a user's side of a trade: sales are those of its asks, purchases those of its bids. */
const TRADE_COLUMNS: Readonly<Record<Side, { owner: string; orderSeq: string; total: string; fee: Fee }>> = {
  ask: {
    owner: 'seller_id',
    orderSeq: 'ask_seq',
    total: 'seller_total_cents',
    fee: { sql: 'trade.transaction_fee_per_mille', column: int4 },
  },
  // The level of a seller is no matter of the buyer's.
  bid: {
    owner: 'buyer_id',
    orderSeq: 'bid_seq',
    total: 'buyer_total_cents',
    fee: { sql: 'null::int4', column: orNull(int4) },
  },
};

/** The total is the amount that the user received or paid. */
function readTradesOf(side: Side) {
  const { owner, orderSeq, total, fee } = TRADE_COLUMNS[side];
  return statement({
    name: `read-trades-of-user-${side}`,
    text: `with newest as materialized (
             select * from trades
             where ${owner} = $1 and id < $3
             order by id desc limit $2
           )
           select trade.id as "tradeId", o.order_id as id, product.id as "productId", product.name,
             nullif(product.brand, '') as brand, product.thumbnail, trade.size,
             trade.price_cents as "priceCents", trade.${total} as "totalCents", trade.traded_at as "tradedAt",
             deal.id as "dealId", ${FAILED[side]} as failed,
             o.group_id as "group", ${fee.sql} as "feePerMille"
           from newest as trade
           join orders as o
             on o.product_id = trade.product_id and o.size = trade.size and o.seq = trade.${orderSeq}
           join products as product on product.id = trade.product_id
           left join deals as deal on deal.product_id = o.product_id and deal.id = trade.id
           order by trade.id desc`,
    row: {
      tradeId: uuid,
      ...ITEM_COLUMNS,
      tradedAt: timestamptz,
      totalCents: int4,
      dealId: orNull(uuid),
      failed: orNull(oneOf(FAILED_STATES)),
      group: orNull(uuid),
      feePerMille: fee.column,
    },
  });
}

const READ_TRADES = { ask: readTradesOf('ask'), bid: readTradesOf('bid') };

/** The same from the copies. Every trade since the start of deals has one: its consumer has passed the trade. */
function readCopiedTradesOf(side: Side) {
  return statement({
    name: `read-copied-trades-of-user-${side}`,
    text: `select trade.id as "tradeId", trade.order_id as id, product.id as "productId", product.name,
             nullif(product.brand, '') as brand, product.thumbnail, trade.size,
             trade.price_cents as "priceCents", trade.total_cents as "totalCents", trade.traded_at as "tradedAt",
             case when trade.traded_at >= (select at from deal_start) then trade.id end as "dealId",
             trade.group_id as "group", ${side === 'ask' ? 'trade.transaction_fee_per_mille' : 'null::int4'} as "feePerMille"
           from trades_of_users as trade
           join products as product on product.id = trade.product_id
           where trade.user_id = $1 and trade.side = '${side}' and trade.id < $3
           order by trade.id desc limit $2`,
    row: {
      tradeId: uuid,
      ...ITEM_COLUMNS,
      tradedAt: timestamptz,
      totalCents: int4,
      dealId: orNull(uuid),
      group: orNull(uuid),
      feePerMille: orNull(int4),
    },
  });
}

const READ_COPIED_TRADES = { ask: readCopiedTradesOf('ask'), bid: readCopiedTradesOf('bid') };

export type TradeRow = RowOf<typeof READ_TRADES.ask>;

function findTradeOf(side: Side) {
  const { owner, orderSeq } = TRADE_COLUMNS[side];
  return statement({
    name: `find-trade-of-user-${side}`,
    text: `select trade.id
           from orders as o
           join trades as trade
             on trade.product_id = o.product_id and trade.size = o.size and trade.${orderSeq} = o.seq
           where o.user_id = $1 and o.order_id = $2 and trade.${owner} = $1
             and ($3::int4 is null or o.product_id = $3)`,
    row: { id: uuid },
  });
}

const FIND_TRADE = { ask: findTradeOf('ask'), bid: findTradeOf('bid') };

const FIND_COPIED_TRADE = statement({
  name: 'find-copied-trade-of-user',
  text: `select id from trades_of_users
         where user_id = $1 and side = $4 and order_id = $2 and ($3::int4 is null or product_id = $3)`,
  row: { id: uuid },
});

/**
 * A page of a user's past sales (`side` 'ask') or purchases ('bid'), newest first (`GET /history`). It continues the
 * newest `SHOWN_TRADES` of getUserData.
 * @param before the last trade on the previous page: `PRODUCT/ID`, or the client order id alone
 */
export async function readHistory(
  pool: pg.Pool,
  userIndex: UserIndex | null,
  userId: string,
  side: Side,
  before: string | undefined,
): Promise<History | OrderNotFound> {
  const hasCopies = await hasCopiesOf(userIndex, userId);
  const beforeTrade =
    before === undefined ? AFTER_ALL_IDS : await findTrade(pool, userId, side, before, hasCopies);
  if (isRefusal(beforeTrade)) {
    return beforeTrade;
  }
  const rows = await readTrades(pool, userId, side, { limit: HISTORY_PAGE + 1, beforeTrade, hasCopies });
  const { shown, next } = pageOf(rows, HISTORY_PAGE, ({ productId, id }) => `${productId}/${id}`);
  return { trades: shown.map(saleRow), next };
}

interface TradePage {
  readonly limit: number;
  /** Only trades older than the one with this id. */
  readonly beforeTrade?: string;
  /** True if the copies of the user's trades are complete (`UserIndex`). */
  readonly hasCopies: boolean;
}

/** A user's sales or purchases, newest first. The ids of trades sort by time. */
export async function readTrades(
  pool: pg.Pool,
  userId: string,
  side: Side,
  { limit, beforeTrade = AFTER_ALL_IDS, hasCopies }: TradePage,
): Promise<TradeRow[]> {
  const page = [userId, limit, beforeTrade];
  if (!hasCopies) {
    return READ_TRADES[side].rows(pool, page);
  }
  const rows = await READ_COPIED_TRADES[side].rows(pool, page);
  const failed = await readFailedDeals(
    pool,
    side,
    rows.flatMap(({ productId, dealId }) => (dealId === null ? [] : [{ productId, id: dealId }])),
  );
  return rows.map((row) => ({ ...row, failed: failed.get(row.tradeId) ?? null }));
}

/** The id of the trade of a user's order on that side. */
async function findTrade(
  pool: pg.Pool,
  userId: string,
  side: Side,
  order: string,
  hasCopies: boolean,
): Promise<string | OrderNotFound> {
  const [orderId, productId = null] = order.split('/').toReversed();
  const [trade, another] = hasCopies
    ? await FIND_COPIED_TRADE.rows(pool, [userId, orderId, productId, side])
    : await FIND_TRADE[side].rows(pool, [userId, orderId, productId]);
  if (!trade) {
    return { refused: 'unknown-order' };
  }
  return another ? { refused: 'ambiguous-order' } : trade.id;
}

export function orderRow({ id, productId, name, brand, priceCents, size, thumbnail }: ItemRow): OrderRow {
  return { id, productId, name, brand, price: centsToDollars(priceCents), size, thumbnail };
}

export function saleRow(row: TradeRow): SaleRow {
  return {
    ...orderRow(row),
    total: row.totalCents / CENTS_PER_DOLLAR,
    date: row.tradedAt.toISOString(),
    deal: row.dealId,
    ...(row.failed !== null && { failed: row.failed }),
    ...(row.group !== null && { group: row.group }),
    ...(row.feePerMille !== null && { transactionFee: row.feePerMille / 10 }),
  };
}
