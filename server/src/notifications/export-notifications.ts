import type { ShownNotification } from '@perkex/contract/notifications.js';
import type pg from 'pg';
import { type ExportPart, listOf } from '../users/user-export.js';
import { readMailChoicesOf } from './notification-mail-choices.js';
import { readNotices } from './read-notifications.js';

/** The notifications of a user, and their choices of mails. */
export function notificationExport(pool: pg.Pool): ExportPart<'noticeMails' | 'notices'> {
  return async (userId) => ({
    noticeMails: await readMailChoicesOf(pool, userId),
    notices: notificationsOf(pool, userId),
  });
}

/** Newest first. */
function notificationsOf(pool: pg.Pool, userId: string) {
  return listOf(
    async (after: ShownNotification | undefined, limit) =>
      (await readNotices(pool, userId, after?.id, limit)).notices,
    (notice) => notice,
  );
}
