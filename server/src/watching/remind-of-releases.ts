import { addDays, type Day, startOfDayMs } from '@perkex/core/figures/days.js';
import type { WatchNotification } from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { int4, statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';

/** If no server ran on the release day, reminders are still sent for a week. */
const REMINDED_DAYS = 7;
const REMINDERS_AT_ONCE = 500;

/** Users who watched a product before its release day and have no reminder of it. */
const FIND_UNREMINDED = statement({
  name: 'find-unreminded-of-release',
  text: `select watch.user_id as "userId", product.id as "productId", product.release_date::text as day
         from products as product
         join watches as watch on watch.product_id = product.id
         where product.hidden_at is null and product.release_date > $1::date and product.release_date <= $2::date
           and watch.made_at < product.release_date::timestamp at time zone 'UTC'
           and (product.id, watch.user_id) > ($3, $4)
           and not exists (
             select from notices as reminder
             where reminder.user_id = watch.user_id and reminder.product_id = product.id
               and reminder.kind = 'release'
               and reminder.made_at = product.release_date::timestamp at time zone 'UTC'
           )
         group by watch.user_id, product.id
         order by product.id, watch.user_id limit $5`,
  row: { userId: text, productId: int4, day: text },
});

/** Reminds users of releases of watched products, today in UTC. Each release is reported once, by any server. */
export async function remindOfReleases(pool: pg.Pool, writer: NotificationWriter, today: Day): Promise<void> {
  let passed: { productId: number; userId: string } | undefined = { productId: 0, userId: '' };
  while (passed) {
    const { productId, userId }: typeof passed = passed;
    const since = addDays(today, -REMINDED_DAYS);
    const rows = await FIND_UNREMINDED.rows(pool, [since, today, productId, userId, REMINDERS_AT_ONCE]);
    if (rows.length > 0) {
      const notices = rows.map(({ day, ...row }) => releaseNotification(row, day));
      await transaction(pool, (tx) => writer.write(tx, notices));
    }
    passed = rows.length === REMINDERS_AT_ONCE ? rows.at(-1) : undefined;
  }
}

function releaseNotification(
  { userId, productId }: { userId: string; productId: number },
  day: Day,
): WatchNotification {
  const atMs = startOfDayMs(day);
  return { kind: 'release', userId, productId, size: '', priceCents: null, alertCents: null, atMs };
}
