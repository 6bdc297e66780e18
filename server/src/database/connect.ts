import pg from 'pg';
import { sendTogether, socketOf } from './pipelined.js';
import { PLAN_BY_KEY } from './plan-by-key.js';

/** The address of a PostgreSQL: a URL, or the parameters of the embedded one. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
      readonly ssl?: pg.ClientConfig['ssl'];
    };

/** The database of one process. */
export interface Database {
  readonly address: DatabaseAddress;
  readonly pool: pg.Pool;
  /**
   * For background work. Its commits do not wait for the disk: after a crash of PostgreSQL, the last of them may never
   * have happened. But if a later commit of any connection is on disk, they are, too. So work belongs here that is
   * repeated if nothing says that it was done. Its statements find few rows by their keys.
   */
  readonly backgroundPool: pg.Pool;
  /** For session look-ups, separate so that other reads cannot exhaust it. */
  readonly sessionPool: pg.Pool;
  /** For health checks, with short timeouts. */
  readonly healthPool: pg.Pool;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const POOL_SIZE = 10;
const BACKGROUND_POOL_SIZE = 6;
const SESSION_POOL_SIZE = 3;

/**
 * The limits while users wait for answers. They also bound the locks of a process that freezes or is cut off inside a
 * transaction.
 */
const TIME_LIMITS = {
  statement_timeout: 10_000,
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Together less than the 3 seconds within which health must be reported. */
const HEALTH_LIMITS = { connectionTimeoutMillis: 1_000, query_timeout: 1_500 };

export interface ConnectOptions {
  /** False for migrations, imports and audits, which may take any time. */
  readonly hasTimeLimits?: boolean;
}

/**
 * Opens the pools; connections are made on first use.
 * @param onError called for broken connections, which are no reason to crash
 */
export function connectDatabase(
  address: DatabaseAddress,
  onError: (error: Error) => void,
  { hasTimeLimits = true }: ConnectOptions = {},
): Database {
  const limits = {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(hasTimeLimits ? TIME_LIMITS : {}),
    // COPY, with which bulk work moves rows, is not possible on a pipelined connection.
    pipeline: hasTimeLimits,
  };
  const pool = openPool({ ...address, max: POOL_SIZE, ...limits }, onError);
  const backgroundPool = openPool(
    {
      ...address,
      max: BACKGROUND_POOL_SIZE,
      ...limits,
      async onConnect(client) {
        await client.query(`${PLAN_BY_KEY}; set synchronous_commit = off`);
      },
    },
    onError,
  );
  const sessionPool = openPool({ ...address, max: SESSION_POOL_SIZE, ...limits }, onError);
  const healthPool = openPool({ ...address, max: 1, ...HEALTH_LIMITS }, onError);
  return {
    address,
    pool,
    backgroundPool,
    sessionPool,
    healthPool,
    async close() {
      await Promise.all([pool, backgroundPool, sessionPool, healthPool].map((each) => each.end()));
    },
  };
}

function openPool(options: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  // A pool ends before the other side has received its goodbyes; the other side may itself be ending by then.
  const report = (error: Error) => (pool.ending ? undefined : onError(error));
  pool.on('error', report);
  // The pool listens only on idle connections; an error on one in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', report);
    if (options.pipeline) {
      sendTogether(client);
    }
  });
  return pool;
}

/**
 * Opens a connection that sends statements without waiting for earlier answers (they still run in sequence), so that a
 * transaction costs few round trips. The caller closes it.
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
  // A broken connection rejects its pending statements; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  sendTogether(client);
  return client;
}

/**
 * Opens a connection without time limits, for long work such as filling a database. The caller closes it.
 * @throws when the database cannot be reached
 */
export async function connectPatiently(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {}); // as above
  await client.connect();
  return client;
}

const FAREWELL_MS = 1_000;

/** Closes a connection, gracefully if the other side answers, and soon in any case. */
export async function endConnection(client: pg.Client): Promise<void> {
  const stream = socketOf(client);
  const giveUp = setTimeout(() => stream.destroy(), FAREWELL_MS);
  await client.end().catch(() => {});
  clearTimeout(giveUp);
}
