import { leftOfDay } from '@perkex/core/keys/key-limits.js';
import { formatPrice } from '@perkex/core/money.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { bool, float8, int4, orNull, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweeping } from '../process/sweep.js';
import type { ProgramKey } from '../users/program-key.js';

/** The key of an order, which counts it. */
type CountingKey = Pick<ProgramKey, 'userId' | 'id'>;

/** An order of a key, before its book has seen it. */
export interface KeyOrder {
  readonly orderId: string;
  readonly productId: number;
  readonly priceCents: number;
}

/** Orders of one key take turns here, on all servers: each sees what the earlier ones have taken. */
const LOCK_KEY = statement({
  name: 'lock-key-for-order',
  text: 'select id from api_keys where user_id = $1 and id = $2 for no key update',
  row: { id: uuid },
});

/** The day is read once the key is locked, so that no later order has an earlier one. */
const READ_DAY = statement({
  name: 'read-day-of-key',
  text: `select today::text, key.max_day_cents::float8 as "maxDayCents",
           case when key.placed_on = today then key.placed_cents else 0 end::float8 as "placedCents"
         from api_keys as key, (select (clock_timestamp() at time zone 'utc')::date as today) as clock
         where key.user_id = $1 and key.id = $2 and (key.expires_at is null or key.expires_at > clock_timestamp())`,
  row: { today: text, maxDayCents: orNull(float8), placedCents: float8 },
});

const ORDERS = new RowSet<KeyOrder>({
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
  price_cents: [int4, ({ priceCents }) => priceCents],
});

const READ_ORDERS = statement({
  name: 'read-orders-of-key',
  text: `select past.order_id as "orderId", past.product_id as "productId", past.price_cents as "priceCents",
           past.attempts, past.is_placed as "isPlaced", past.placed_on = $3::date as "isOfToday"
         from ${ORDERS.as('wanted', 3)}
         join key_orders as past on past.order_id = wanted.order_id and past.product_id = wanted.product_id
         where past.user_id = $1 and past.key_id = $2`,
  row: {
    orderId: uuid,
    productId: int4,
    priceCents: int4,
    attempts: int4,
    isPlaced: bool,
    isOfToday: bool,
  },
});

const SAVE_ORDERS = statement({
  name: 'save-orders-of-key',
  text: `insert into key_orders (user_id, key_id, order_id, product_id, placed_on, price_cents, attempts, is_placed)
         select $1, $2, counted.order_id, counted.product_id, $3::date, counted.price_cents, 1, false
         from ${ORDERS.as('counted', 3)}
         on conflict (user_id, key_id, order_id, product_id) do update
         set placed_on = excluded.placed_on, price_cents = excluded.price_cents,
           attempts = key_orders.attempts + 1`,
});

const ADD_TO_DAY = statement({
  name: 'add-to-day-of-key',
  text: `update api_keys
         set placed_cents = case when placed_on = $3::date then placed_cents else 0 end + $4::bigint,
           placed_on = $3::date
         where user_id = $1 and id = $2`,
});

const END_ATTEMPTS = statement({
  name: 'end-attempts-of-key',
  text: `update key_orders as past set attempts = past.attempts - 1, is_placed = $3,
           price_cents = case when $3 then ended.price_cents else past.price_cents end
         from ${ORDERS.as('ended', 3)}
         where past.user_id = $1 and past.key_id = $2 and past.order_id = ended.order_id
           and past.product_id = ended.product_id`,
});

const DELETE_ORDERS = statement({
  name: 'delete-orders-of-key',
  text: `delete from key_orders as past using ${ORDERS.as('refused', 2)}
         where past.user_id = $1 and past.key_id = $2 and past.order_id = refused.order_id
           and past.product_id = refused.product_id`,
});

const keyOf = ({ userId, id }: CountingKey) => [userId, id];
const nameOf = ({ orderId, productId }: Pick<KeyOrder, 'orderId' | 'productId'>) => `${orderId}/${productId}`;

type Counted = 'counted' | 'free' | Refusal<'key-limit' | 'invalid-key'>;

/**
 * Counts orders against the key's limit of a day, before they are sent to their books. An id that is sent again counts
 * once. If this process ends before the answers, the orders stay counted: a limit may be reached too early, but is
 * never exceeded.
 * @param orders with different ids
 * @returns for each order a refusal, `counted`, or `free` if it needs no counting
 */
export function countOrders(
  pool: pg.Pool,
  key: CountingKey,
  orders: readonly KeyOrder[],
): Promise<Counted[]> {
  return transaction(pool, async (tx) => {
    const day = await lockDay(tx, key);
    if (!day) {
      return orders.map(() => ({ refused: 'invalid-key' }));
    }
    const { today, maxDayCents } = day;
    if (maxDayCents === null) {
      return orders.map(() => 'free');
    }
    const before = await readOrders(tx, key, today, orders);
    let { placedCents } = day;
    const counted: KeyOrder[] = [];
    const answers = orders.map((order): Counted => {
      const earlier = before.get(nameOf(order));
      if (earlier?.isPlaced) {
        return 'free'; // the book answers again, and places nothing
      }
      const countedCents = earlier?.isOfToday ? earlier.priceCents : 0;
      const priceCents = Math.max(order.priceCents, countedCents);
      const left = leftOfDay(maxDayCents, placedCents - countedCents);
      if (priceCents > left) {
        return { refused: 'key-limit', detail: dayDetail(maxDayCents, left) };
      }
      counted.push({ ...order, priceCents });
      placedCents += priceCents - countedCents;
      return 'counted';
    });
    if (counted.length > 0) {
      await SAVE_ORDERS.run(tx, [...keyOf(key), today, ...ORDERS.values(counted)]);
      await ADD_TO_DAY.run(tx, [...keyOf(key), today, placedCents - day.placedCents]);
    }
    return answers;
  });
}

function dayDetail(maxDayCents: number, leftCents: number): string {
  return `The orders of this key may come to ${formatPrice(maxDayCents)} a day (UTC). Today ${formatPrice(leftCents)} are left.`;
}

/**
 * Ends attempts whose outcomes are known. Without any that was placed or may still be, an order no longer counts.
 * @param placed the orders that their books have accepted
 * @param refused the others
 */
export function settleOrders(
  pool: pg.Pool,
  key: CountingKey,
  placed: readonly KeyOrder[],
  refused: readonly KeyOrder[],
): Promise<void> {
  return transaction(pool, async (tx) => {
    const day = await lockDay(tx, key);
    const before = day && (await readOrders(tx, key, day.today, [...placed, ...refused]));
    if (!before) {
      return;
    }
    const earlier = (order: KeyOrder) => {
      const found = before.get(nameOf(order));
      return found && !found.isPlaced ? found : null;
    };
    const accepted = placed.filter((order) => earlier(order) !== null);
    const others = refused.filter((order) => earlier(order) !== null);
    const isLast = (order: KeyOrder) => earlier(order)?.attempts === 1;
    const forgotten = others.filter(isLast);
    const stillCounted = others.filter((order) => !isLast(order));
    if (forgotten.length > 0) {
      await DELETE_ORDERS.run(tx, [...keyOf(key), ...ORDERS.values(forgotten)]);
    }
    if (stillCounted.length > 0) {
      await END_ATTEMPTS.run(tx, [...keyOf(key), false, ...ORDERS.values(stillCounted)]);
    }
    if (accepted.length > 0) {
      await END_ATTEMPTS.run(tx, [...keyOf(key), true, ...ORDERS.values(accepted)]);
    }
    const addedCents = [...accepted, ...forgotten.map((order) => ({ ...order, priceCents: 0 }))]
      .filter((order) => earlier(order)?.isOfToday)
      .reduce((sum, order) => sum + order.priceCents - (earlier(order)?.priceCents ?? 0), 0);
    if (addedCents !== 0) {
      await ADD_TO_DAY.run(tx, [...keyOf(key), day.today, addedCents]);
    }
  });
}

/** Locks a key until the transaction ends. @returns its day; undefined if it is no longer valid */
async function lockDay(tx: Transaction, key: CountingKey) {
  await LOCK_KEY.row(tx, keyOf(key));
  return READ_DAY.row(tx, keyOf(key));
}

/** The counts of these orders, by their names. */
async function readOrders(tx: Transaction, key: CountingKey, today: string, orders: readonly KeyOrder[]) {
  const rows = await READ_ORDERS.rows(tx, [...keyOf(key), today, ...ORDERS.values(orders)]);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

/** As long as refusals: until then, an id that is sent again gets the first answer. */
const KEPT_DAYS = 7;
const SWEEP_INTERVAL_MS = 60 * 60 * 1_000;

const FORGET_OLD_ORDERS = statement({
  name: 'forget-old-orders-of-keys',
  text: `delete from key_orders as past using (
           select user_id, key_id, order_id, product_id from key_orders
           where placed_on < (now() at time zone 'utc')::date - $1::int order by placed_on limit $2
         ) as old
         where past.user_id = old.user_id and past.key_id = old.key_id and past.order_id = old.order_id
           and past.product_id = old.product_id`,
});

/** Hourly maintenance: deletes the orders of past days that no limit counts. */
export function oldKeyOrdersMaintenance(pool: pg.Pool): Maintenance {
  return sweeping(
    pool,
    'old orders of keys were not deleted',
    SWEEP_INTERVAL_MS,
    FORGET_OLD_ORDERS,
    KEPT_DAYS,
  );
}
