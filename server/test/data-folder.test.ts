import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePrivateFolder } from '@perkex/embedded-postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { createFolder } from './cli-process.js';
import { createTestDatabase, databaseUrl } from './test-database.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** PostgreSQL, which root starts as another account, must be able to traverse a folder of root. */
const PRIVATE = process.getuid?.() === 0 ? 0o711 : 0o700;

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

/** Starts a server that has its database and its secret elsewhere, until it is open. */
async function startOn(dataDir: string): Promise<void> {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(database),
      AUTH_SECRET: 'a'.repeat(32),
      PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  server.stdout.on('data', (text: Buffer) => {
    printed += text.toString();
    if (printed.includes('is open')) {
      server.kill();
    }
  });
  const [code] = await once(server, 'close');
  expect(code, printed).toBe(0);
}

it('the data folder is closed to other accounts, new or not, although the database and the secret are elsewhere', async () => {
  const dataDir = path.join(files.folder, 'data');
  const mode = async () => (await stat(dataDir)).mode & 0o777;
  await startOn(dataDir);
  expect(await mode()).toBe(PRIVATE);
  await chmod(dataDir, 0o755);
  await startOn(dataDir);
  expect(await mode()).toBe(PRIVATE);
  // A folder that other accounts share, such as /tmp, is left as it is.
  await chmod(dataDir, 0o1777);
  await makePrivateFolder(dataDir);
  expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777);
});
