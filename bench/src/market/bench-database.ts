import { rm } from 'node:fs/promises';
import { connectDatabase, type Database } from '@perkex/server/database/connect.js';
import { openMarketPostgres } from '@perkex/server/database/market-postgres.js';
import { migrate } from '@perkex/server/database/migrate.js';
import { newDataFolder } from '../data-folder.js';

/** Migrated once; a migration takes longer than a copy. */
const TEMPLATE = 'bench_template';

/** A dedicated PostgreSQL that all measurements of one run share. */
export interface BenchServer {
  /** A new database, migrated and empty. */
  createDatabase(name: string): Promise<Database>;
  /** For example, 17.5. */
  postgresVersion(): Promise<string>;
  /** Stops the server, drops its databases and deletes its folder. */
  close(): Promise<void>;
}

export async function openBenchServer(): Promise<BenchServer> {
  const dataDir = await newDataFolder('bench', 'empty market');
  const postgres = await openMarketPostgres({ dataDir, purpose: 'tool', log: () => {} });
  const first = connectDatabase(postgres.connection, () => {});
  const opened = [first];
  const connect = (name: string) => connectDatabase({ ...postgres.connection, database: name }, () => {});
  let hasTemplate = false;
  return {
    async createDatabase(name) {
      if (!hasTemplate) {
        await first.pool.query(`create database ${TEMPLATE}`);
        const template = connect(TEMPLATE);
        await migrate(template.pool);
        await template.close();
        hasTemplate = true;
      }
      await first.pool.query(`create database ${name} template ${TEMPLATE}`);
      const database = connect(name);
      opened.push(database);
      return database;
    },
    async postgresVersion() {
      const { rows } = await first.pool.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version ?? '';
    },
    async close() {
      await Promise.all(opened.map((database) => database.close()));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
