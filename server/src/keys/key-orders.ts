import { leftOfDay } from '@perkex/core/keys/key-limits.js';
import { formatPrice } from '@perkex/core/money.js';
import type pg from 'pg';
import { bool, float8, int4, orNull, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweepOut } from '../process/sweep.js';
import type { ProgramKey } from '../users/program-key.js';

/** An order of a key, before its book has seen it. */
export interface KeyOrder {
  readonly key: Pick<ProgramKey, 'userId' | 'id'>;
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

const READ_ORDER = statement({
  name: 'read-order-of-key',
  text: `select price_cents as "priceCents", attempts, is_placed as "isPlaced", placed_on = $5::date as "isOfToday"
         from key_orders where user_id = $1 and key_id = $2 and order_id = $3 and product_id = $4`,
  row: { priceCents: int4, attempts: int4, isPlaced: bool, isOfToday: bool },
});

const SAVE_ORDER = statement({
  name: 'save-order-of-key',
  text: `insert into key_orders (user_id, key_id, order_id, product_id, placed_on, price_cents, attempts, is_placed)
         values ($1, $2, $3, $4, $5::date, $6, 1, false)
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

const END_ATTEMPT = statement({
  name: 'end-attempt-of-key',
  text: `update key_orders set attempts = attempts - 1, is_placed = $5,
           price_cents = case when $5 then $6 else price_cents end
         where user_id = $1 and key_id = $2 and order_id = $3 and product_id = $4`,
});

const DELETE_ORDER = statement({
  name: 'delete-order-of-key',
  text: 'delete from key_orders where user_id = $1 and key_id = $2 and order_id = $3 and product_id = $4',
});

const rowOf = ({ key, orderId, productId }: KeyOrder) => [key.userId, key.id, orderId, productId];
const keyOf = ({ key }: KeyOrder) => [key.userId, key.id];

/**
 * Counts an order against the key's limit of a day, before the order is sent to its book. An id that is sent again
 * counts once. If this process ends before the answer, the order stays counted: a limit may be reached too early, but is
 * never exceeded.
 * @returns a refusal, `counted`, or `free` for a key without such a limit
 */
export function countOrder(
  pool: pg.Pool,
  order: KeyOrder,
): Promise<'counted' | 'free' | Refusal<'key-limit' | 'invalid-key'>> {
  return transaction(pool, async (tx) => {
    const day = await lockDay(tx, order);
    if (!day) {
      return { refused: 'invalid-key' };
    }
    const { today, maxDayCents, placedCents } = day;
    if (maxDayCents === null) {
      return 'free';
    }
    const before = await READ_ORDER.row(tx, [...rowOf(order), today]);
    if (before?.isPlaced) {
      return 'free'; // the book answers again, and places nothing
    }
    const countedCents = before?.isOfToday ? before.priceCents : 0;
    const priceCents = Math.max(order.priceCents, countedCents);
    const left = leftOfDay(maxDayCents, placedCents - countedCents);
    if (priceCents > left) {
      return { refused: 'key-limit', detail: dayDetail(maxDayCents, left) };
    }
    await SAVE_ORDER.run(tx, [...rowOf(order), today, priceCents]);
    await ADD_TO_DAY.run(tx, [...keyOf(order), today, priceCents - countedCents]);
    return 'counted';
  });
}

function dayDetail(maxDayCents: number, leftCents: number): string {
  return `The orders of this key may come to ${formatPrice(maxDayCents)} a day (UTC). Today ${formatPrice(leftCents)} are left.`;
}

/**
 * Ends an attempt whose outcome is known. Without any that was placed or may still be, the order counts no longer.
 * @param isPlaced true if the book has accepted the order
 */
export function settleOrder(pool: pg.Pool, order: KeyOrder, isPlaced: boolean): Promise<void> {
  return transaction(pool, async (tx) => {
    const day = await lockDay(tx, order);
    const before = day && (await READ_ORDER.row(tx, [...rowOf(order), day.today]));
    if (!before || before.isPlaced) {
      return;
    }
    const isLast = !isPlaced && before.attempts === 1;
    if (isLast) {
      await DELETE_ORDER.run(tx, rowOf(order));
    } else {
      await END_ATTEMPT.run(tx, [...rowOf(order), isPlaced, order.priceCents]);
    }
    const addedCents = isPlaced ? order.priceCents - before.priceCents : isLast ? -before.priceCents : 0;
    if (before.isOfToday && addedCents !== 0) {
      await ADD_TO_DAY.run(tx, [...keyOf(order), day.today, addedCents]);
    }
  });
}

/** Locks a key until the transaction ends. @returns its day; undefined if it is no longer valid */
async function lockDay(tx: Transaction, order: KeyOrder) {
  await LOCK_KEY.row(tx, keyOf(order));
  return READ_DAY.row(tx, keyOf(order));
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
  return {
    work: () => sweepOut(pool, FORGET_OLD_ORDERS, KEPT_DAYS),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'old orders of keys were not deleted',
  };
}
