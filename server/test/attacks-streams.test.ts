import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SLOTS_PER_ADDRESS } from '../src/http/client-slots.js';
import type {} from '../src/live/live.routes.js'; // the app's count of its streams
import { buildProducts } from './market.js';
import { RawConnection, statuses } from './raw-connection.js';
import { buildTestApp, type TestApp } from './test-app.js';
import { countWaiting } from './test-database.js';

const ATTACKER = '192.0.2.1';
const VISITOR = '192.0.2.2';

let market: TestApp;
let productId: number;
let port: number;
const open = new Set<RawConnection>();

beforeEach(async () => {
  market = await buildTestApp({ rateLimits: true, hasTimeLimits: false });
  [productId = 0] = await buildProducts(market.database, ['Besieged Runner']);
  await market.app.listen({ host: '127.0.0.1', port: 0 });
  port = (market.app.server.address() as AddressInfo).port;
});

afterEach(async () => {
  for (const connection of open) {
    connection.end();
  }
  open.clear();
  await market.close();
});

function connect(): RawConnection {
  const connection = new RawConnection(port);
  open.add(connection);
  return connection;
}

const get = (path: string) => `GET /api${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

describe('several streams requested together', () => {
  it('leave nothing behind once the connection has ended', async () => {
    const connection = connect();
    await connection.say(get('/live').repeat(5) + get(`/live?product=${productId}&size=9`).repeat(5));
    await connection.hear(/retry: /);
    connection.end();
    await expect.poll(() => market.app.countStreams()).toBe(0);
  });
});

describe('an address that requests many streams at once', () => {
  it('waits in the queue while they are prepared', async () => {
    const client = await market.database.pool.connect();
    await client.query('begin');
    await client.query('lock table products in access exclusive mode');
    const ask = (url: string, remoteAddress: string) => market.app.inject({ url, remoteAddress });
    const many = Array.from({ length: 50 }, () => ask('/api/live?product=999999', ATTACKER));
    // By now, they all are queued.
    expect((await ask('/api/health', VISITOR)).statusCode).toBe(200);
    const visited = ask('/api/live?product=999999', VISITOR);
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(SLOTS_PER_ADDRESS.atOnce + 1);
    await client.query('rollback');
    client.release();
    const answers = await Promise.all([visited, ...many]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  });

  it('holds no slot for open streams', async () => {
    const streams = Array.from({ length: SLOTS_PER_ADDRESS.atOnce + 1 }, connect);
    await Promise.all(streams.map((stream) => stream.say(get('/live'))));
    await Promise.all(streams.map((stream) => stream.hear(/retry: /)));
    const another = connect();
    await another.say(`GET /api/trending HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(statuses(await another.closed())).toEqual([200]);
  });
});
