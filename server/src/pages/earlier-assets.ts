import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { WebBuild } from './web-build.js';

/** How long the files of a build are served after its replacement. */
const SERVED_MS = 24 * 60 * 60_000;

/** A file beside a build's files that records when the build was replaced. */
const REPLACED = '.replaced';

/** Adds the assets of earlier builds. There are none if the data folder is not writable. */
export async function withEarlierAssets(
  build: WebBuild,
  {
    dataDir,
    now,
    log,
  }: {
    readonly dataDir: string;
    readonly now: Date;
    readonly log: Pick<FastifyBaseLogger, 'warn'>;
  },
): Promise<WebBuild> {
  try {
    return { ...build, earlierAssets: await keepAssets(dataDir, path.join(build.folder, 'assets'), now) };
  } catch (error) {
    log.warn(
      { err: error },
      'the files of this build are not kept for pages that stay open during an upgrade',
    );
    return build;
  }
}

/**
 * Stores the assets of this build in the data folder, and deletes builds that were replaced more than a day ago. A page
 * that was opened before an upgrade still fetches code of its own build.
 * @param assets the folder of this build's assets
 * @returns the folders of earlier builds that are still served
 */
export async function keepAssets(dataDir: string, assets: string, now: Date): Promise<string[]> {
  const builds = path.join(dataDir, 'assets');
  const own = await idOf(assets);
  await mkdir(builds, { recursive: true });
  const others = (await readdir(builds)).filter((id) => id !== own);
  const served = await Promise.all(others.map((id) => isStillServed(path.join(builds, id), now)));
  await store(assets, path.join(builds, own));
  return others.filter((_, index) => served[index]).map((id) => path.join(builds, id));
}

/** The names of a build's files contain hashes of their content. */
async function idOf(assets: string): Promise<string> {
  const names = (await readdir(assets)).sort().join('\n');
  return createHash('sha256').update(names).digest('hex').slice(0, 16);
}

async function isStillServed(build: string, now: Date): Promise<boolean> {
  const marker = path.join(build, REPLACED);
  const replaced = await readFile(marker, 'utf8').catch(() => null);
  if (replaced === null) {
    await writeFile(marker, now.toISOString());
    return true;
  }
  if (now.getTime() - Date.parse(replaced) <= SERVED_MS) {
    return true;
  }
  await rm(build, { recursive: true, force: true });
  return false;
}

/** Renames the folder when it is complete. */
async function store(assets: string, folder: string): Promise<void> {
  await rm(path.join(folder, REPLACED), { force: true });
  if (await stat(folder).catch(() => null)) {
    return;
  }
  const unfinished = `${folder}.${process.pid}`;
  await cp(assets, unfinished, { recursive: true });
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
}
