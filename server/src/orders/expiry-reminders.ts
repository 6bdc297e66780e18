import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import { float8, int4, oneOf, statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';
import type { Maintenance } from '../process/maintenance.js';
import { expiryOf } from './batch-reads.js';

const INTERVAL_MS = 60_000;
const REMINDERS_AT_ONCE = 500;
/** Users are reminded so long before an order expires. An order with a shorter lifetime has no reminder. */
const DAY_MS = lifetimeMs(1);
/** The clocks of book and reminder may differ, and transactions take a while. */
const OVERLAP_MS = 5 * 60_000;

/** Open orders that expire between two times. */
const FIND_EXPIRING = statement({
  name: 'find-expiring-orders',
  text: `select o.user_id as "userId", o.product_id as "productId", o.size, o.seq, o.side,
           ${expiryOf('o')} as "expiresAtMs"
         from orders as o
         where o.status = 'open' and o.expires_at <= to_timestamp($2::float8 / 1000)
           and o.expires_at > o.accepted_at + interval '24 hours'
           and (o.expires_at, o.product_id, o.size, o.seq) > (to_timestamp($1::float8 / 1000), $3::int4, $4::text, $5::int4)
         order by o.expires_at, o.product_id, o.size, o.seq limit $6`,
  row: { userId: text, productId: int4, size: text, seq: int4, side: oneOf(SIDES), expiresAtMs: float8 },
});

/** Maintenance every minute: reminds users of orders that expire within a day. */
export function expiryReminders(pool: pg.Pool, writer: NotificationWriter): Maintenance {
  let remindedUntilMs = 0;
  return {
    async work() {
      const nowMs = await databaseTime(pool);
      const fromMs = Math.max(nowMs, remindedUntilMs - OVERLAP_MS);
      await remindOfExpiry(pool, writer, fromMs, nowMs + DAY_MS);
      remindedUntilMs = nowMs + DAY_MS;
    },
    everyMs: INTERVAL_MS,
    failure: 'users were not reminded of orders that expire',
  };
}

/** Reminds users of orders that expire between these times. An earlier reminder of the same expiry is not repeated. */
async function remindOfExpiry(
  pool: pg.Pool,
  writer: NotificationWriter,
  fromMs: number,
  untilMs: number,
): Promise<void> {
  let after = { expiresAtMs: fromMs, productId: 0, size: '', seq: 0 };
  for (let isDone = false; !isDone; ) {
    const { expiresAtMs, productId, size, seq } = after;
    const values = [expiresAtMs, untilMs, productId, size, seq, REMINDERS_AT_ONCE];
    const rows = await FIND_EXPIRING.rows(pool, values);
    const notices = rows.map(({ seq: orderSeq, expiresAtMs: atMs, ...order }) => {
      return {
        kind: 'expiring',
        ...order,
        orderSeq,
        priceCents: null,
        tradeId: null,
        atMs: atMs - DAY_MS,
      } as const;
    });
    if (notices.length > 0) {
      await transaction(pool, (tx) => writer.write(tx, notices));
    }
    after = rows.at(-1) ?? after;
    isDone = rows.length < REMINDERS_AT_ONCE;
  }
}
