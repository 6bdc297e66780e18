import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweepOut } from '../process/sweep.js';

/** Read notifications are stored this long, unread ones longer. */
export const KEPT_DAYS = 90;
const UNREAD_KEPT_DAYS = 365;
const SWEEP_INTERVAL_MS = 60 * 60 * 1_000;

const deletion = (name: string, condition: string) =>
  statement({
    name,
    text: `delete from notices as notice using (
           select user_id, id from notices
           where made_at < now() - make_interval(days => $1) and ${condition} limit $2
         ) as old
         where notice.user_id = old.user_id and notice.id = old.id`,
  });

/** Apart, because the unread ones of nine months would be looked at for each few read ones. */
const DELETE_READ = deletion('forget-read-notices', 'read_at is not null');
const DELETE_UNREAD = deletion('forget-unread-notices', 'read_at is null');

/** Deletes old notifications every hour. */
export function oldNotificationsMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: () => deleteOldNotifications(pool),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'old notifications were not deleted',
  };
}

/** Deletes read notifications after 90 days and unread ones after a year. */
export async function deleteOldNotifications(pool: pg.Pool): Promise<void> {
  await sweepOut(pool, DELETE_READ, KEPT_DAYS);
  await sweepOut(pool, DELETE_UNREAD, UNREAD_KEPT_DAYS);
}
