import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_MEGABYTES = 200;

interface Package {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** A market without DEMO does not need it. */
const DEMO = 'node_modules/@perkex/demo';

/** The folders of the packages that `npm prune --omit=dev` leaves on this machine, without the demonstration market. */
function keptPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>;
  };
  return Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place.startsWith('node_modules/') && !dev && !devOptional)
    .map(([place]) => place)
    .filter((place) => place !== DEMO && existsSync(path.join(ROOT, place)));
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** A dependency of another package that is left. */
function isNested(place: string): boolean {
  return place.lastIndexOf('node_modules/') > 0;
}

describe('an installation after npm prune --omit=dev', () => {
  let folder = '';
  let server: ChildProcess | null = null;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'perkex-pruned-'));
    await chmod(folder, 0o755); // run as root, PostgreSQL is another user and has to reach it
    for (const workspace of ['core', 'contract', 'embedded-postgres', 'server', 'web']) {
      await symlink(path.join(ROOT, workspace), path.join(folder, workspace));
    }
    for (const place of keptPackages().filter((kept) => !isNested(kept))) {
      await mkdir(path.dirname(path.join(folder, place)), { recursive: true });
      await symlink(path.join(ROOT, place), path.join(folder, place));
    }
  });

  afterAll(async () => {
    if (server?.exitCode === null) {
      const ended = once(server, 'close');
      server.kill();
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it(`needs at most ${MAX_MEGABYTES} MB of packages`, () => {
    const places = keptPackages().filter((place) => !isNested(place) && !place.includes('@perkex/'));
    const bytes = places.reduce((sum, place) => sum + bytesIn(path.join(ROOT, place)), 0);
    expect(bytes).toBeLessThan(MAX_MEGABYTES * 1024 ** 2);
  });

  it('still starts, and serves the pages, the calls and their description', async () => {
    const main = path.join(folder, 'server/dist/main.js');
    server = spawn(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', main], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: path.join(folder, 'data'), DEMO: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await addressIn(server);
    for (const place of ['/', '/market', '/api/', '/api/health', '/api/docs/', '/api/docs/json']) {
      expect((await fetch(`${url}${place}`)).status, place).toBe(200);
    }
  });
});

/** The address of a started server, from its log. */
function addressIn(server: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (text: Buffer) => {
      printed += text.toString();
      const address = /Server listening at (http:[^"]+)/.exec(printed)?.[1];
      if (address !== undefined) {
        resolve(address);
      }
    });
    server.once('close', () => reject(new Error(`It did not start: ${printed}`)));
  });
}
