import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { createFolder } from './cli-process.js';
import { createTestDatabase, databaseUrl } from './test-database.js';

const ROOT = new URL('../../', import.meta.url);

// npm itself is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let database: Database;
let files: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  [database, files] = await Promise.all([createTestDatabase(), createFolder()]);
});

afterAll(async () => {
  await files.remove();
  await database.close();
});

const SERVER = `await import('${new URL('server/dist/main.js', ROOT)}');`;

/** Stops as a server does, and starts faster. */
const PROGRAM = `
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, () => {
      console.log(signal + ': finishing');
      process.exit();
    });
  }
  setInterval(() => {}, 1_000_000);
  console.log('is open');
`;

/**
 * Starts the program with npm, as the project does except that it does not prepare the checkout, which would rebuild it
 * under the other tests. Ends npm once the program is open, and waits for both to end.
 * @returns the output
 */
async function endNpm(signal: NodeJS.Signals, program: string): Promise<string> {
  const folder = path.join(files.folder, signal);
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{ "scripts": { "start": "exec node start.mjs" } }');
  const watch = `import { endWithNpm } from '${new URL('scripts/npm-parent.mjs', ROOT)}'; endWithNpm();`;
  await writeFile(path.join(folder, 'start.mjs'), `${watch}\n${program}`);
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(database),
      AUTH_SECRET: 'a'.repeat(32),
      PORT: '0',
      DATA_DIR: folder,
      S3_REGION: 'eu-central-1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  npm.stdout.on('data', (text: Buffer) => {
    const wasOpen = printed.includes('is open');
    printed += text.toString();
    if (!wasOpen && printed.includes('is open')) {
      npm.kill(signal);
    }
  });
  // The output closes only after the started program has ended, too.
  await once(npm, 'close');
  return printed;
}

it('an installation is renewed for another version of any package, and not for a missing optional one', async () => {
  const { hasPackages } = await import(new URL('scripts/prepare.mjs', ROOT).href);
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/database': { version: '2.0.0', integrity: 'new', optional: true },
    'node_modules/tool': { version: '1.0.0', integrity: 'same', dev: true },
    'node_modules/server': { link: true },
  };
  const tool = { 'node_modules/tool': { version: '1.0.0', integrity: 'same' } };
  const database = (version: string, integrity: string) => ({
    'node_modules/database': { version, integrity },
  });
  const isThere = (there: object, withTools = true) => hasPackages(there, wanted, { withTools });
  expect(isThere({ ...tool, ...database('2.0.0', 'new') })).toBe(true);
  expect(isThere({ ...tool, ...database('1.0.0', 'old') })).toBe(false);
  expect(isThere(tool)).toBe(true);
  expect(isThere({})).toBe(false);
  expect(isThere({}, false)).toBe(true);
});

it('a server that npm start has started lists its unused settings, and shuts down in order when npm is killed', async () => {
  const printed = await endNpm('SIGKILL', SERVER);
  expect(printed).toContain('"msg":"SIGHUP: finishing the requests at hand."');
  expect(printed.match(/"msg":"These settings [^"]+"/g)).toEqual([
    '"msg":"These settings are set but not used: S3_REGION (S3_URL is not set)."',
  ]);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a program that npm start has started receives a %s',
  async (signal) => {
    expect(await endNpm(signal, PROGRAM)).toContain(`${signal}: finishing`);
  },
);

it('the project’s own start is such a start, and the image of a server gives Node the same flags', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'));
  // Without a shell in between, which would not pass signals on.
  expect(scripts.start).toMatch(/^exec node (--\S+ )*scripts\/start\.mjs$/);
  const command = ['node', ...(scripts.start.match(/--\S+/g) ?? []), 'server/dist/main.js'];
  const image = await readFile(new URL('deploy/cluster/Dockerfile', ROOT), 'utf8');
  expect(JSON.parse(image.match(/^CMD (.*)$/m)?.[1] ?? '')).toEqual(command);
  expect(await readFile(new URL('scripts/start.mjs', ROOT), 'utf8')).toContain('endWithNpm();\nprepare();');
});
