import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { recognizeDistribution } from '../src/database/citus.js';
import { connectDatabase, type Database } from '../src/database/connect.js';
import { changeShardsInTurn } from '../src/distribution/distribute.js';
import { createClusterDatabase, type Machines, refuseConnections } from './test-cluster.js';
import { onServer, onServers, withClient, withDatabase } from './test-server-address.js';

/**
 * A migrated database of its own, a copy of the run's template. `close` drops it.
 * @param empty without the tables, for tests of the migrations themselves; never on a cluster
 * @param hasTimeLimits false for the connections of the command line: statements may take any time, and copy rows
 */
export async function createTestDatabase({ empty = false, hasTimeLimits = true } = {}): Promise<Database> {
  const { machines, template } = inject('postgres');
  const [coordinator] = machines;
  const name = newName();
  // Copying files costs less than writing their pages to the log and, before the end, to the files.
  const create = `create database ${name} strategy file_copy`;
  if (empty) {
    await onServer(coordinator, create);
    return open([coordinator], name, hasTimeLimits);
  }
  await onServers(machines, `${create} template ${template}`);
  if (isOnCluster()) {
    // A copy of a database has not got its settings.
    await withClient(withDatabase(coordinator, name), changeShardsInTurn);
  }
  return open(machines, name, hasTimeLimits);
}

/** An empty database on every machine of the cluster, for tests of the distribution itself. `close` drops it. */
export async function createUndistributedDatabase(): Promise<Database> {
  const { machines } = inject('postgres');
  const name = newName();
  await createClusterDatabase(machines, name);
  return open(machines, name, false);
}

/** True if the databases of tests are distributed. */
export const isOnCluster = (): boolean => inject('postgres').machines.length > 1;

/** Statements that let a transaction change rows which triggers protect, on every machine. */
export const unprotected = (): string[] => [
  ...(isOnCluster() ? ["set local citus.propagate_set_commands = 'local'"] : []),
  'set local session_replication_role = replica',
];

/** The number of statements that wait for a lock, on any machine. */
export async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from ${isOnCluster() ? 'citus_stat_activity' : 'pg_stat_activity'}
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const newName = () => `perkex_test_${randomUUID().replaceAll('-', '')}`;

async function open(machines: Machines, name: string, hasTimeLimits: boolean): Promise<Database> {
  const database = await connectAgain({ address: withDatabase(machines[0], name) }, { hasTimeLimits });
  return {
    ...database,
    async close() {
      await database.close();
      if (machines.length > 1) {
        await refuseConnections(machines, name);
      }
      await onServers(machines, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Another pool of a test's database, as another server has it. The caller closes it. */
export async function connectAgain(
  { address }: Pick<Database, 'address'>,
  { hasTimeLimits = true } = {},
): Promise<Database> {
  const database = connectDatabase(address, () => {}, { hasTimeLimits });
  await recognizeDistribution(database.pool, database.backgroundPool, database.sessionPool);
  return database;
}

/**
 * A pool of a test's own. It ends before PostgreSQL has received its goodbyes, and dropping the database ends these.
 */
export function openTestPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The address as a URL, for processes that take DATABASE_URL. */
export function databaseUrl({ address }: Database): string {
  if ('connectionString' in address) {
    return address.connectionString;
  }
  const { host, port, user, database } = address;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
