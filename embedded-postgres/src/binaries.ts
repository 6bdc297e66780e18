import { createHash } from 'node:crypto';
import { readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, runAs } from './account.js';
import { copyReadable } from './copy-readable.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { isSystemError, makeOpenFolder, moveIntoPlace } from './files.js';
import type { Words } from './naming.js';

/** A PostgreSQL that the account can run. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

/**
 * Finds the PostgreSQL for this platform, in node_modules or, if the account cannot run it there, in a copy.
 * @param copyDirs possible places for the copy, best first
 * @throws EmbeddedPostgresError if there is none for this platform or it does not run
 */
export async function findBinaries(
  account: Account,
  copyDirs: readonly string[],
  words: Words,
  log: (line: string) => void,
): Promise<Binaries> {
  const packageDir = locatePackage(`${process.platform}-${process.arch}`, words);
  await completeLinks(packageDir);
  let obstacle = await whyNotRunnable(packageDir, account);
  if (obstacle === undefined) {
    return binariesIn(packageDir);
  }
  const name = await copyName(packageDir);
  for (const copyDir of copyDirs) {
    const copy = path.join(copyDir, name);
    const failure = await provideCopy(packageDir, copy);
    obstacle = failure ?? (await whyNotRunnable(copy, account));
    if (obstacle === undefined) {
      log(`PostgreSQL cannot run from ${packageDir}; it runs from the copy ${copy}.`);
      return binariesIn(copy);
    }
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL that comes with ${words.program} does not run here (${obstacle}): ${words.alternative}.`,
  );
}

function locatePackage(platform: string, { program, alternative }: Words): string {
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedPostgresError(
      `${program} brings a PostgreSQL for ${PLATFORMS.join(', ')}, but not for ${platform}: ${alternative}.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    // The package exports dist/index.js only.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The optional package ${name} is not installed: run npm install without leaving out optional packages, ` +
        `or ${alternative}.`,
      { cause: error },
    );
  }
}

function binariesIn(packageDir: string): Binaries {
  const bin = path.join(packageDir, 'native', 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') };
}

/**
 * Creates the symbolic links that packages cannot carry, like the package's install script. If they cannot be written,
 * the test run shows if they are missing.
 */
async function completeLinks(packageDir: string): Promise<void> {
  const list = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    const content = path.relative(path.dirname(target), source);
    if ((await readlink(link).catch(() => undefined)) !== content) {
      await symlink(content, link).catch((error: unknown) => {
        if (!isSystemError(error, 'EEXIST', 'EACCES', 'EPERM', 'EROFS')) {
          throw error;
        }
      });
    }
  }
}

/** Tests PostgreSQL by running it, because modes, mounts and a foreign C library can all prevent it. */
async function whyNotRunnable(packageDir: string, account: Account): Promise<string | undefined> {
  const { postgres, initdb } = binariesIn(packageDir);
  const share = path.join(packageDir, 'native', 'share', 'postgresql', 'postgres.bki');
  const script = '"$1" -V && "$2" -V && test -r "$3"';
  const { ok, complaint } = await runAs(account, '/bin/sh', ['-c', script, 'sh', postgres, initdb, share]);
  return ok ? undefined : complaint.split('\n')[0] || `${share} cannot be read`;
}

async function copyName(packageDir: string): Promise<string> {
  const description = await readFile(path.join(packageDir, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const hash = createHash('sha256').update(description).digest('hex').slice(0, 12);
  return `postgres-${version}-${hash}`;
}

/** @returns the reason why the copy failed */
async function provideCopy(packageDir: string, copy: string): Promise<string | undefined> {
  try {
    if (await exists(copy)) {
      return undefined;
    }
    await makeOpenFolder(path.dirname(copy));
    const unfinished = `${copy}.new-${process.pid}`;
    try {
      await copyReadable(packageDir, unfinished);
      await completeLinks(unfinished);
      await moveIntoPlace(unfinished, copy);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
