import type { Database } from '@perkex/server/database/connect.js';
import { migrate } from '@perkex/server/database/migrate.js';
import { openDatabase } from '@perkex/server/database/open-database.js';

type Work<Result> = (database: Database) => Promise<Result>;

/** Lends a connection to the embedded PostgreSQL of a data folder, which runs at least for as long as that. */
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

/** Gives a new data folder a market before its first server starts: no running one has to be told of it. */
export function fillDataFolder(dataDir: string, fill: Work<void>): Promise<void> {
  return withDataDatabase(dataDir, async (database) => {
    await migrate(database.pool);
    await fill(database);
  });
}
