import { Readable } from 'node:stream';
import type { Notifications, ShownNotification } from '@perkex/contract/notifications.js';
import type {
  AccountExport,
  ExportedDeal,
  ExportedOrder,
  ExportedTrade,
  UserExport,
} from '@perkex/contract/user-export.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import { ORDER_CALLS, ORDER_REFUSALS, ORDER_STATUSES, type Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { exportLeavings, exportPairs } from '../collection/export-collection.js';
import {
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import { exportDeals } from '../deals/export-deals.js';
import { readMailChoicesOf } from '../notifications/notification-mail-choices.js';
import { readNotices } from '../notifications/read-notifications.js';
import { exportWatches } from '../watching/read-watches.js';
import { readTrades, type TradeRow } from './read-trades.js';
import { readAccount } from './read-user-data.js';
import { readSizePreference } from './size-preference.js';

/** Keeps each statement short and each page small in memory. */
const ROWS_AT_ONCE = 500;

const BEFORE_ALL_ORDERS = '00000000-0000-0000-0000-000000000000';

/**
 * Accepted and refused orders by client order id. The sequence number that closed an order belongs to a cancellation or
 * to the order it traded with.
 */
const READ_JUDGED_ORDERS = statement({
  name: 'export-orders-of-user',
  text: `select judged.order_id as id, product.id as "productId", product.name, judged.size, judged.call,
           judged.price_cents as "priceCents", judged.refusal, judged.refused_at as "refusedAt", judged.status,
           judged.accepted_at as "acceptedAt", coalesce(cancelled.at, closer.accepted_at) as "closedAt"
         from (
           (select order_id, product_id, size, call, price_cents, null as refusal, null::timestamptz as refused_at,
              status, accepted_at, closed_seq
            from orders where user_id = $1 and order_id > $2 order by order_id limit $3)
           union all
           (select order_id, product_id, size, call, price_cents, code, refused_at, null, null, null
            from refusals where user_id = $1 and order_id > $2 order by order_id limit $3)
         ) as judged
         join products as product on product.id = judged.product_id
         left join cancellations as cancelled
           on cancelled.product_id = judged.product_id and cancelled.size = judged.size
             and cancelled.seq = judged.closed_seq
         left join orders as closer
           on closer.product_id = judged.product_id and closer.size = judged.size
             and closer.seq = judged.closed_seq
         order by judged.order_id limit $3`,
  row: {
    id: uuid,
    productId: int4,
    name: text,
    size: text,
    call: oneOf(ORDER_CALLS),
    priceCents: int4,
    refusal: orNull(oneOf(ORDER_REFUSALS)),
    refusedAt: orNull(timestamptz),
    status: orNull(oneOf(ORDER_STATUSES)),
    acceptedAt: orNull(timestamptz),
    closedAt: orNull(timestamptz),
  },
});

/**
 * All stored data of a user as one JSON document (`UserExport`). The lists are read page by page while the document is
 * sent, so a concurrent change may appear in one list and be missing from another.
 * @param account the data that the identity service stores about the user
 */
export async function exportUserData(
  pool: pg.Pool,
  userId: string,
  account: AccountExport | null,
  now: Date,
): Promise<Readable> {
  const { payout, payment, ...shipping } = await readAccount(pool, userId);
  const head: Omit<UserExport, keyof Lists> = {
    exportedAt: now.toISOString(),
    uid: userId,
    account,
    shipping,
    payout: { type: payout ?? '' },
    payment: { type: payment ?? '' },
    sizes: await readSizePreference(pool, userId),
    noticeMails: await readMailChoicesOf(pool, userId),
    watches: await exportWatches(pool, userId),
    pairs: await exportPairs(pool, userId),
    leftPurchases: await exportLeavings(pool, userId),
  };
  const lists: Lists = {
    orders: judgedOrders(pool, userId),
    sales: tradesOf(pool, userId, 'ask'),
    purchases: tradesOf(pool, userId, 'bid'),
    deals: exportDeals(pool, userId),
    notices: notificationsOf(pool, userId),
  };
  return Readable.from(written(head, lists));
}

type Pages<Row> = AsyncIterable<readonly Row[]>;

interface Lists {
  readonly orders: Pages<ExportedOrder>;
  readonly sales: Pages<ExportedTrade>;
  readonly purchases: Pages<ExportedTrade>;
  readonly deals: Pages<ExportedDeal>;
  readonly notices: Pages<ShownNotification>;
}

/** Writes one JSON object: the members of `head`, then the lists. */
async function* written(head: object, lists: Lists): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(lists) as [string, Pages<object>][]) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const rows of pages) {
      yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

async function* judgedOrders(pool: pg.Pool, userId: string): AsyncGenerator<ExportedOrder[]> {
  for (let after: string | undefined = BEFORE_ALL_ORDERS; after !== undefined; ) {
    const rows: RowOf<typeof READ_JUDGED_ORDERS>[] = await READ_JUDGED_ORDERS.rows(pool, [
      userId,
      after,
      ROWS_AT_ONCE,
    ]);
    if (rows.length > 0) {
      yield rows.map(exportedOrder);
    }
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}

/** Newest first. */
async function* tradesOf(pool: pg.Pool, userId: string, side: Side): AsyncGenerator<ExportedTrade[]> {
  for (let page: { limit: number; beforeTrade?: string } | null = { limit: ROWS_AT_ONCE }; page !== null; ) {
    const rows: TradeRow[] = await readTrades(pool, userId, side, page);
    if (rows.length > 0) {
      yield rows.map(exportedTrade);
    }
    const last = rows.at(-1);
    page = last && rows.length === ROWS_AT_ONCE ? { limit: ROWS_AT_ONCE, beforeTrade: last.tradeId } : null;
  }
}

/** Newest first. */
async function* notificationsOf(pool: pg.Pool, userId: string): AsyncGenerator<readonly ShownNotification[]> {
  for (let before: string | null | undefined; before !== null; ) {
    const page: Notifications = await readNotices(pool, userId, before, ROWS_AT_ONCE);
    if (page.notices.length > 0) {
      yield page.notices;
    }
    before = page.next;
  }
}

/** A row has either `refusedAt` or `acceptedAt`. */
function exportedOrder(row: RowOf<typeof READ_JUDGED_ORDERS>): ExportedOrder {
  const { id, productId, name, size, call, priceCents, refusal, status } = row;
  return {
    id,
    productId,
    name,
    size,
    call,
    price: centsToDollars(priceCents),
    status: status ?? 'refused',
    refusal,
    at: (row.acceptedAt ?? row.refusedAt)?.toISOString() ?? '',
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

function exportedTrade({ id, productId, name, size, ...row }: TradeRow): ExportedTrade {
  return {
    id,
    productId,
    name,
    size,
    price: centsToDollars(row.priceCents),
    fees: Math.abs(row.totalCents - row.priceCents) / CENTS_PER_DOLLAR,
    total: row.totalCents / CENTS_PER_DOLLAR,
    date: row.tradedAt.toISOString(),
  };
}
