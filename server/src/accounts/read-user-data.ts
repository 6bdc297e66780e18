import { BLANK_ORDER_ROW, BLANK_SALE_ROW, SHOWN_TRADES, type UserData } from '@perkex/contract/user-data.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { ensureAccount } from './ensure-account.js';
import { type ItemRow, orderRow, readTrades, saleRow } from './read-trades.js';

interface AccountRow {
  readonly name: string;
  readonly surname: string;
  readonly street: string;
  readonly street_number: string;
  readonly city: string;
  readonly zip: string;
  readonly country: string;
  readonly phone: string;
  readonly payout: 'PAYPAL' | 'CC' | null;
  readonly payment: 'PAYPAL' | 'CC' | null;
}

interface OpenOrderRow extends ItemRow {
  readonly side: Side;
}

/**
 * Everything of one user (`GET /getUserData/{uid}`, section 3): all open orders, the newest sales and purchases, and
 * the settings. A user without data gets empty data.
 */
export async function readUserData(pool: pg.Pool, uid: string): Promise<UserData> {
  const [account, open, sales, purchases] = await Promise.all([
    readAccount(pool, uid),
    readOpenOrders(pool, uid),
    readTrades(pool, uid, 'ask', { limit: SHOWN_TRADES }),
    readTrades(pool, uid, 'bid', { limit: SHOWN_TRADES }),
  ]);
  const openOn = (side: Side) => open.filter((row) => row.side === side).map(orderRow);
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

async function readAccount(pool: pg.Pool, uid: string): Promise<AccountRow> {
  const select = {
    name: 'read-account',
    text: `select name, surname, street, street_number, city, zip, country, phone, payout, payment
           from accounts where user_id = $1`,
    values: [uid],
  };
  const found = (await pool.query<AccountRow>(select)).rows[0];
  if (found) {
    return found;
  }
  await ensureAccount(pool, uid);
  const made = (await pool.query<AccountRow>(select)).rows[0];
  if (!made) {
    throw new Error(`The account of user ${uid} was made and is not there.`);
  }
  return made;
}

/** In the order of their acceptance. */
async function readOpenOrders(pool: pg.Pool, uid: string): Promise<OpenOrderRow[]> {
  const { rows } = await pool.query<OpenOrderRow>({
    name: 'read-open-orders-of-user',
    text: `select o.order_id as id, product.id as "productId", product.name, product.thumbnail, o.size, o.side,
             o.price_cents as "priceCents"
           from orders as o
           join products as product on product.id = o.product_id
           where o.user_id = $1 and o.status = 'open'
           order by o.accepted_at, o.product_id, o.size, o.seq`,
    values: [uid],
  });
  return rows;
}
