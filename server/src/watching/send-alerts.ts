import type { WatchNotification } from '@perkex/core/notifications/notifications.js';
import { RowSet } from '../database/row-set.js';
import { bool, int4, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockConsumerBriefly } from '../feed/consumer.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';
import { LOWEST_ASK_IN_REACH } from './lowest-ask.js';
import type { WatchKey } from './watch-key.js';

/** The name of the consumer of the feed that sends alerts. */
export const ALERTS_CONSUMER = 'alerts';

/** The minimum time between two notifications of one alert, for asks that come and go. */
const REST_MS = 60 * 60_000;
/** Alerts that notified longer ago than this have since been handled with the entries of the feed. */
const LOOKED_AFTER_MS = 24 * 60 * 60_000;
/** Keeps each statement short. */
const ALERTS_AT_ONCE = 500;

/** A book in which asks have changed. */
export interface AskedBook {
  readonly productId: number;
  readonly size: string;
}

const BOOKS = new RowSet<AskedBook>({
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
});

/** Finds the alerts that change: armed alerts that are met, and disarmed alerts that no ask meets any longer. */
function findChanged(name: string, { among, restParameter }: { among: string; restParameter: number }) {
  return statement({
    name,
    text: `select watch.user_id as "userId", watch.product_id as "productId", watch.size,
             coalesce(watch.alert_cents, 0) as "alertCents", watch.is_armed as "isArmed",
             coalesce(lowest.size, '') as "askSize", coalesce(lowest.price_cents, 0) as "askCents"
           from watches as watch
           left join lateral (${LOWEST_ASK_IN_REACH}) as lowest on watch.is_armed
           where ${among} and watch.alert_cents is not null
             and case
               when watch.is_armed then
                 lowest.price_cents is not null
                   and (watch.alerted_at is null or watch.alerted_at <= $${restParameter}::timestamptz)
               else not exists (
                 select from books as book
                 where book.product_id = watch.product_id and watch.size in ('', book.size)
                   and book.lowest_ask_cents <= watch.alert_cents
               )
             end
           limit ${ALERTS_AT_ONCE}`,
    row: {
      userId: text,
      productId: int4,
      size: text,
      alertCents: int4,
      isArmed: bool,
      askSize: text,
      askCents: int4,
    },
  });
}

const FIND_CHANGED_OF_BOOKS = findChanged('find-changed-alerts', {
  among: `(watch.product_id, watch.size) in (
            select product_id, size from ${BOOKS.as('asked')}
            union select product_id, '' from ${BOOKS.as('asked')}
          )`,
  restParameter: BOOKS.size + 1,
});

/** Alerts that were met during the pause after their last notification. */
const FIND_RESTED = findChanged('find-rested-alerts', {
  among: 'watch.is_armed and watch.alerted_at > $2::timestamptz',
  restParameter: 1,
});

type ChangedAlert = RowOf<typeof FIND_RESTED>;

const CHANGED = new RowSet<WatchKey>({
  user_id: [text, ({ userId }) => userId],
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
});

const CHANGE_ALERTS = statement({
  name: 'change-alerts',
  text: `update watches as watch
         set is_armed = not is_armed, alerted_at = case when is_armed then $${CHANGED.size + 1} else alerted_at end
         from ${CHANGED.as('changed')}
         where watch.user_id = changed.user_id and watch.product_id = changed.product_id
           and watch.size = changed.size`,
});

/** Locks the alerts until the transaction ends: the consumer continues from the books that the transaction reads. */
export async function takeAlerts(tx: Transaction): Promise<void> {
  await lockConsumerBriefly(tx, ALERTS_CONSUMER);
}

/** Notifies the users whose alerts are met by asks in these books, and arms alerts that no ask meets any longer. */
export async function sendAlerts(
  tx: Transaction,
  writer: NotificationWriter,
  books: readonly AskedBook[],
  nowMs: number,
): Promise<void> {
  const values = [...BOOKS.values(books), momentAt(nowMs - REST_MS)];
  await notifyAll(tx, writer, nowMs, () => FIND_CHANGED_OF_BOOKS.rows(tx, values));
}

/** Notifies of asks that arrived within an hour after the last notification and still exist. */
export async function sendRestedAlerts(
  tx: Transaction,
  writer: NotificationWriter,
  nowMs: number,
): Promise<void> {
  const values = [momentAt(nowMs - REST_MS), momentAt(nowMs - LOOKED_AFTER_MS)];
  await notifyAll(tx, writer, nowMs, () => FIND_RESTED.rows(tx, values));
}

/** Handles a page of alerts at a time. A changed alert is not found again. */
async function notifyAll(
  tx: Transaction,
  writer: NotificationWriter,
  nowMs: number,
  find: () => Promise<ChangedAlert[]>,
): Promise<void> {
  const met: ChangedAlert[] = [];
  for (let found = ALERTS_AT_ONCE; found === ALERTS_AT_ONCE; ) {
    const changed = await find();
    if (changed.length > 0) {
      await CHANGE_ALERTS.run(tx, [...CHANGED.values(changed), momentAt(nowMs)]);
      met.push(...changed.filter(({ isArmed }) => isArmed));
    }
    found = changed.length;
  }
  await writer.write(tx, notificationsOfAlerts(met, nowMs));
}

/** A user who watches both a size and the whole product gets one notification, for the alert with the lower price. */
function notificationsOfAlerts(met: readonly ChangedAlert[], atMs: number): WatchNotification[] {
  const notices = new Map<string, WatchNotification>();
  for (const { userId, productId, askSize: size, askCents: priceCents, alertCents } of met) {
    const key = `${productId} ${size} ${userId}`;
    if ((notices.get(key)?.alertCents ?? Number.POSITIVE_INFINITY) > alertCents) {
      notices.set(key, { kind: 'alert', userId, productId, size, priceCents, alertCents, atMs });
    }
  }
  return [...notices.values()];
}

function momentAt(atMs: number): string {
  return new Date(atMs).toISOString();
}
