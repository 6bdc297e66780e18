import { rm } from 'node:fs/promises';
import { connectDatabase, type Database } from '@perkex/server/database/connect.js';
import { openMarketPostgres } from '@perkex/server/database/market-postgres.js';
import { migrate } from '@perkex/server/database/migrate.js';
import { type Content, newDataFolder } from './data-folder.js';

/** Migrated once; a migration takes longer than a copy. */
const TEMPLATE = 'bench_template';

/** A PostgreSQL of the measuring process, on a data folder of its own. */
export interface BenchPostgres {
  readonly dataDir: string;
  /** The market of the data folder. */
  readonly market: Database;
  /** Creates another database, migrated and empty. */
  createDatabase(name: string): Promise<Database>;
  /** For example, 17.5. */
  version(): Promise<string>;
  /** Stops it, with its databases, and deletes its folder. */
  close(): Promise<void>;
}

export async function openBenchPostgres(content: Content = 'empty market'): Promise<BenchPostgres> {
  const dataDir = await newDataFolder('bench', content);
  const postgres = await openMarketPostgres({ dataDir, purpose: 'tool', log: () => {} });
  const market = connectDatabase(postgres.connection, () => {}, { hasTimeLimits: false });
  const opened = [market];
  const connect = (name: string) => connectDatabase({ ...postgres.connection, database: name }, () => {});
  let hasTemplate = false;
  return {
    dataDir,
    market,
    async createDatabase(name) {
      if (!hasTemplate) {
        await market.pool.query(`create database ${TEMPLATE}`);
        const template = connect(TEMPLATE);
        await migrate(template.pool);
        await template.close();
        hasTemplate = true;
      }
      await market.pool.query(`create database ${name} template ${TEMPLATE}`);
      const database = connect(name);
      opened.push(database);
      return database;
    },
    async version() {
      const { rows } = await market.pool.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version ?? '';
    },
    async close() {
      await Promise.all(opened.map((database) => database.close()));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
