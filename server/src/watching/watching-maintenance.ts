import { dayAt } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { databaseTime } from '../database/database-time.js';
import { transaction } from '../database/transaction.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';
import type { Maintenance } from '../process/maintenance.js';
import { remindOfReleases } from './remind-of-releases.js';
import { sendRestedAlerts, takeAlerts } from './send-alerts.js';

const ALERTS_INTERVAL_MS = 60_000;
const RELEASES_INTERVAL_MS = 5 * 60_000;

/** The maintenance of watches: alerts whose pause has ended, and reminders on release days. */
export function watchingMaintenance(
  pool: pg.Pool,
  newWriter: () => NotificationWriter,
  clock: Clock,
): Maintenance[] {
  const [alertWriter, releaseWriter] = [newWriter(), newWriter()];
  let isFirst = true;
  return [
    {
      async work() {
        await transaction(pool, async (tx) => {
          await takeAlerts(tx);
          await sendRestedAlerts(tx, alertWriter, await databaseTime(tx), isFirst);
        });
        isFirst = false;
      },
      everyMs: ALERTS_INTERVAL_MS,
      failure: 'alerts after a pause were not sent',
    },
    {
      work: () => remindOfReleases(pool, releaseWriter, dayAt(clock.wallMs())),
      everyMs: RELEASES_INTERVAL_MS,
      failure: 'users were not reminded of releases',
    },
  ];
}
