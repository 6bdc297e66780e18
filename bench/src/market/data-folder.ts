import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { demonstration } from '@perkex/demo/demonstration.js';
import { SYSTEM_CLOCK } from '@perkex/server/clock/system-clock.js';
import type { Database, DatabaseAddress } from '@perkex/server/database/connect.js';
import { openDatabase } from '@perkex/server/database/open-database.js';
import { prepareDatabase } from '@perkex/server/prepare-database.js';

/** The content of a new data folder. The first server or command of an empty one creates the market. */
export type Content = 'nothing' | 'empty market' | 'demonstration market';

/**
 * Creates a folder for a server's data. Where root runs PostgreSQL as another user, that user can access it, too.
 * In a test run, a market is a copy of the run's first one: to create one takes seconds.
 */
export async function newDataFolder(purpose: string, content: Content = 'nothing'): Promise<string> {
  const folder = await makeFolder(path.join(tmpdir(), `perkex-${purpose}-`));
  const templates = process.env.PERKEX_TEMPLATES;
  if (content === 'nothing') {
    return folder;
  }
  if (templates === undefined) {
    await createMarket(folder, content);
    return folder;
  }
  const template = path.join(templates, content);
  if (!existsSync(template)) {
    await createTemplate(template, content);
  }
  // Node's own copy loses the owner.
  await promisify(execFile)('cp', ['-a', `${template}/.`, folder]);
  return folder;
}

async function makeFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix);
  await chmod(folder, 0o755);
  return folder;
}

async function createTemplate(template: string, content: Content): Promise<void> {
  const unfinished = await makeFolder(`${template}-`);
  await createMarket(unfinished, content);
  // Fails if another process was faster.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }));
}

/** Prepares the database as the first start of a server does. */
function createMarket(folder: string, content: Content): Promise<void> {
  return withDataDatabase(folder, ({ address }) =>
    prepareDatabase(address, {
      demonstration: content === 'demonstration market' ? demonstration : null,
      demoProducts: 0,
      clock: SYSTEM_CLOCK,
      newId: randomUUID,
      log: { info: () => {}, warn: () => {} },
    }),
  );
}

/** Lends a connection to the embedded PostgreSQL of a data folder, and keeps it running at least that long. */
export async function withDataDatabase<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    databaseUrl: null,
    dataDir,
    purpose: 'tool',
    hasTimeLimits: false,
    log: () => {},
    warn: () => {},
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The address of a database as the DATABASE_URL of a server. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('connectionString' in address) {
    return address.connectionString;
  }
  const { host, port, user, database } = address;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
