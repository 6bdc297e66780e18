import {
  BLANK_ORDER_ROW,
  BLANK_SALE_ROW,
  MONEY_METHODS,
  type OpenOrderRow,
  SHOWN_TRADES,
  type UserData,
} from '@perkex/contract/user-data.js';
import { SIDES, type Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { isOpenNow, isUnexpired } from '../books/open-order.js';
import { isRelisting } from '../books/relisting.js';
import {
  bool,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import { hasCopiesOf, type UserIndex } from '../user-index/user-index.js';
import { ensureAccount } from './ensure-account.js';
import { ITEM_COLUMNS, orderRow, readTrades, saleRow } from './read-trades.js';

/** The settings of a user. */
export const SETTINGS_COLUMNS = {
  name: text,
  surname: text,
  street: text,
  street_number: text,
  city: text,
  zip: text,
  country: text,
  phone: text,
  payout: orNull(oneOf(MONEY_METHODS)),
  payment: orNull(oneOf(MONEY_METHODS)),
};

const READ_ACCOUNT = statement({
  name: 'read-account',
  text: `select name, surname, street, street_number, city, zip, country, phone, payout, payment
         from accounts where user_id = $1`,
  row: SETTINGS_COLUMNS,
});

function readOpenOrdersFrom(table: string, isOpen: string) {
  return statement({
    name: `read-${table.replaceAll('_', '-')}-of-dashboard`,
    text: `select o.order_id as id, product.id as "productId", product.name,
           nullif(product.brand, '') as brand, product.thumbnail, o.size, o.side, o.price_cents as "priceCents",
           o.expires_at as "expiresAt", o.group_id as "group",
           ${isRelisting('o')} as "isRelisting"
         from ${table} as o
         join products as product on product.id = o.product_id
         where o.user_id = $1 and ${isOpen}
         order by o.accepted_at, o.product_id, o.size, o.seq`,
    row: {
      ...ITEM_COLUMNS,
      side: oneOf(SIDES),
      expiresAt: orNull(timestamptz),
      group: orNull(uuid),
      isRelisting: bool,
    },
  });
}

const READ_OPEN_ORDERS = readOpenOrdersFrom('orders', isOpenNow('o'));
const READ_COPIED_ORDERS = readOpenOrdersFrom('open_orders_of_users', isUnexpired('o'));

/**
 * All data of one user (`GET /getUserData/{uid}`, section 3): open orders, oldest first, the newest sales and
 * purchases, and the settings. A user without data gets empty data.
 */
export async function readUserData(
  pool: pg.Pool,
  userIndex: UserIndex | null,
  userId: string,
): Promise<UserData> {
  const hasCopies = await hasCopiesOf(userIndex, userId);
  const [account, open, sales, purchases] = await Promise.all([
    readAccount(pool, userId),
    (hasCopies ? READ_COPIED_ORDERS : READ_OPEN_ORDERS).rows(pool, [userId]),
    readTrades(pool, userId, 'ask', { limit: SHOWN_TRADES, hasCopies }),
    readTrades(pool, userId, 'bid', { limit: SHOWN_TRADES, hasCopies }),
  ]);
  const openOn = (side: Side) => open.filter((row) => row.side === side).map(openOrderRow);
  const { payout, payment, ...shipping } = account;
  return {
    asks: [BLANK_ORDER_ROW, ...openOn('ask')],
    bids: [BLANK_ORDER_ROW, ...openOn('bid')],
    sales: [BLANK_SALE_ROW, ...sales.map(saleRow).reverse()],
    purchases: [BLANK_SALE_ROW, ...purchases.map(saleRow).reverse()],
    shipping,
    payout: { type: payout ?? '' },
    payment: { type: payment ?? '' },
  };
}

function openOrderRow({
  expiresAt,
  group,
  isRelisting,
  ...row
}: RowOf<typeof READ_OPEN_ORDERS>): OpenOrderRow {
  return {
    ...orderRow(row),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(group !== null && { group }),
    ...(!isRelisting && { relist: false }),
  };
}

/** Reads the settings of a user, and creates empty ones if there are none. */
export async function readAccount(pool: pg.Pool, userId: string): Promise<RowOf<typeof READ_ACCOUNT>> {
  const found = await READ_ACCOUNT.row(pool, [userId]);
  if (found) {
    return found;
  }
  await ensureAccount(pool, userId);
  const made = await READ_ACCOUNT.row(pool, [userId]);
  if (!made) {
    throw new Error(`The account of user ${userId} was created and cannot be found.`);
  }
  return made;
}
