import pg from 'pg';
import { isSystemError } from './files.js';
import { isPostgresOn, type Postmaster, readPostmaster } from './postmaster.js';

/** The state of a cluster. */
export type Answer =
  | { readonly kind: 'open'; readonly client: pg.Client; readonly postmaster: Postmaster }
  /** A PostgreSQL that is starting (or recovering after a crash), stopping, or too busy. */
  | { readonly kind: 'starting' | 'not now' }
  | { readonly kind: 'nobody' };

const CONNECT_TIMEOUT_MS = 5_000;
const CANNOT_CONNECT_NOW = '57P03';
const PASSING_SQL_STATES = [CANNOT_CONNECT_NOW, '57P01', '57P02', '53300'];

/**
 * Connects to the PostgreSQL that runs on the cluster, if any. Its socket is decisive, and its pid only if the socket
 * is silent: the pid may belong to another process by now, or to another container.
 * @throws if PostgreSQL runs and refuses permanently
 */
export async function knock(clusterDir: string, name: string): Promise<Answer> {
  const postmaster = await readPostmaster(clusterDir);
  if (postmaster === undefined) {
    return { kind: 'nobody' };
  }
  const busy = { kind: postmaster.status === 'starting' ? 'starting' : 'not now' } as const;
  // Every early connection would add a line to its log.
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
  // The holder watches for the end of the connection; without a listener an error would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** pg reports broken connections and timeouts without a code. */
function isPassing(error: unknown): boolean {
  return (
    isSystemError(error, 'ECONNRESET', 'EPIPE', 'EAGAIN', ...PASSING_SQL_STATES) ||
    (error instanceof Error && /terminated|timeout/i.test(error.message))
  );
}
