import {
  MAX_COUNTED_NOTIFICATIONS,
  NOTIFICATION_MAIL_STATES,
  NOTIFICATIONS_PAGE,
  type Notifications,
  type ShownNotification,
} from '@perkex/contract/notifications.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { forgetRows } from '../database/forget-rows.js';
import { pageOf } from '../database/page-of.js';
import {
  bool,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import { NOTICE, NOTICE_ROW, NOTICE_TABLES, ORDERS_OF_NOTICES } from './notice-columns.js';

const READ_NOTIFICATIONS = statement({
  name: 'read-notices',
  text: `with notice as materialized (
           select * from notices where user_id = $1 and id < $2 order by id desc limit $3
         ), ${ORDERS_OF_NOTICES}
         select ${NOTICE}, nullif(product.brand, '') as brand, coalesce(product.thumbnail, '') as thumbnail,
           notice.trade_id as "tradeId", notice.made_at as "madeAt", notice.read_at is not null as "isRead", notice.mail
         ${NOTICE_TABLES}
         order by notice.id desc`,
  row: {
    ...NOTICE_ROW,
    brand: orNull(text),
    thumbnail: text,
    tradeId: orNull(uuid),
    madeAt: timestamptz,
    isRead: bool,
    mail: oneOf(NOTIFICATION_MAIL_STATES),
  },
});

const COUNT_UNREAD = statement({
  name: 'count-unread-notices',
  text: `select count(*)::int as unread from (
           select from notices where user_id = $1 and read_at is null limit ${MAX_COUNTED_NOTIFICATIONS}
         ) as unread`,
  row: { unread: int4 },
});

const FIND_NOTIFICATION = statement({
  name: 'find-notice',
  text: 'select id from notices where user_id = $1 and id = $2',
  row: { id: uuid },
});

const MARK_READ = statement({
  name: 'mark-notice-read',
  text: 'update notices set read_at = now() where user_id = $1 and id = $2 and read_at is null',
});

const MARK_ALL_READ = statement({
  name: 'mark-notices-read',
  text: 'update notices set read_at = now() where user_id = $1 and id <= $2 and read_at is null',
});

/** A page of a user's notifications, newest first (`GET /notices`). */
export async function readNotices(
  pool: pg.Pool,
  userId: string,
  before: string = AFTER_ALL_IDS,
  limit: number = NOTIFICATIONS_PAGE,
): Promise<Notifications> {
  const rows = await READ_NOTIFICATIONS.rows(pool, [userId, before, limit + 1]);
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  return { notices: shown.map(shownNotification), next };
}

function shownNotification(row: RowOf<typeof READ_NOTIFICATIONS>): ShownNotification {
  const { id, kind, productId, name, brand, thumbnail, size, side, priceCents, limitCents, isRead, mail } =
    row;
  return {
    id,
    kind,
    productId,
    name,
    brand,
    thumbnail,
    size,
    side,
    price: centsToDollars(priceCents ?? 0),
    limit: centsToDollars(limitCents ?? 0),
    trade: row.tradeId,
    deal: row.dealId !== null && row.dealNews !== null ? { id: row.dealId, news: row.dealNews } : null,
    block: row.block,
    ...(row.isOfHidden && { isOfHidden: true }),
    date: row.madeAt.toISOString(),
    isRead,
    mail,
  };
}

/** The number of a user's unread notifications, up to `MAX_COUNTED_NOTIFICATIONS`. */
export async function countUnread(pool: pg.Pool, userId: string): Promise<number> {
  return (await COUNT_UNREAD.row(pool, [userId]))?.unread ?? 0;
}

/**
 * Marks one of the user's notifications as read, and with `older` all earlier ones, too.
 * @returns the number of those that were unread; null if the user has no such notification
 */
export async function markRead(
  pool: pg.Pool,
  userId: string,
  id: string,
  { older }: { readonly older: boolean },
): Promise<number | null> {
  if (!(await FIND_NOTIFICATION.row(pool, [userId, id]))) {
    return null;
  }
  return (older ? MARK_ALL_READ : MARK_READ).run(pool, [userId, id]);
}

/** Deletes the notifications of a user on account erasure or account transfer. */
export const deleteNotifications = forgetRows('forget-notices', 'notices');

const FORGET_EARLIER = statement({
  name: 'forget-earlier-notices',
  text: 'delete from notices where user_id = $1 and made_at <= $2',
});

/** Deletes notifications of events before an account transfer. */
export async function deleteEarlierNotifications(pool: pg.Pool, userId: string, until: Date): Promise<void> {
  await FORGET_EARLIER.run(pool, [userId, until.toISOString()]);
}
