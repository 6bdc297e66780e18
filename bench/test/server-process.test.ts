import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataFolder } from '../src/data-folder.js';
import { freePort } from '../src/free-port.js';
import { RunningServer } from '../src/running-server.js';

const SERVER_MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const CLI_MAIN = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));

let dataDir: string;
let server: RunningServer;
let metricsPort: number;

beforeAll(async () => {
  dataDir = await newDataFolder('process');
  metricsPort = await freePort('127.0.0.1');
  server = await RunningServer.start(dataDir, { METRICS_PORT: String(metricsPort) });
});

afterAll(async () => {
  await server.remove();
});

/** Starts a server that is expected to exit on its own. */
function startAndEnd(environment: Record<string, string>): Promise<Ended> {
  return runToEnd([SERVER_MAIN], { PORT: '0', LOG_LEVEL: 'error', ...environment });
}

/** The same on the database of the running server, which spares one of its own. */
async function startBeside(dataFolder: string, environment: Record<string, string>): Promise<Ended> {
  return startAndEnd({
    DATA_DIR: dataFolder,
    DATABASE_URL: await server.databaseUrl(),
    AUTH_SECRET: randomUUID(),
    DEMO: '0',
    ...environment,
  });
}

/** Runs the command line on a data folder until it exits. */
function perkex(dataFolder: string, ...args: string[]): Promise<Ended> {
  return runToEnd([CLI_MAIN, ...args], { DATA_DIR: dataFolder });
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

async function runToEnd(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, said };
}

const PERSON = { email: 'ann@shop.example', password: 'a long and strange one' };

/** @returns the response's status, and the cookies of the session */
async function authenticate(
  url: string,
  call: string,
  body: object,
): Promise<{ status: number; cookie: string }> {
  const answer = await fetch(`${url}/api/auth/${call}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: answer.status, cookie: cookies.join('; ') };
}

async function signedInAs(url: string, cookie: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } });
  const session = (await answer.json()) as { user: { email: string } } | null;
  return session?.user.email;
}

describe('a server', () => {
  it('shows the demonstration market to its first visitor', async () => {
    const products = (await (await fetch(`${server.url}/api/`)).json()) as unknown[];
    expect(products.length).toBeGreaterThanOrEqual(60);
  });

  it('shows Home to a visitor', async () => {
    const page = await fetch(server.url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<title>PerkeX: buy and sell new sneakers</title>');
  });

  it('shows its metrics on a port of its own, with the patterns of paths instead of the paths', async () => {
    await fetch(`${server.url}/api/1/history?range=1Y`);
    const metrics = `http://127.0.0.1:${metricsPort}`;
    const answer = await fetch(`${metrics}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ]);
    const text = await answer.text();
    expect(text).toContain(
      'perkex_request_seconds_count{method="GET",route="/api/:id/history",status="200"} 1',
    );
    for (const gauge of ['commands', 'writes_failing', 'database_waiting', 'event_streams']) {
      expect(text).toMatch(new RegExp(`^perkex_${gauge} 0$`, 'm'));
    }
    expect(text).toMatch(/^perkex_cached_bytes [1-9]\d*$/m);
    expect((await fetch(`${metrics}/api/1`)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`, { redirect: 'manual' })).headers.get('location')).toBe('/');
  });

  it('reports that the port of its metrics is taken', async () => {
    const other = await newDataFolder('process');
    expect(await startBeside(other, { METRICS_PORT: String(metricsPort) })).toEqual({
      code: 1,
      said: `Port ${metricsPort} is in use: stop what uses it, or set METRICS_PORT.\n`,
    });
    await rm(other, { recursive: true });
  });

  it('refuses to share its data folder with a second one, and reports it in a sentence', async () => {
    expect(await startAndEnd({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: `Another PerkeX server is running on ${dataDir}: stop it first, or give this one another DATA_DIR.\n`,
    });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port from 0 to 65535, not "http".'],
    [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS must be on or off (or 1 or 0), not "maybe".'],
  ])('refuses to start with %j and names the variable', async (environment, sentence) => {
    expect(await startAndEnd(environment)).toEqual({ code: 2, said: `${sentence}\n` });
  });

  it('reports that its port is taken without internal details', async () => {
    const other = await newDataFolder('process', 'empty market');
    const { port } = new URL(server.url);
    expect(await startAndEnd({ DATA_DIR: other, PORT: port, DEMO: '0' })).toEqual({
      code: 1,
      said: `Port ${port} is in use: stop what uses it, or set PORT.\n`,
    });
    expect(await startBeside(other, { HOST: '203.0.113.1' })).toEqual({
      code: 1,
      said: 'HOST 203.0.113.1 is not an address of this machine.\n',
    });
    await rm(other, { recursive: true, force: true });
  });

  it('can be backed up while it runs, and a restored copy has the same users, logins and products', async () => {
    const other = await newDataFolder('process');
    const file = path.join(other, 'market.backup');
    const { cookie } = await authenticate(server.url, 'sign-up', { ...PERSON, name: '' });
    expect(await perkex(dataDir, 'backup', file)).toMatchObject({ code: 0 });
    const refused = await perkex(dataDir, 'restore', file);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`Another PerkeX server is running on ${dataDir}: stop it first`);

    const restoredDir = path.join(other, 'data');
    const restored = await perkex(restoredDir, 'restore', file);
    expect(restored.said).toContain('The audit found nothing.');
    expect(restored.code).toBe(0);
    const again = await RunningServer.start(restoredDir);
    try {
      expect(await signedInAs(again.url, cookie)).toBe(PERSON.email);
      expect((await authenticate(again.url, 'sign-in', PERSON)).status).toBe(200);
      expect(await (await fetch(`${again.url}/api/`)).text()).toBe(
        await (await fetch(`${server.url}/api/`)).text(),
      );
    } finally {
      await again.remove();
      await rm(other, { recursive: true, force: true });
    }
  });

  it('exits with 0 when stopped, and starts again with its data', async () => {
    const before = await (await fetch(`${server.url}/api/`)).text();
    expect(await server.stop()).toBe(0);
    await server.start();
    expect(await (await fetch(`${server.url}/api/`)).text()).toBe(before);
  });
});
