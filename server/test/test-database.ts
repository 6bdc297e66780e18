import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../src/database/connect.js';
import { onServer, withDatabase } from './test-server-address.js';

/**
 * A migrated database of its own, a copy of the run's template. `close` drops it.
 * @param empty without the tables, for tests of the migrations themselves
 * @param hasTimeLimits false for the connections of the command line: statements may take any time, and copy rows
 */
export async function createTestDatabase({ empty = false, hasTimeLimits = true } = {}): Promise<Database> {
  const { address, template } = inject('postgres');
  const name = `perkex_test_${randomUUID().replaceAll('-', '')}`;
  // Copying files costs less than writing their pages to the log and, before the end, to the files.
  await onServer(
    address,
    `create database ${name} strategy file_copy${empty ? '' : ` template ${template}`}`,
  );
  const database = connectDatabase(withDatabase(address, name), () => {}, { hasTimeLimits });
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(address, `drop database ${name} with (force)`);
    },
  };
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
