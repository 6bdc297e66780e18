import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fillEmptyMarket } from '@perkex/demo/fill-empty-market.js';
import { fillDataFolder } from './data-database.js';

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

function createMarket(folder: string, content: Content): Promise<void> {
  return fillDataFolder(folder, async (database) => {
    if (content === 'demonstration market') {
      await fillEmptyMarket(database, new Date(), { newId: randomUUID });
    }
  });
}
