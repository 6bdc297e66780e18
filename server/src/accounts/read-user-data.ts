import {
  BLANK_ORDER_ROW,
  BLANK_SALE_ROW,
  type OrderRow,
  type SaleRow,
  type UserData,
} from '@perkex/contract/user-data.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { ensureAccount } from './ensure-account.js';

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

interface UserOrderRow {
  readonly id: string;
  readonly name: string;
  readonly thumbnail: string;
  readonly size: string;
  readonly side: 'ask' | 'bid';
  readonly priceCents: number;
  /** Null while the order is open. */
  readonly tradedAt: Date | null;
}

/** Everything of one user (`GET /getUserData/{uid}`, section 3). A user without data gets empty data. */
export async function readUserData(pool: pg.Pool, uid: string): Promise<UserData> {
  const [account, rows] = await Promise.all([readAccount(pool, uid), readOrders(pool, uid)]);
  const open = (side: string) =>
    rows.filter((row) => row.side === side && row.tradedAt === null).map(orderRow);
  const traded = (side: string) =>
    rows.filter((row) => row.side === side && row.tradedAt !== null).map(saleRow);
  const { payout, payment, ...shipping } = account;
  return {
    asks: [BLANK_ORDER_ROW, ...open('ask')],
    bids: [BLANK_ORDER_ROW, ...open('bid')],
    sales: [BLANK_SALE_ROW, ...traded('ask')],
    purchases: [BLANK_SALE_ROW, ...traded('bid')],
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

/** Open and traded orders: open ones in the order of their acceptance, traded ones of their trade. */
async function readOrders(pool: pg.Pool, uid: string): Promise<UserOrderRow[]> {
  const { rows } = await pool.query<UserOrderRow>({
    name: 'read-user-orders',
    text: `select o.order_id as id, product.name, product.thumbnail, o.size, o.side,
             coalesce(sale.price_cents, purchase.price_cents, o.price_cents) as "priceCents",
             coalesce(sale.traded_at, purchase.traded_at) as "tradedAt"
           from answers as answer
           join orders as o on o.product_id = answer.product_id and o.size = answer.size and o.seq = answer.seq
           join products as product on product.id = o.product_id
           left join trades as sale on o.status = 'traded' and o.side = 'ask'
             and sale.product_id = o.product_id and sale.size = o.size and sale.ask_seq = o.seq
           left join trades as purchase on o.status = 'traded' and o.side = 'bid'
             and purchase.product_id = o.product_id and purchase.size = o.size and purchase.bid_seq = o.seq
           where answer.user_id = $1 and o.status <> 'removed'
           order by coalesce(sale.traded_at, purchase.traded_at, o.accepted_at), o.product_id, o.size,
             coalesce(o.closed_seq, o.seq)`,
    values: [uid],
  });
  return rows;
}

function orderRow({ id, name, priceCents, size, thumbnail }: UserOrderRow): OrderRow {
  return { id, name, price: centsToDollars(priceCents), size, thumbnail };
}

function saleRow(row: UserOrderRow): SaleRow {
  return { ...orderRow(row), date: row.tradedAt?.toISOString() ?? '' };
}
