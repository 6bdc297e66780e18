import type { WatchNotification } from '@perkex/core/notifications/notifications.js';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { bool, int4, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockConsumerBriefly } from '../feed/consumer.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';
import { asksInReach } from './lowest-ask.js';
import type { WatchKey } from './watch-key.js';

/** The name of the consumer of the feed that sends alerts. */
export const ALERTS_CONSUMER = 'alerts';

/** The minimum time between two notifications of one alert, for asks that come and go. */
const REST_MS = 60 * 60_000;
/** Alerts that notified longer ago were checked by a running server when their pause ended. */
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

const CHANGED_ALERT = {
  userId: text,
  productId: int4,
  size: text,
  alertCents: int4,
  isArmed: bool,
  askSize: text,
  askCents: int4,
};

/** The alerts `armed` that an ask meets, each with the lowest one. */
const MET = `select distinct on (watch.product_id, watch.user_id, watch.size) watch.user_id as "userId",
            watch.product_id as "productId", watch.size, coalesce(watch.alert_cents, 0) as "alertCents", true as "isArmed", ask.size as "askSize", ask.price_cents as "askCents"
          from ${asksInReach('armed')}
          where ask.price_cents <= watch.alert_cents
          order by watch.product_id, watch.user_id, watch.size, ask.price_cents, ask.size`;

/** The condition of an armed alert that did not notify less than an hour ago. */
const isDue = (restParameter: number) =>
  `is_armed and alert_cents is not null and (alerted_at is null or alerted_at <= $${restParameter}::timestamptz)`;

/** The asked books, and the sizes of each product together, with their lowest asks; without asks, above every alert. */
const SCOPES = `select book.product_id, asked.size, coalesce(min(book.lowest_ask_cents), 2147483647) as lowest_cents
  from (
    select product_id, size from ${BOOKS.as('asked')}
    union select product_id, '' from ${BOOKS.as('asked')}
  ) as asked
  join books as book on book.product_id = asked.product_id and asked.size in ('', book.size)
  where book.product_id = any($1::int4[])
  group by book.product_id, asked.size`;

/** The watches of the scopes that match, found by price: `offset 0` keeps the planner from reading all of them. */
function watchesOfScopes(condition: string): string {
  return `scope cross join lateral (
            select * from watches as of_scope
            where of_scope.product_id = scope.product_id and of_scope.size = scope.size
              and of_scope.alert_cents is not null and ${condition}
            offset 0
          ) as watch`;
}

/** The users of the lowest ask of each scope: only their alerts can be met by own asks alone. */
const LOWEST = `select distinct scope.product_id, scope.size, scope.lowest_cents, own.user_id
  from scope
  join books as book on book.product_id = scope.product_id and scope.size in ('', book.size)
    and book.lowest_ask_cents = scope.lowest_cents
  join orders as own on own.product_id = book.product_id and own.size = book.size
    and own.price_cents = book.lowest_ask_cents and own.status = 'open' and own.side = 'ask'
  where book.product_id = any($1::int4[]) and own.product_id = any($1::int4[])`;

/** Their disarmed alerts that an ask meets, maybe that of another user. */
const LIKELY = `select watch.*
  from lowest cross join lateral (
    select * from watches as own
    where own.user_id = lowest.user_id and own.product_id = lowest.product_id and own.size = lowest.size
    offset 0
  ) as watch
  where not watch.is_armed and watch.alert_cents >= lowest.lowest_cents`;

/** Alerts that change: armed ones that are met, and disarmed ones that no ask meets any longer. */
const FIND_CHANGED_OF_BOOKS = statement({
  name: 'find-changed-alerts',
  text: `with scope as materialized (${SCOPES}), armed as materialized (
           select watch.* from ${watchesOfScopes(`${isDue(BOOKS.size + 1)} and alert_cents >= scope.lowest_cents`)}
         ), lowest as materialized (${LOWEST}), likely as materialized (${LIKELY}), reached as materialized (
           select watch.user_id, watch.product_id, watch.size from ${asksInReach('likely')}
           where ask.price_cents <= watch.alert_cents
         )
         (${MET})
         union all
         (select watch.user_id, watch.product_id, watch.size, watch.alert_cents, watch.is_armed, '', 0
          from ${watchesOfScopes('not is_armed and alert_cents < scope.lowest_cents')})
         union all
         (select user_id, product_id, size, alert_cents, is_armed, '', 0
          from likely left join reached using (user_id, product_id, size) where reached.user_id is null)
         limit ${ALERTS_AT_ONCE}`,
  row: CHANGED_ALERT,
});

/** Alerts that were met during the pause after their last notification. */
const FIND_RESTED = statement({
  name: 'find-rested-alerts',
  text: `with armed as materialized (select * from watches where ${isDue(1)} and alerted_at > $2::timestamptz)
         ${MET} limit ${ALERTS_AT_ONCE}`,
  row: CHANGED_ALERT,
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
  const values = [...BOOKS.values(books), isoTime(nowMs - REST_MS)];
  await notifyAll(tx, writer, nowMs, () => FIND_CHANGED_OF_BOOKS.rows(tx, values));
}

/**
 * Notifies of asks that arrived within an hour after the last notification and still exist.
 * @param isFirst true for the first look of a process: all servers may have been down for days
 */
export async function sendRestedAlerts(
  tx: Transaction,
  writer: NotificationWriter,
  nowMs: number,
  isFirst = false,
): Promise<void> {
  const values = [isoTime(nowMs - REST_MS), isFirst ? '-infinity' : isoTime(nowMs - LOOKED_AFTER_MS)];
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
      await CHANGE_ALERTS.run(tx, [...CHANGED.values(changed), isoTime(nowMs)]);
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
