import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database } from '@perkex/server/database/connect.js';
import { openEmbeddedPostgres } from '@perkex/server/database/embedded/embedded-postgres.js';
import { migrate } from '@perkex/server/database/migrate.js';

/**
 * A migrated, empty database on a PostgreSQL of its own; `close` ends it and deletes its folder. All
 * measurements of one run share it.
 */
export async function openBenchDatabase(): Promise<Database> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'perkex-bench-'));
  await chmod(dataDir, 0o755); // run as root, PostgreSQL is another user and has to reach it
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'tool', log: () => {} });
  const database = connectDatabase(postgres.connection, () => {});
  await migrate(database.pool);
  return {
    ...database,
    async close() {
      await database.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
