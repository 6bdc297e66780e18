import { connectDatabase, type Database } from './connect.js';
import { openMarketPostgres } from './market-postgres.js';

export interface OpenDatabaseOptions {
  /** Null for the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** A data folder has one server; tools join it or start its PostgreSQL themselves. */
  readonly purpose: 'server' | 'tool';
  /** True if users wait for answers. */
  readonly hasTimeLimits: boolean;
  readonly log: (line: string) => void;
  /** Called when connections break, and when the database becomes unavailable or available again. */
  readonly warn: (line: string) => void;
}

/**
 * Connects to the PostgreSQL of the settings, and starts the embedded one if needed. `close` stops what was started
 * here.
 * @throws EmbeddedPostgresError with a sentence for the person who started the process
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, purpose, hasTimeLimits, log, warn } = options;
  const onError = (error: Error) => warn(`A database connection broke: ${error.message}`);
  if (databaseUrl !== null) {
    return connectDatabase({ connectionString: databaseUrl }, onError, { hasTimeLimits });
  }
  const postgres = await openMarketPostgres({ dataDir, purpose, log, warn });
  const database = connectDatabase(postgres.connection, onError, { hasTimeLimits });
  return {
    ...database,
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}
