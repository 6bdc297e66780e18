import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { readConfig } from '../src/config.js';
import { type Market, openMarket } from '../src/open-market.js';
import { Closers } from '../src/process/closers.js';
import { startMarket } from '../src/start-market.js';
import { SECRET } from './test-app.js';
import { createTestDatabase } from './test-database.js';
import { newDataDir } from './test-senders.js';

const PARTS = [
  'requests',
  'the webhooks',
  'jobs at hand',
  'the payments',
  'orders that wait',
  'the consumers of the feed',
  'reports of read notifications',
  'the feed',
  'the standby',
  'the metrics',
  'the database',
];

let closers: Closers;

afterEach(() =>
  closers.close((error) => {
    throw error;
  }),
);

/** A market of the default settings, as a server opens it. @param settings the ones that differ */
async function open(settings: { readonly metricsPort?: number } = {}) {
  closers = new Closers();
  const database = await createTestDatabase();
  closers.add('the database', () => database.close());
  const environment = { DATA_DIR: newDataDir(), AUTH_SECRET: SECRET, HOST: '127.0.0.1', DEMO: 'off' };
  const config = { ...readConfig(environment), ...settings };
  const surroundings = {
    database,
    closers,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    newId: randomUUID,
    pages: null,
    demonstration: null,
    log: pino({ level: 'silent' }),
  };
  const market = await openMarket(config, surroundings);
  const start = (port: number, host = config.host, more: Partial<Market> = {}) =>
    startMarket({ ...market, ...more }, { ...config, host, port }, surroundings);
  return { database, market, app: market.app, start };
}

it('a started market answers, and closes the requests before the parts that they need', async () => {
  const { database, app, start } = await open();
  expect(closers.stillOpen).toEqual(PARTS);
  await start(0);
  const { port } = app.server.address() as AddressInfo;
  // Until the products are read, it is 503.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  expect(closers.stillOpen).toEqual([
    'new requests',
    'the maintenance',
    'the trading of the demonstration market',
    ...PARTS,
  ]);
  const errors: unknown[] = [];
  await closers.close((error) => errors.push(error));
  expect(errors).toEqual([]);
  expect(closers.stillOpen).toEqual([]);
  expect(database.pool.ended).toBe(true);
});

it('a market that closes answers no new request, however long its maintenance takes', async () => {
  const { market, app, start } = await open();
  let goesOn = () => {};
  const hangs = new Promise<void>((resolve) => {
    goesOn = resolve;
  });
  const maintenance = [{ work: () => hangs, everyMs: 1_000, failure: 'it failed' }];
  await start(0, '127.0.0.1', { payments: { ...market.payments, maintenance } });
  const { port } = app.server.address() as AddressInfo;
  const answer = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status,
      () => 'refused',
    );
  await expect.poll(answer).toBe(200);
  const closing = closers.close(() => {});
  await expect.poll(answer).not.toBe(200);
  goesOn();
  await closing;
});

it('a market whose port is in use names the setting, and closes', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { database, start } = await open();
  await expect(start(port)).rejects.toThrow(`Port ${port} is in use: stop what uses it, or set PORT.`);
  await closers.close((error) => {
    throw error;
  });
  other.close();
  expect(database.pool.ended).toBe(true);
});

it('a market whose address is not one of this machine names the setting', async () => {
  const { start } = await open();
  await expect(start(0, '203.0.113.1')).rejects.toThrow(
    'HOST 203.0.113.1 is not an address of this machine.',
  );
});

it('a market whose port of the metrics is in use names the setting', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(open({ metricsPort: port })).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or set METRICS_PORT.`,
  );
  other.close();
});
