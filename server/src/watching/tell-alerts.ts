import type { WatchNotice } from '@perkex/core/notices/notices.js';
import { RowSet } from '../database/row-set.js';
import { bool, int4, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockConsumerBriefly } from '../feed/consumer.js';
import type { NoticeWriter } from '../notices/notice-writer.js';
import { LOWEST_ASK_IN_REACH } from './lowest-ask.js';
import type { WatchKey } from './watch-key.js';

/** The name of the consumer of the feed that sends alerts. */
export const ALERTS_CONSUMER = 'alerts';

/** An ask that comes and goes tells nobody more often than this. */
const REST_MS = 60 * 60_000;
/** Whoever was told longer ago than this has been looked after since by the batches. */
const LOOKED_AFTER_MS = 24 * 60 * 60_000;
/** Few enough that no statement takes long. */
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

/**
 * The alerts that change: armed ones whose price is met, and ones that have been told and whose price is no longer met
 * by any ask.
 */
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

/** Those that met their price while they rested. */
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

/** Tells whose alerts the asks of these books meet now, and arms again those that no ask meets any more. */
export async function tellAlerts(
  tx: Transaction,
  writer: NoticeWriter,
  books: readonly AskedBook[],
  nowMs: number,
): Promise<void> {
  const values = [...BOOKS.values(books), momentAt(nowMs - REST_MS)];
  await tellAll(tx, writer, nowMs, () => FIND_CHANGED_OF_BOOKS.rows(tx, values));
}

/** Tells of the asks that came within an hour after the last alert and are still there. */
export async function tellRestedAlerts(tx: Transaction, writer: NoticeWriter, nowMs: number): Promise<void> {
  const values = [momentAt(nowMs - REST_MS), momentAt(nowMs - LOOKED_AFTER_MS)];
  await tellAll(tx, writer, nowMs, () => FIND_RESTED.rows(tx, values));
}

/** What has been changed is not found again. */
async function tellAll(
  tx: Transaction,
  writer: NoticeWriter,
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
  await writer.write(tx, noticesOfAlerts(met, nowMs));
}

/** Whoever watches a size and the whole product is told of an ask once: by the lower price, which is the narrower wish. */
function noticesOfAlerts(met: readonly ChangedAlert[], atMs: number): WatchNotice[] {
  const told = new Map<string, WatchNotice>();
  for (const { userId, productId, askSize: size, askCents: priceCents, alertCents } of met) {
    const key = `${productId} ${size} ${userId}`;
    if ((told.get(key)?.alertCents ?? Number.POSITIVE_INFINITY) > alertCents) {
      told.set(key, { kind: 'alert', userId, productId, size, priceCents, alertCents, atMs });
    }
  }
  return [...told.values()];
}

function momentAt(atMs: number): string {
  return new Date(atMs).toISOString();
}
