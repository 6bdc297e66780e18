import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isRoot } from './account.js';
import { findBinaries } from './binaries.js';
import { findClusterPlace, noteClusterPlace } from './cluster-place.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { initialise } from './initialise.js';
import { Keeper } from './keeper.js';
import { DATABASE, PORT, USER } from './settings.js';

export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** What `pg` needs; the host is the folder of a Unix socket. It stays the same when PostgreSQL is restarted. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** Ends PostgreSQL if this process started it, and otherwise only lets go. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; made when it is missing. */
  readonly dataDir: string;
  /** A folder has one server; tools join whatever runs there, or start PostgreSQL for themselves. */
  readonly purpose: 'server' | 'tool';
  readonly log: (line: string) => void;
  /** Told what is wrong later on; `log` unless there is one. */
  readonly warn?: (line: string) => void;
  /** Further settings of PostgreSQL, in force if it is this process that starts it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Before each attempt to bring a PostgreSQL back that has ended; the last one again and again. */
  readonly pausesMs?: readonly number[];
}

/** For copies of the binaries that root's PostgreSQL account can reach. */
const SHARED_COPIES = '/var/cache/perkex';

/**
 * Opens the PostgreSQL of a folder: joins the one that runs there, or starts one, making the database first where
 * there is none. It ends with the process that started it; if that ends while others have joined, one of
 * these starts it again, as they do after a crash. The process stays alive until `stop`.
 * @throws EmbeddedPostgresError with a sentence on what to do about it
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, warn = log, purpose, settings = {}, pausesMs } = options;
  const dataDir = await makeDataDir(options.dataDir);
  const place = await findClusterPlace(dataDir);
  const { account, clusterDir } = place;
  const beside = path.dirname(clusterDir);
  const binaries = await findBinaries(account, isRoot() ? [SHARED_COPIES, beside] : [beside], log);
  if (!place.exists) {
    log(`Making a new PostgreSQL database in ${clusterDir}.`);
    await initialise(clusterDir, account, binaries);
  }
  await noteClusterPlace(dataDir, place, log);
  const keeper = new Keeper({
    dataDir,
    clusterDir,
    account,
    binaries,
    settings,
    purpose,
    warn,
    ...(pausesMs && { pausesMs }),
  });
  await keeper.open();
  return {
    connection: { host: keeper.socketDir, port: PORT, user: USER, database: DATABASE },
    stop: () => keeper.stop(),
  };
}

async function makeDataDir(dataDir: string): Promise<string> {
  if (/[\r\n]/.test(dataDir)) {
    // It would end a line of PostgreSQL's lock file.
    throw new EmbeddedPostgresError(
      `DATA_DIR ${JSON.stringify(dataDir)} cannot be used: it has a line break.`,
    );
  }
  try {
    await mkdir(dataDir, { recursive: true });
    return await realpath(dataDir);
  } catch (error) {
    const reason = (error as Error).message;
    throw new EmbeddedPostgresError(`DATA_DIR ${dataDir} cannot be used: ${reason}.`, { cause: error });
  }
}
