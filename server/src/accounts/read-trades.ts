import { HISTORY_PAGE, type History, type OrderRow, type SaleRow } from '@perkex/contract/user-data.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import type { OrderNotFound } from '../books/named-order.js';
import {
  type Column,
  int4,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import { isRefusal } from '../http/problems.js';

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
    ...{ owner: 'seller_id', orderSeq: 'ask_seq', total: 'seller_total_cents' },
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
             deal.id as "dealId", o.group_id as "group", ${fee.sql} as "feePerMille"
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
      group: orNull(uuid),
      feePerMille: fee.column,
    },
  });
}

const READ_TRADES = { ask: readTradesOf('ask'), bid: readTradesOf('bid') };

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

/**
 * A page of a user's past sales (`side` 'ask') or purchases ('bid'), newest first (`GET /history`). It continues the
 * newest `SHOWN_TRADES` of getUserData.
 * @param before the last trade on the previous page: `PRODUCT/ID`, or the client order id alone
 */
export async function readHistory(
  pool: pg.Pool,
  userId: string,
  side: Side,
  before: string | undefined,
): Promise<History | OrderNotFound> {
  const beforeTrade = before === undefined ? AFTER_ALL_IDS : await findTrade(pool, userId, side, before);
  if (isRefusal(beforeTrade)) {
    return beforeTrade;
  }
  // One extra row shows whether there is another page.
  const rows = await readTrades(pool, userId, side, { limit: HISTORY_PAGE + 1, beforeTrade });
  const page = rows.slice(0, HISTORY_PAGE);
  const last = rows.length > HISTORY_PAGE ? page.at(-1) : undefined;
  return { trades: page.map(saleRow), next: last ? `${last.productId}/${last.id}` : null };
}

interface TradePage {
  readonly limit: number;
  /** Only trades older than the one with this id. */
  readonly beforeTrade?: string;
}

/** A user's sales or purchases, newest first. The ids of trades sort by time. */
export function readTrades(
  pool: pg.Pool,
  userId: string,
  side: Side,
  { limit, beforeTrade = AFTER_ALL_IDS }: TradePage,
): Promise<TradeRow[]> {
  return READ_TRADES[side].rows(pool, [userId, limit, beforeTrade]);
}

/** The id of the trade of a user's order on that side. */
async function findTrade(
  pool: pg.Pool,
  userId: string,
  side: Side,
  order: string,
): Promise<string | OrderNotFound> {
  const [orderId, productId = null] = order.split('/').toReversed();
  const [trade, another] = await FIND_TRADE[side].rows(pool, [userId, orderId, productId]);
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
    ...(row.group !== null && { group: row.group }),
    ...(row.feePerMille !== null && { transactionFee: row.feePerMille / 10 }),
  };
}
