import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isRoot } from './account.js';
import { findBinaries } from './binaries.js';
import { findClusterPlace, noteClusterPlace } from './cluster-place.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { makePrivateFolder } from './files.js';
import { initialise } from './initialise.js';
import { Keeper } from './keeper.js';
import { namingOf, type Words } from './naming.js';
import { PORT } from './settings.js';

export { EmbeddedPostgresError, makePrivateFolder, type Words };

export interface EmbeddedPostgres {
  /**
   * The parameters for `pg`; the host is the folder of a Unix socket. They stay the same when PostgreSQL is restarted.
   */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** Stops PostgreSQL if this process started it, otherwise only disconnects. It can be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /**
   * The name of the superuser, the database and the folders outside `dataDir`: up to 32 lower-case letters, digits and
   * underscores. A folder keeps its first name.
   */
  readonly name: string;
  /** The folder of the database; created if missing. */
  readonly dataDir: string;
  /** A folder has one server; tools join the PostgreSQL that runs there, or start it themselves. */
  readonly purpose: 'server' | 'tool';
  readonly log: (line: string) => void;
  /** Receives later problems; `log` by default. */
  readonly warn?: (line: string) => void;
  /** The words for the program, for the folder's setting, and for the advice if this PostgreSQL cannot run. */
  readonly words?: Partial<Words>;
  /** The advisory lock that the server holds; set another number if the program uses this one. */
  readonly serverLock?: number;
  /** Further settings of PostgreSQL, effective if this process starts it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The pauses before each attempt to restart a PostgreSQL that has ended; the last one repeats. */
  readonly pausesMs?: readonly number[];
}

const SERVER_LOCK = 7_735_390;

/**
 * Opens the PostgreSQL of a folder: joins a running one, or starts one, creating the database first if there is none.
 * PostgreSQL ends with the process that started it; processes that have joined then start it again, as they do after a
 * crash. The process stays alive until `stop`.
 * @throws EmbeddedPostgresError with a sentence of advice
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, warn = log, purpose, serverLock = SERVER_LOCK, settings = {}, pausesMs } = options;
  const naming = namingOf(options.name, options.words);
  const dataDir = await makeDataDir(options.dataDir, naming);
  const place = await findClusterPlace(dataDir, naming);
  const { account, clusterDir } = place;
  const binaries = await findBinaries(account, placesForCopies(clusterDir, naming.name), naming, log);
  if (!place.exists) {
    log(`Making a new PostgreSQL database in ${clusterDir}.`);
    await initialise({ clusterDir, naming, account, binaries });
  }
  await noteClusterPlace(dataDir, place, naming, log);
  const keeper = new Keeper({
    dataDir,
    clusterDir,
    naming,
    account,
    binaries,
    settings,
    purpose,
    serverLock,
    warn,
    ...(pausesMs && { pausesMs }),
  });
  await keeper.open();
  return {
    connection: { host: keeper.socketDir, port: PORT, user: naming.name, database: naming.name },
    stop: () => keeper.stop(),
  };
}

/** Copies of the binaries are next to the cluster; root prefers a place that all data folders share. */
function placesForCopies(clusterDir: string, name: string): string[] {
  const beside = path.dirname(clusterDir);
  return isRoot() ? [`/var/cache/${name}`, beside] : [beside];
}

async function makeDataDir(dataDir: string, { folderSetting }: Words): Promise<string> {
  if (/[\r\n]/.test(dataDir)) {
    // It would break a line of PostgreSQL's lock file.
    throw new EmbeddedPostgresError(
      `${folderSetting} ${JSON.stringify(dataDir)} cannot be used: it has a line break.`,
    );
  }
  try {
    await makePrivateFolder(dataDir);
    return await realpath(dataDir);
  } catch (error) {
    const reason = (error as Error).message;
    throw new EmbeddedPostgresError(`${folderSetting} ${dataDir} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
}
