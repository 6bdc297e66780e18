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
  /**
   * What the superuser, the database and the folders outside of `dataDir` are called: up to 32 small letters, digits
   * and underscores. A folder keeps the name that its database was made with.
   */
  readonly name: string;
  /** Where the database lies; made when it is missing. */
  readonly dataDir: string;
  /** A folder has one server; tools join whatever runs there, or start PostgreSQL for themselves. */
  readonly purpose: 'server' | 'tool';
  readonly log: (line: string) => void;
  /** Told what is wrong later on; `log` unless there is one. */
  readonly warn?: (line: string) => void;
  /** What sentences call the program, the setting of the folder, and what to do where this PostgreSQL cannot run. */
  readonly words?: Partial<Words>;
  /** The advisory lock that the server holds; another number where the program uses this one. */
  readonly serverLock?: number;
  /** Further settings of PostgreSQL, in force if it is this process that starts it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Before each attempt to bring a PostgreSQL back that has ended; the last one again and again. */
  readonly pausesMs?: readonly number[];
}

const SERVER_LOCK = 7_735_390;

/**
 * Opens the PostgreSQL of a folder: joins the one that runs there, or starts one, making the database first where
 * there is none. It ends with the process that started it; if that ends while others have joined, one of
 * these starts it again, as they do after a crash. The process stays alive until `stop`.
 * @throws EmbeddedPostgresError with a sentence on what to do about it
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

/** Copies of the binaries lie beside the cluster; root's first choice is where every data folder finds them. */
function placesForCopies(clusterDir: string, name: string): string[] {
  const beside = path.dirname(clusterDir);
  return isRoot() ? [`/var/cache/${name}`, beside] : [beside];
}

async function makeDataDir(dataDir: string, { folderSetting }: Words): Promise<string> {
  if (/[\r\n]/.test(dataDir)) {
    // It would end a line of PostgreSQL's lock file.
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
