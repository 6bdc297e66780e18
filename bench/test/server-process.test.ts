import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from '@perkex/server/audit/audit.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPerkex } from '../../server/test/cli-process.js';
import { DEADLY_DOLLARS, spoilt } from '../src/crash/spoiling.js';
import { type SignedUp, signUpTraders } from '../src/market/accounts.js';
import { newDataFolder } from '../src/market/data-folder.js';
import { addProducts } from '../src/market/products.js';
import { freePort } from '../src/processes/free-port.js';
import { RunningServer } from '../src/servers/running-server.js';

const SERVER_MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

const NAME = 'Process One';
const SIZE = '9';

let dataDir: string;
let server: RunningServer;
let metricsPort: number;

beforeAll(async () => {
  dataDir = await newDataFolder('process', 'empty market');
  metricsPort = await freePort('127.0.0.1');
  server = await RunningServer.start(dataDir, { DEMO: '0', METRICS_PORT: String(metricsPort) });
  await server.withDatabase((database) => addProducts(database, [NAME, 'Process Two'], [SIZE, '9.5']));
  const [seller] = (await signUpTraders(server.url, 1)) as [SignedUp];
  expect((await postAsk(server, seller, DEADLY_DOLLARS + 1)).status).toBe(200);
});

afterAll(async () => {
  await server.remove();
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Starts a server that is expected to exit on its own. */
async function startAndEnd(environment: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [SERVER_MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...environment },
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

/** Posts to the server as its pages do. */
function post(to: RunningServer, call: string, body: object, cookie = ''): Promise<Response> {
  return fetch(`${to.url}/api${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: to.url, cookie },
    body: JSON.stringify(body),
  });
}

function postAsk(to: RunningServer, { uid, cookie }: SignedUp, price: number): Promise<Response> {
  return post(to, '/ask', { uid, id: randomUUID(), name: NAME, size: SIZE, price }, cookie);
}

/** The products with their best prices, as its visitors get them. */
async function readProducts(from: RunningServer): Promise<string> {
  return (await fetch(`${from.url}/api/`)).text();
}

const PERSON = { email: 'ann@shop.example', password: 'a long and strange one' };

/** @returns the response's status, the user's id, and the cookies of the session */
async function authenticate(
  at: RunningServer,
  call: string,
  body: object,
): Promise<{ status: number; uid: string; cookie: string }> {
  const answer = await post(at, `/auth/${call}/email`, body);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { status: answer.status, uid: user.id, cookie: cookies.join('; ') };
}

async function signedInAs(url: string, cookie: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } });
  const session = (await answer.json()) as { user: { email: string } } | null;
  return session?.user.email;
}

/** The settings of another server on the same market. */
async function besideServer(): Promise<{ DATABASE_URL: string; AUTH_SECRET: string }> {
  return {
    DATABASE_URL: await server.databaseUrl(),
    AUTH_SECRET: await readFile(path.join(dataDir, 'auth-secret'), 'utf8'),
  };
}

/** The number of rows with this user id in the market. */
const rowsOf = (uid: string) =>
  server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ orders: number; departures: number }>(
      `select (select count(*)::int from orders where user_id = $1) as orders,
         (select count(*)::int from departures where user_id = $1) as departures`,
      [uid],
    );
    return rows[0];
  });

interface Book {
  readonly size: string;
  readonly lowestAsk: number;
}

/** Reads a stream until this state arrives. */
async function untilSent(body: ReadableStream<Uint8Array>, wanted: Book): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (const [, data = ''] of text.matchAll(/event: book\ndata: (.*)\n\n/g)) {
      const { size, lowestAsk } = JSON.parse(data) as Book;
      if (size === wanted.size && lowestAsk === wanted.lowestAsk) {
        return;
      }
    }
  }
  throw new Error(`The stream ended without ${JSON.stringify(wanted)}; it sent: ${text}`);
}

describe('a server', () => {
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

  it('refuses to share its data folder with a second one, and reports it in a sentence', async () => {
    expect(await startAndEnd({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: `Another PerkeX server is running on ${dataDir}: stop it first, or give this one another DATA_DIR.\n`,
    });
  });

  it('refuses to start with a setting that it does not understand, and names the variable', async () => {
    expect(await startAndEnd({ PORT: 'http' })).toEqual({
      code: 2,
      said: 'PORT must be a port from 0 to 65535, not "http".\n',
    });
  });

  it('reports that its port is taken without internal details', async () => {
    const { port } = new URL(server.url);
    expect(await startAndEnd({ ...(await besideServer()), DATA_DIR: dataDir, PORT: port })).toEqual({
      code: 1,
      said: `Port ${port} is in use: stop what uses it, or set PORT.\n`,
    });
  });

  it('can be backed up while it runs, and a restored copy has the same users, logins and products', async () => {
    const other = await newDataFolder('process');
    const file = path.join(other, 'market.backup');
    const { cookie } = await authenticate(server, 'sign-up', { ...PERSON, name: '' });
    expect(await runPerkex({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0 });
    const refused = await runPerkex({ DATA_DIR: dataDir }, 'restore', file);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Another PerkeX server is running on ${dataDir}: stop it first`);

    const restoredDir = path.join(other, 'data');
    const restored = await runPerkex({ DATA_DIR: restoredDir }, 'restore', file);
    expect(restored.stdout).toContain('The audit found nothing.');
    expect(restored.code).toBe(0);
    const again = await RunningServer.start(restoredDir, { DEMO: '0' });
    try {
      expect(await signedInAs(again.url, cookie)).toBe(PERSON.email);
      expect((await authenticate(again, 'sign-in', PERSON)).status).toBe(200);
      expect(await readProducts(again)).toBe(await readProducts(server));
    } finally {
      await again.remove();
      await rm(other, { recursive: true, force: true });
    }
  });

  it("that dies between commit and announcement loses nothing on another server's screens", async () => {
    const dying = await RunningServer.start(await newDataFolder('announcement'), {
      ...spoilt('death-after-commit'),
      ...(await besideServer()),
      DEMO: '0',
    });
    try {
      const [seller] = (await signUpTraders(dying.url, 1)) as [SignedUp];
      const stream = await fetch(`${server.url}/api/live?product=1`);
      await expect(postAsk(dying, seller, DEADLY_DOLLARS)).rejects.toThrow();
      await untilSent(stream.body as ReadableStream<Uint8Array>, { size: SIZE, lowestAsk: DEADLY_DOLLARS });
      // The list may be stale for a moment.
      await expect
        .poll(async () => {
          const products = JSON.parse(await readProducts(server)) as { id: number; asks: object[] }[];
          return products.find(({ id }) => id === 1)?.asks;
        })
        .toContainEqual({ size: SIZE, price: DEADLY_DOLLARS });
    } finally {
      await dying.remove();
    }
  });

  it('that starts after a kill has its data, and finishes an account erasure that the killed one began', async () => {
    const before = await readProducts(server);
    const leaving = { ...PERSON, email: 'leaving@shop.example' };
    const { uid, cookie } = await authenticate(server, 'sign-up', { ...leaving, name: '' });
    await post(server, '/payout', { uid, payout: 'CC' }, cookie);
    expect((await postAsk(server, { uid, cookie }, 999_999)).status).toBe(200);
    const { password } = leaving;
    expect((await post(server, '/auth/account/delete', { password }, cookie)).status).toBe(200);
    await server.kill();
    expect(await rowsOf(uid)).toMatchObject({ departures: 1 });
    await server.withDatabase(async ({ pool }) => {
      await pool.query(`update departures set left_at = left_at - interval '61 seconds'`);
    });
    await server.start();
    expect(await readProducts(server)).toBe(before);
    await expect.poll(() => rowsOf(uid), { timeout: 30_000 }).toEqual({ orders: 0, departures: 0 });
    const results = await server.withDatabase(({ pool }) => audit(pool));
    expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('exits with 0 when stopped', async () => {
    expect(await server.stop()).toBe(0);
  });
});
