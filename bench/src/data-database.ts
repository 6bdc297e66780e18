import type { Database } from '@perkex/server/database/connect.js';
import { migrate } from '@perkex/server/database/migrate.js';
import { openDatabase } from '@perkex/server/database/open-database.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { renewHistory } from '@perkex/server/sales/rebuild-sale-days.js';

type Work<Result> = (database: Database) => Promise<Result>;

/** Lends a connection to the embedded PostgreSQL of a data folder, and keeps it running at least that long. */
export async function withDataDatabase<Result>(dataDir: string, work: Work<Result>): Promise<Result> {
  const database = await openDatabase({
    databaseUrl: null,
    dataDir,
    purpose: 'tool',
    hasTimeLimits: false,
    log: () => {},
    warn: () => {},
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Fills a new data folder with a market before its first server starts, so that no running one misses the change. As a
 * server does, it begins the history first: otherwise each server on a copy of the folder would make it again.
 */
export function fillDataFolder(dataDir: string, fill: Work<void>): Promise<void> {
  return withDataDatabase(dataDir, async (database) => {
    await migrate(database.pool);
    await transaction(database.pool, renewHistory);
    await fill(database);
  });
}
