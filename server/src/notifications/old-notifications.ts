import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweepOut } from '../process/sweep.js';

/** Read notifications are stored this long, unread ones longer. */
export const KEPT_DAYS = 90;
const UNREAD_KEPT_DAYS = 365;
const SWEEP_INTERVAL_MS = 60 * 60 * 1_000;

const DELETE_OLD_NOTIFICATIONS = statement({
  name: 'forget-old-notices',
  text: `delete from notices as notice using (
           select user_id, id from notices
           where made_at < now() - make_interval(days => $1)
             and (read_at is not null or made_at < now() - make_interval(days => $2))
           limit $3
         ) as old
         where notice.user_id = old.user_id and notice.id = old.id`,
});

/** Deletes old notifications every hour. */
export function oldNotificationsMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: () => deleteOldNotifications(pool),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'old notifications were not deleted',
  };
}

/** Deletes read notifications after 90 days and unread ones after a year. */
export function deleteOldNotifications(pool: pg.Pool): Promise<void> {
  return sweepOut(pool, DELETE_OLD_NOTIFICATIONS, KEPT_DAYS, UNREAD_KEPT_DAYS);
}
