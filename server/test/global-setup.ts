import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../src/database/connect.js';
import { openMarketPostgres } from '../src/database/market-postgres.js';
import { migrate } from '../src/database/migrate.js';
import { transaction } from '../src/database/transaction.js';
import { renewHistory } from '../src/sales/rebuild-sale-days.js';
import {
  createClusterDatabase,
  distributeAll,
  type Machines,
  readMachines,
  refuseConnections,
} from './test-cluster.js';
import { onServer, onServers, withDatabase } from './test-server-address.js';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The machine of this run's PostgreSQL, or those of its cluster, and the name of a migrated database on each of
     * them as a template.
     */
    postgres: { readonly machines: Machines; readonly template: string };
  }
}

/** One PostgreSQL for the whole run: the embedded one, or that of DATABASE_URL_TEST, or a cluster. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { machines, stop } = await startPostgres();
  const template = `perkex_template_${process.pid}`;
  await createTemplate(machines, template);
  project.provide('postgres', { machines, template });
  // The workers inherit it. The first test that needs a data folder with a market leaves one here for the others.
  process.env.PERKEX_TEMPLATES = await mkdtemp(path.join(tmpdir(), 'perkex-templates-'));
  await chmod(process.env.PERKEX_TEMPLATES, 0o755);
  return async () => {
    await rm(process.env.PERKEX_TEMPLATES ?? '', { recursive: true, force: true });
    await onServers(machines, `drop database if exists ${template}`);
    await stop();
  };
}

async function createTemplate(machines: Machines, template: string): Promise<void> {
  const [first] = machines;
  const isCluster = machines.length > 1;
  if (isCluster) {
    await createClusterDatabase(machines, template);
  } else {
    await onServer(first, `create database ${template}`);
  }
  const database = connectDatabase(withDatabase(first, template), () => {}, { hasTimeLimits: false });
  await migrate(database.pool);
  await transaction(database.pool, renewHistory);
  if (isCluster) {
    await distributeAll(database);
  }
  await database.close();
  if (isCluster) {
    await refuseConnections(machines, template);
  }
}

interface TestPostgres {
  readonly machines: Machines;
  stop(): Promise<void>;
}

async function startPostgres(): Promise<TestPostgres> {
  const cluster = process.env.DATABASE_URL_TEST_CITUS;
  if (cluster) {
    return { machines: await readMachines(cluster), stop: async () => {} };
  }
  const connectionString = process.env.DATABASE_URL_TEST;
  if (connectionString) {
    return { machines: [{ connectionString }], stop: async () => {} };
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
  return { machines: [postgres.connection], stop };
}
