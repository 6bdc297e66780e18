import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** Where a PostgreSQL is: a URL, or what the embedded one says. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** The database of one process. */
export interface Database {
  readonly address: DatabaseAddress;
  readonly pool: pg.Pool;
  readonly drizzle: NodePgDatabase;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 20_000;
const POOL_SIZE = 10;

/**
 * Opens a pool; connections are made when first needed.
 * @param onError told of connections that broke while nobody used them, which is no reason to crash
 */
export function connectDatabase(address: DatabaseAddress, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    ...address,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  pool.on('error', onError);
  return { address, pool, drizzle: drizzle(pool), close: () => pool.end() };
}

/**
 * A connection of its own that sends statements without waiting for the answers before (they still run one
 * after the other), so that a transaction costs few round trips. The caller ends it.
 * @throws when the database cannot be reached
 */
export async function connectPipelined(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  // A connection that breaks rejects the statements under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
