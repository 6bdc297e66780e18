import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTION_LIMITS } from '../src/http/connections.js';
import { RawConnection, statuses } from './raw-connection.js';
import { buildTestApp, buildTrader, type TestUser, useMarket } from './test-app.js';

const MEGABYTE = 2 ** 20;
const TEN_MEGABYTES = 10 * MEGABYTE;
const PIECE = Buffer.alloc(64 * 1024, ' ');
/** Shorter than in production, to keep the test short. */
const TIMEOUT_MS = 500;
const IMPATIENT = {
  ...CONNECTION_LIMITS,
  headersTimeoutMs: TIMEOUT_MS,
  requestTimeoutMs: TIMEOUT_MS,
  silenceTimeoutMs: 2 * TIMEOUT_MS,
  keepAliveTimeoutMs: TIMEOUT_MS,
  checkingIntervalMs: 50,
};

const market = useMarket({ connectionLimits: IMPATIENT });
let user: TestUser;
let port = 0;
const open = new Set<RawConnection>();

beforeAll(async () => {
  user = await buildTrader(market);
  await market.app.listen({ host: '127.0.0.1', port: 0 });
  port = (market.app.server.address() as AddressInfo).port;
});

/** Whatever a connection did, the server still serves others. */
afterEach(async () => {
  for (const connection of open) {
    connection.end();
  }
  open.clear();
  const health = 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  await expect.poll(() => statusOf(health)).toBe(200);
});

function connect(): RawConnection {
  const connection = new RawConnection(port);
  open.add(connection);
  return connection;
}

/** Sends everything, and returns what was received until the server closed the connection. */
async function exchange(bytes: string | Buffer): Promise<string> {
  const connection = connect();
  await connection.say(bytes);
  return connection.closed();
}

async function statusOf(bytes: string): Promise<number | undefined> {
  return statuses(await exchange(bytes))[0];
}

function head(...more: string[]): string {
  return [
    'POST /api/payout HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `cookie: ${user.cookie}`,
    ...more,
    '\r\n',
  ].join('\r\n');
}

function expectNoInside(heard: string): void {
  expect(heard).not.toMatch(/node_modules|\.[jt]s:\d|at \w+ \(|stack/i);
}

describe('a body of ten megabytes', () => {
  const inOnePiece = (size: number) => [`content-length: ${size}`];

  it('is refused as soon as its size is known', async () => {
    const connection = connect();
    await connection.say(head(...inOnePiece(TEN_MEGABYTES)));
    const heard = await connection.hear(/"code":"too-large"/);
    expect(heard).toMatch(/^HTTP\/1\.1 413 [\s\S]*content-type: application\/problem\+json/i);
    expect(heard).toMatch(/connection: close/i);
  });

  it('of undeclared size is refused as soon as it is too large', async () => {
    const connection = connect();
    await connection.say(head('transfer-encoding: chunked'));
    await connection.say(`${PIECE.length.toString(16)}\r\n`);
    await connection.say(PIECE);
    expect(await connection.hear(/"code":"too-large"/)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('forty times over takes no memory, signed in or not', async () => {
    const upload = async (headers: string) => {
      const connection = connect();
      await connection.say(headers);
      for (let sent = 0; sent < TEN_MEGABYTES && connection.isOpen; sent += PIECE.length) {
        await connection.say(PIECE);
      }
      connection.end();
    };
    const withLogin = head(...inOnePiece(TEN_MEGABYTES));
    const without = withLogin.replace(/cookie: .*\r\n/, '');
    await Promise.all([upload(withLogin), upload(without)]);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([upload(withLogin), upload(without), upload(withLogin), upload(without)]);
    }
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(100);
  });
});

describe('a slow sender', () => {
  it('delays no one else, and is cut off after the time for a request', async () => {
    const slow = Array.from({ length: 50 }, () => connect());
    await Promise.all(slow.map((connection) => connection.say(`${head('content-length: 100')}{"uid":`)));
    expect((await user.post('/payout', { payout: 'CC' })).statusCode).toBe(200);
    for (const heard of await Promise.all(slow.map((connection) => connection.closed()))) {
      expect(statuses(heard)).toEqual([408]);
      expectNoInside(heard);
    }
    expect((await user.get(`/getUserData/${user.uid}`)).json()).toMatchObject({ payout: { type: 'CC' } });
  });

  it('of headers is cut off too', async () => {
    const connection = connect();
    await connection.say('GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ');
    expect(statuses(await connection.closed())).toEqual([408]);
  });

  it('that disconnects in the middle of a body has changed nothing', async () => {
    const before = (await user.get(`/getUserData/${user.uid}`)).body;
    const connection = connect();
    await connection.say(`${head('content-length: 100')}{"uid":"${user.uid}","payout":"PAYPAL"`);
    connection.end();
    await connection.closed();
    expect((await user.get(`/getUserData/${user.uid}`)).body).toBe(before);
  });
});

describe('a client that leaves its connection open', () => {
  it('is cut off if it sends no request', async () => {
    expect(statuses(await connect().closed())).toEqual([408]);
  });

  it('after an answer is disconnected', async () => {
    expect(statuses(await exchange('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n'))).toEqual([200]);
  });

  it('and does not read its answers is disconnected', async () => {
    const before = await countConnections();
    const deaf = connect();
    deaf.stopListening();
    // More than the buffers in between hold.
    await deaf.say('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_000));
    await expect.poll(countConnections).toBe(before + 1);
    await expect.poll(countConnections).toBe(before);
    expect(deaf.isOpen).toBe(true);
  });

  function countConnections(): Promise<number> {
    return promisify(market.app.server.getConnections.bind(market.app.server))();
  }
});

describe('a compressed body', () => {
  const packed = (more: string) =>
    `POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-encoding: br\r\n${more}\r\n\r\n`;

  it('is refused before any of it has arrived, and the rest is discarded', async () => {
    const connection = connect();
    await connection.say(packed('content-length: 100'));
    expect(statuses(await connection.hear(/"code":"unsupported-type"/))).toEqual([415]);
    await connection.say('x'.repeat(100));
    await connection.say('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(statuses(await connection.closed())).toEqual([415, 200]);
  });

  it('that never completes is cut off', async () => {
    expect(statuses(await exchange(packed('content-length: 100')))[0]).toBe(415);
  });
});

describe('the limits of the real server', () => {
  it('are 10 s for headers, 20 s with the body, 30 s of silence, 10 s between requests', async () => {
    const real = await buildTestApp();
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } = real.app.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      timeout: 30_000,
      keepAliveTimeout: 10_000,
      maxConnections: 10_000,
    });
    // Node checks the first two at this interval.
    expect(CONNECTION_LIMITS.checkingIntervalMs).toBe(1_000);
    await real.close();
  });

  it('let a proxy keep its connections for longer than proxies do', async () => {
    const behindProxy = await buildTestApp({ trustProxy: true });
    expect(behindProxy.app.server.keepAliveTimeout).toBe(75_000);
    await behindProxy.close();
  });
});

describe('several requests sent together', () => {
  const health = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n';
  const last = health.replace('host: x', 'host: x\r\nconnection: close');

  it('are answered in their order', async () => {
    const missing = health.replace('health', 'nothing');
    expect(statuses(await exchange(health + missing + last))).toEqual([200, 404, 200]);
  });

  it.each(['garbage\r\n\r\n', '\0\0\0\0\r\n\r\n', 'GET\r\n\r\n', '{"uid":"x"}\r\n\r\n'])(
    'followed by %j: the valid one is answered, the rest is not',
    async (garbage) => {
      const heard = await exchange(health + garbage);
      expect(statuses(heard).filter((status) => status === 200).length).toBeLessThanOrEqual(1);
      expect(statuses(heard).at(-1)).toBe(400);
      expectNoInside(heard);
    },
  );

  it('cannot be hidden in the body of a refused one', async () => {
    const hidden = `POST /api/payout HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`;
    const outer = `POST /api/payout HTTP/1.1\r\nhost: x\r\ncontent-length: ${hidden.length}\r\n\r\n`;
    expect(statuses(await exchange(outer + hidden + last))).toEqual([401, 200]);
  });
});

describe('invalid or ambiguous HTTP', () => {
  const start = 'POST /api/payout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

  it.each([
    ['rubbish', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
    ['a header without a colon', 'GET /api/health HTTP/1.1\r\nhost: x\r\nrubbish\r\n\r\n'],
    ['a null byte in a header', 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n'],
    ['a space before a colon', `${start}content-length : 5\r\n\r\nhello`],
    ['two lengths', `${start}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`],
    ['a length and chunks', `${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length below zero', `${start}content-length: -1\r\n\r\n`],
    ['a length that is not a number', `${start}content-length: 1e3\r\n\r\n`],
    ['an endless length', `${start}content-length: 99999999999999999999999\r\n\r\n`],
    ['chunks of no size', `${start}transfer-encoding: chunked\r\n\r\nzz\r\n`],
  ])('is refused: %s', async (_title, bytes) => {
    const heard = await exchange(bytes);
    expect([400, 401]).toContain(statuses(heard)[0]);
    expect(statuses(heard)).not.toContain(200);
    expectNoInside(heard);
  });

  it.each([
    ['one header of a megabyte', `x-a: ${'a'.repeat(MEGABYTE)}`],
    ['ten thousand headers', 'x-a: a\r\n'.repeat(10_000).trimEnd()],
    ['a cookie of a megabyte', `cookie: ${'a=b; '.repeat(MEGABYTE / 5)}`],
  ])('is refused with oversized headers: %s', async (_title, header) => {
    const connection = connect();
    await connection.say(`GET /api/health HTTP/1.1\r\nhost: x\r\n${header.slice(0, 32 * 1024)}`);
    expect(statuses(await connection.closed())).toEqual([431]);
  });

  it('is refused with an address of a hundred thousand characters', async () => {
    const connection = connect();
    await connection.say(`GET /api/${'a'.repeat(32 * 1024)}`);
    expect(statuses(await connection.closed())).toEqual([431]);
  });

  it('with the address of another server opens nothing there', async () => {
    const heard = await exchange(
      'GET http://evil.example/api/ HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
    );
    expect(heard.toLowerCase()).not.toContain('evil.example');
  });
});
