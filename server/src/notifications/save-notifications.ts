import { NOTIFICATION_MAIL_STATES, type NotificationMailState } from '@perkex/contract/notifications.js';
import {
  BEST_PLACE_KINDS,
  type DealNotice,
  type Notification,
  type NotificationKind,
  notifiedOrder,
  type OrderPlace,
  type WatchNotification,
} from '@perkex/core/notifications/notifications.js';
import type { BlockReason } from '@perkex/core/users/blocks.js';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { sqlList } from '../database/sql-list.js';
import { bool, int4, oneOf, statement, text, timestamptz, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const ORDER_PLACES = new RowSet<OrderPlace>({
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  order_seq: [int4, ({ orderSeq }) => orderSeq],
});

const READ_LAST_NOTIFIED = statement({
  name: 'read-last-notices-of-best-price',
  text: `select ordered.product_id as "productId", ordered.size, ordered.order_seq as "orderSeq",
           last_notice.made_at as "notifiedAt"
         from ${ORDER_PLACES.as('ordered')} cross join lateral (
           select made_at from notices as notice
           where notice.product_id = ordered.product_id and notice.size = ordered.size
             and notice.order_seq = ordered.order_seq and notice.kind in ${sqlList(BEST_PLACE_KINDS)}
           order by made_at desc limit 1
         ) as last_notice`,
  row: { productId: int4, size: text, orderSeq: int4, notifiedAt: timestamptz },
});

/** Reads the times of the last notifications that these orders have lost the best price, by `notifiedOrder`. */
export async function readLastNotified(
  tx: Transaction,
  orders: readonly OrderPlace[],
): Promise<Map<string, number>> {
  const rows = orders.length === 0 ? [] : await READ_LAST_NOTIFIED.rows(tx, ORDER_PLACES.values(orders));
  return new Map(rows.map((row) => [notifiedOrder(row), row.notifiedAt.getTime()]));
}

/** A notification to store, of any type. Fields of the other types are null. */
export interface NewNotification
  extends Omit<Notification, 'kind' | 'orderSeq' | 'productId'>,
    Pick<WatchNotification, 'alertCents'> {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly orderSeq: number | null;
  readonly productId: number | null;
  readonly blockReason: BlockReason | null;
  readonly dealId: DealNotice['dealId'] | null;
  readonly dealVersion: DealNotice['dealVersion'] | null;
  readonly dealNews: DealNotice['dealNews'] | null;
  readonly mail: NotificationMailState;
}

const NEW_NOTIFICATIONS = new RowSet<NewNotification>({
  user_id: [text, ({ userId }) => userId],
  id: [uuid, ({ id }) => id],
  kind: [text, ({ kind }) => kind],
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  order_seq: [int4, ({ orderSeq }) => orderSeq],
  side: [text, ({ side }) => side],
  price_cents: [int4, ({ priceCents }) => priceCents],
  alert_cents: [int4, ({ alertCents }) => alertCents],
  trade_id: [uuid, ({ tradeId }) => tradeId],
  deal_id: [uuid, ({ dealId }) => dealId],
  deal_version: [int4, ({ dealVersion }) => dealVersion],
  deal_news: [text, ({ dealNews }) => dealNews],
  block_reason: [text, ({ blockReason }) => blockReason],
  is_of_hidden: [bool, ({ isOfHidden = false }) => isOfHidden],
  made_at: [timestamptz, ({ atMs }) => isoTime(atMs)],
  mail: [text, ({ mail }) => mail],
});

/**
 * Leaves out users who get no notifications: erased users, who have a row in `departures` until their orders have a
 * pseudonym, which may still have deals; house accounts; and the owner of a transferred account for events before the
 * transfer. A release and a step of a deal are reported once.
 */
const SAVE_NOTIFICATIONS = statement({
  name: 'save-notices',
  text: `with made as materialized (select * from ${NEW_NOTIFICATIONS.as('made')}), o as materialized (
           select distinct ordered.product_id, ordered.size, ordered.seq, ordered.user_id, ordered.price_cents
           from made join orders as ordered
             on ordered.product_id = made.product_id and ordered.size = made.size and ordered.seq = made.order_seq
         )
         insert into notices (${NEW_NOTIFICATIONS.names})
         select made.user_id, made.id, made.kind, made.product_id, made.size, made.order_seq, made.side,
           coalesce(made.price_cents, o.price_cents), made.alert_cents, made.trade_id, made.deal_id, made.deal_version, made.deal_news, made.block_reason, made.is_of_hidden, made.made_at,
           made.mail
         from made
         left join o
           on o.product_id = made.product_id and o.size = made.size and o.seq = made.order_seq
             and o.user_id = made.user_id
         where (made.order_seq is null or o.seq is not null)
           and (made.deal_id is null or exists (select from accounts where accounts.user_id = made.user_id))
           and not exists (select from departures where departures.user_id = made.user_id)
           and not exists (select from accounts where accounts.user_id = made.user_id and accounts.is_house)
           and not exists (
             select from identity_handovers as handover where handover.user_id = made.user_id
               and (handover.cleared_at is null or made.made_at <= handover.cleared_at)
           )
         on conflict do nothing
         returning id, user_id as "userId", mail`,
  row: { id: uuid, userId: text, mail: oneOf(NOTIFICATION_MAIL_STATES) },
});

/** Stores the notifications, except those for users who get none. @returns the stored ones */
export async function saveNotifications(tx: Transaction, notices: readonly NewNotification[]) {
  return SAVE_NOTIFICATIONS.rows(tx, NEW_NOTIFICATIONS.values(notices));
}
