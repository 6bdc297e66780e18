import { connectDatabase, type Database, type DatabaseAddress } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { distribute } from '../src/distribution/distribute.js';
import { rebuildUserIndex } from '../src/user-index/rebuild-user-index.js';
import { onServer, onServers, withDatabase } from './test-server-address.js';

/** Few, because each is a table on a worker for each table of the market; more than one on each of two workers. */
const SHARDS = 4;

/** The coordinator, and then the workers. */
export type Machines = readonly [DatabaseAddress, ...DatabaseAddress[]];

/** The machines of the cluster with this database, as its coordinator knows them. */
export async function readMachines(connectionString: string): Promise<Machines> {
  const database = connectDatabase({ connectionString }, () => {});
  try {
    const { rows } = await database.pool.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    );
    const [coordinator, ...workers] = rows.map(({ host, port }) => onMachine(connectionString, host, port));
    if (coordinator === undefined || workers.length === 0) {
      throw new Error('The database of DATABASE_URL_TEST_CITUS has no workers: see docs/many-machines.md.');
    }
    return [coordinator, ...workers];
  } finally {
    await database.close();
  }
}

function onMachine(connectionString: string, host: string, port: number): DatabaseAddress {
  const url = new URL(connectionString);
  url.hostname = host;
  url.port = String(port);
  url.pathname = '/postgres'; // the extension refuses some changes from its own databases
  return { connectionString: url.href };
}

/** Creates an empty database of this name on every machine, and makes these databases one cluster. */
export async function createClusterDatabase(machines: Machines, name: string): Promise<void> {
  const databases = machines.map((machine) => withDatabase(machine, name)) as [
    DatabaseAddress,
    ...DatabaseAddress[],
  ];
  const [coordinator, ...workers] = databases;
  await onServers(machines, `create database ${name}`);
  await onServers(databases, 'create extension citus');
  await onServer(coordinator, `select citus_set_coordinator_host(${hostAndPort(coordinator)})`);
  for (const worker of workers) {
    await onServer(coordinator, `select citus_add_node(${hostAndPort(worker)})`);
  }
}

function hostAndPort(address: DatabaseAddress): string {
  const { hostname, port } = new URL('connectionString' in address ? address.connectionString : '');
  return `'${hostname}', ${port}`;
}

/** Distributes a migrated database. */
export async function distributeAll({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    const isDryRun = false;
    await distribute({ client, shards: SHARDS, isDryRun, onBegin: () => {}, onStep: () => {} });
  } finally {
    client.release();
  }
  await transaction(pool, rebuildUserIndex);
}

/** So that a database can be copied: the extension opens connections of its own again and again. */
export async function refuseConnections(machines: Machines, name: string): Promise<void> {
  await onServers(machines, `alter database ${name} allow_connections false`);
  await onServers(
    machines,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  );
}
