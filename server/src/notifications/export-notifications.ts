import type { Notifications, ShownNotification } from '@perkex/contract/notifications.js';
import type pg from 'pg';
import type { ExportPart } from '../users/user-export.js';
import { readMailChoicesOf } from './notification-mail-choices.js';
import { readNotices } from './read-notifications.js';

/** Keeps each statement short and each page small in memory. */
const ROWS_AT_ONCE = 500;

/** The notifications of a user, and their choices of mails. */
export function notificationExport(pool: pg.Pool): ExportPart<'noticeMails' | 'notices'> {
  return async (userId) => ({
    noticeMails: await readMailChoicesOf(pool, userId),
    notices: notificationsOf(pool, userId),
  });
}

/** Newest first. */
async function* notificationsOf(pool: pg.Pool, userId: string): AsyncGenerator<readonly ShownNotification[]> {
  for (let before: string | null | undefined; before !== null; ) {
    const page: Notifications = await readNotices(pool, userId, before, ROWS_AT_ONCE);
    if (page.notices.length > 0) {
      yield page.notices;
    }
    before = page.next;
  }
}
