import pg from 'pg';

/** Where a PostgreSQL is: a URL, or what the embedded one says. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** The database of one process. */
export interface Database {
  readonly address: DatabaseAddress;
  readonly pool: pg.Pool;
  /** For looking up who is signed in: other readings, however many, do not use these up. */
  readonly sessionPool: pg.Pool;
  /** For the question whether the database answers, soon. */
  readonly healthPool: pg.Pool;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE = 10;
const SESSION_POOL_SIZE = 3;

/**
 * How long things may take while people wait for an answer. A process that stops in the middle of a
 * transaction, frozen or cut off, must not keep its locks for longer than that either.
 */
const TIME_LIMITS = {
  statement_timeout: 10_000,
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Together less than the 3 seconds in which health is to be told. */
const HEALTH_LIMITS = { connectionTimeoutMillis: 1_000, query_timeout: 1_500 };

export interface ConnectOptions {
  /** Migrations, imports and audits may take as long as they take. */
  readonly hasTimeLimits?: boolean;
}

/**
 * Opens the pools; connections are made when first needed.
 * @param onError told of connections that broke, which is no reason to crash
 */
export function connectDatabase(
  address: DatabaseAddress,
  onError: (error: Error) => void,
  { hasTimeLimits = true }: ConnectOptions = {},
): Database {
  const limits = {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(hasTimeLimits ? TIME_LIMITS : {}),
  };
  const pool = openPool({ ...address, max: POOL_SIZE, ...limits }, onError);
  const sessionPool = openPool({ ...address, max: SESSION_POOL_SIZE, ...limits }, onError);
  const healthPool = openPool({ ...address, max: 1, ...HEALTH_LIMITS }, onError);
  return {
    address,
    pool,
    sessionPool,
    healthPool,
    async close() {
      await Promise.all([pool.end(), sessionPool.end(), healthPool.end()]);
    },
  };
}

function openPool(options: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  // A pool has ended before the other side has heard all of its farewells, and may itself be ending by then.
  const report = (error: Error) => (pool.ending ? undefined : onError(error));
  pool.on('error', report);
  // The pool listens only while a connection is idle; one that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/**
 * A connection of its own that sends statements without waiting for the answers before (they still run one
 * after the other), so that a transaction costs few round trips. The caller ends it.
 * @throws when the database cannot be reached
 */
export async function connectPipelined(
  address: DatabaseAddress,
  { hasTimeLimits = true }: ConnectOptions = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(hasTimeLimits ? TIME_LIMITS : {}),
  });
  // A connection that breaks rejects the statements under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * A connection of its own for what takes as long as it takes, such as filling a database. The caller ends it.
 * @throws when the database cannot be reached
 */
export async function connectPatiently(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {}); // as above
  await client.connect();
  return client;
}

const FAREWELL_MS = 1_000;

/** Ends a connection, politely if the other side answers and in any case soon. */
export async function endConnection(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const giveUp = setTimeout(() => stream.destroy(), FAREWELL_MS);
  await client.end().catch(() => {});
  clearTimeout(giveUp);
}
