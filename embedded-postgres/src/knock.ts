import pg from 'pg';
import { isSystemError } from './files.js';
import { isPostgresOn, type Postmaster, readPostmaster } from './postmaster.js';

/** What one finds at the door of a cluster. */
export type Answer =
  | { readonly kind: 'open'; readonly client: pg.Client; readonly postmaster: Postmaster }
  /** A PostgreSQL that starts (which includes its recovery after a crash), or that ends or is too busy. */
  | { readonly kind: 'starting' | 'not now' }
  | { readonly kind: 'nobody' };

const CONNECT_TIMEOUT_MS = 5_000;
const CANNOT_CONNECT_NOW = '57P03';
const PASSING_SQL_STATES = [CANNOT_CONNECT_NOW, '57P01', '57P02', '53300'];

/**
 * Connects to the PostgreSQL that runs on the cluster, if one does. Its socket counts, and its pid only where
 * the socket is silent: a pid may have gone to another process, or mean nothing in this container.
 * @throws when PostgreSQL is there and refuses for good
 */
export async function knock(clusterDir: string, name: string): Promise<Answer> {
  const postmaster = await readPostmaster(clusterDir);
  if (postmaster === undefined) {
    return { kind: 'nobody' };
  }
  const busy = { kind: postmaster.status === 'starting' ? 'starting' : 'not now' } as const;
  // Its log would have a line of every connection that comes too early.
  if (postmaster.status !== 'ready' && (await isPostgresOn(clusterDir, postmaster.pid))) {
    return busy;
  }
  if (postmaster.socketDir === '') {
    return { kind: 'nobody' };
  }
  try {
    return { kind: 'open', client: await connect(postmaster, name), postmaster };
  } catch (error) {
    if (isPassing(error)) {
      return busy;
    }
    if (isSystemError(error, 'ENOENT', 'ECONNREFUSED')) {
      return (await isPostgresOn(clusterDir, postmaster.pid)) ? busy : { kind: 'nobody' };
    }
    throw error;
  }
}

async function connect({ socketDir, port }: Postmaster, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDir,
    port,
    user: name,
    database: name,
    ssl: false,
    application_name: `${name} keeper`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The end of the connection is what its holder looks at; without a listener an error would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** Besides its own states, pg reports a connection that broke or did not come about in time without a code. */
function isPassing(error: unknown): boolean {
  return (
    isSystemError(error, 'ECONNRESET', 'EPIPE', 'EAGAIN', ...PASSING_SQL_STATES) ||
    (error instanceof Error && /terminated|timeout/i.test(error.message))
  );
}
