import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase, type DatabaseAddress } from '../src/database/connect.js';
import { openMarketPostgres } from '../src/database/market-postgres.js';
import { migrate } from '../src/database/migrate.js';
import { transaction } from '../src/database/transaction.js';
import { renewHistory } from '../src/sales/rebuild-sale-days.js';
import { onServer, withDatabase } from './test-server-address.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for this run, and a migrated database in it as a template. */
    postgres: { readonly address: DatabaseAddress; readonly template: string };
  }
}

/** One PostgreSQL for the whole run: the embedded one, or the one of DATABASE_URL_TEST. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startPostgres();
  const template = `perkex_template_${process.pid}`;
  await onServer(address, `create database ${template}`);
  const database = connectDatabase(withDatabase(address, template), () => {});
  await migrate(database.pool);
  await transaction(database.pool, renewHistory);
  await database.close();
  project.provide('postgres', { address, template });
  // The workers inherit it. The first test that needs a data folder with a market leaves one here for the others.
  process.env.PERKEX_TEMPLATES = await mkdtemp(path.join(tmpdir(), 'perkex-templates-'));
  await chmod(process.env.PERKEX_TEMPLATES, 0o755);
  return async () => {
    await rm(process.env.PERKEX_TEMPLATES ?? '', { recursive: true, force: true });
    await onServer(address, `drop database if exists ${template}`);
    await stop();
  };
}

async function startPostgres(): Promise<{ address: DatabaseAddress; stop: () => Promise<void> }> {
  const connectionString = process.env.DATABASE_URL_TEST;
  if (connectionString) {
    return { address: { connectionString }, stop: async () => {} };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'perkex-test-'));
  await chmod(dataDir, 0o755); // run as root, PostgreSQL is another user and has to reach it
  const postgres = await openMarketPostgres({
    dataDir,
    purpose: 'tool',
    log: () => {},
    settings: { fsync: 'off', full_page_writes: 'off' }, // this data is temporary; crash tests use their own
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { address: postgres.connection, stop };
}
