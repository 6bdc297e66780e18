import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { END_WITHIN_MS } from '@perkex/server/process/ending.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newDataFolder } from '../src/market/data-folder.js';
import { freePort } from '../src/processes/free-port.js';

const SERVER_MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** For starting and stopping PostgreSQL on a busy machine. */
const UP_WITHIN_MS = 120_000;

let dataDir: string;
let url: string;
let server: ChildProcess;
let said = '';
/** The stopped processes. */
let frozen: number[] = [];

// Reads the processes of PostgreSQL from /proc.
describe.runIf(process.platform === 'linux')('a database that hangs', () => {
  beforeAll(async () => {
    dataDir = await newDataFolder('hung', 'empty market');
    const port = await freePort('127.0.0.1');
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [SERVER_MAIN], {
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    await until(() =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    // A connection of each kind is open before the database hangs.
    await fetch(`${url}/api/1`);
    await freezePostgres();
  }, UP_WITHIN_MS);

  afterAll(async () => {
    server.kill('SIGKILL');
    thawPostgres();
    await until(() =>
      readPostmasterPid().then(
        () => false,
        () => true,
      ),
    );
    await rm(dataDir, { recursive: true, force: true });
  }, UP_WITHIN_MS);

  it('is reported by the health check while other requests wait for it', async () => {
    const reading = fetch(`${url}/api/1`).then(
      () => 'the reading was first',
      () => 'the reading was cut off',
    );
    const health = fetch(`${url}/api/health`).then(({ status }) => status);
    expect(await Promise.race([health, reading])).toBe(503);
  });

  it('does not keep a stopping server from exiting within 30 s', async () => {
    expect(END_WITHIN_MS).toBeLessThan(30_000);
    server.kill('SIGTERM');
    await once(server, 'close');
    expect(server.exitCode).toBe(1);
    expect(said).toMatch(/Ending by force after 15 s\. Still open: .*the database\./);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: UP_WITHIN_MS });
}

async function readPostmasterPid(): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function freezePostgres(): Promise<void> {
  const postmaster = await readPostmasterPid();
  frozen = [postmaster];
  process.kill(postmaster, 'SIGSTOP'); // first, so that it starts no new children during the loop
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === postmaster) {
      frozen.push(Number(name));
      process.kill(Number(name), 'SIGSTOP');
    }
  }
}

function thawPostgres(): void {
  for (const pid of frozen) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It has been killed.
    }
  }
}
