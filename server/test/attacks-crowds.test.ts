import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import { BusyError } from '../src/errors/busy-error.js';
import { SLOTS_PER_ADDRESS, SLOTS_PER_USER } from '../src/http/client-slots.js';
import { CONNECTION_LIMITS } from '../src/http/connections.js';
import { readsAtWork } from '../src/http/fair-queue.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { publishProducts } from '../src/products/publish-products.js';
import { buildProducts, openEngine } from './market.js';
import { RawConnection, statuses } from './raw-connection.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from './test-app.js';
import { countWaiting } from './test-database.js';
import { testPictures } from './test-senders.js';

const ATTACKER = '192.0.2.1';
const VISITOR = '192.0.2.2';
/** A read that is not cached. */
const READ = '/api/prices?name=Unknown';

let market: TestApp;

afterEach(() => market.close());

function visit(url: string, remoteAddress: string, cookie = ''): Promise<Response> {
  return market.app.inject({ method: 'GET', url, remoteAddress, headers: { cookie } });
}

/** Locks the products, so that every read of them waits until it is released. */
async function lockProducts(): Promise<() => Promise<void>> {
  const client = await market.database.pool.connect();
  await client.query('begin');
  await client.query('lock table products in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

describe('an address that sends a hundred requests at once', () => {
  it('waits in the queue while another address is answered at once', async () => {
    market = await buildTestApp({ rateLimits: true, hasTimeLimits: false });
    const openLock = await lockProducts();
    const many = Array.from({ length: 100 }, () => visit(READ, ATTACKER));
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(SLOTS_PER_ADDRESS.atOnce);
    expect((await visit('/api/health', VISITOR)).statusCode).toBe(200);
    // It needs a connection to the database, and one is free.
    const reading = visit(READ, VISITOR);
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(SLOTS_PER_ADDRESS.atOnce + 1);
    await openLock();
    expect((await reading).statusCode).toBe(404);
    expect(new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  });

  it('is refused more than the queue can hold, and asked to retry', async () => {
    market = await buildTestApp({ rateLimits: true, hasTimeLimits: false });
    const openLock = await lockProducts();
    const { atOnce, waiting } = SLOTS_PER_ADDRESS;
    const many = Array.from({ length: atOnce + waiting }, () => visit(READ, ATTACKER));
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(atOnce);
    const refused = await visit(READ, ATTACKER);
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too-many-requests' }]);
    expect(refused.headers['retry-after']).toBe('1');
    await openLock();
    await Promise.all(many);
    expect((await visit(READ, ATTACKER)).statusCode).toBe(404);
  });

  it('does not use up the connections to the database that signed-in users need', async () => {
    market = await buildTestApp();
    const user = await buildTrader(market);
    const { pool } = market.database;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    // The session is read first, then the body is refused.
    expect((await user.post('/payout', { payout: 'GOLD' })).statusCode).toBe(422);
    for (const client of clients) {
      client.release();
    }
  });
});

describe('a picture store that hangs', () => {
  it('does not block reads of the database', async () => {
    let hangUp = (_error: Error) => {};
    const hung = new Promise<never>((_resolve, reject) => {
      hangUp = reject;
    });
    const asked = vi.fn(() => hung);
    market = await buildTestApp({
      rateLimits: true,
      hasTimeLimits: false,
      pictures: { ...testPictures(), read: asked },
    });
    const many = Array.from({ length: 2 * readsAtWork(0) }, (_, at) =>
      visit(`/pictures/${`${at % 10}`.repeat(31)}${(at % 16).toString(16)}-160.webp`, `192.0.2.${at + 10}`),
    );
    await expect.poll(() => asked.mock.calls.length).toBe(many.length);
    expect((await visit(READ, VISITOR)).statusCode).toBe(404);
    hangUp(new BusyError('The store hangs.'));
    expect(new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  });
});

describe('an address that disconnects', () => {
  async function listen(): Promise<number> {
    await market.app.listen({ host: '127.0.0.1', port: 0 });
    return (market.app.server.address() as AddressInfo).port;
  }
  const request = `GET ${READ} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const lastRequest = `GET ${READ} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;

  it('loses its place in the queue, keeps its slots until their work is done, and can then continue', async () => {
    market = await buildTestApp({ rateLimits: true, hasTimeLimits: false });
    const port = await listen();
    const openLock = await lockProducts();
    const { atOnce, waiting } = SLOTS_PER_ADDRESS;
    const connections = Array.from({ length: 26 }, () => new RawConnection(port));
    const [first, ...others] = connections;
    // Sent together, because only the first request is notified of the end of the connection.
    await first!.say(request.repeat(atOnce));
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(atOnce);
    await Promise.all(others.map((connection) => connection.say(request.repeat(waiting / others.length))));
    const refused = new RawConnection(port);
    await expect
      .poll(async () => {
        await refused.say(request);
        return statuses(await refused.hear(/HTTP/));
      })
      .toContain(429);
    for (const connection of [...connections, refused]) {
      connection.end();
    }
    const { server } = market.app;
    await expect.poll(promisify(server.getConnections.bind(server))).toBe(0);
    // The queue is empty, but the requests in progress still hold every slot.
    const inLine = Array.from({ length: waiting }, () => visit(READ, '127.0.0.1'));
    await visit('/api/health', VISITOR); // by now, they all are queued
    expect((await visit(READ, '127.0.0.1')).statusCode).toBe(429);
    await openLock();
    await Promise.all(inLine);
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(0);
    const again = new RawConnection(port);
    await again.say(lastRequest);
    expect(statuses(await again.closed())).toEqual([404]);
    // Every slot is free again: no more than the usual number run at once.
    const lockAgain = await lockProducts();
    const full = new RawConnection(port);
    await full.say(request.repeat(atOnce + 1));
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(atOnce);
    full.end();
    await lockAgain();
  });
});

describe('an address with slow senders', () => {
  it('is answered in the meantime: a slot is taken when the body is complete', async () => {
    market = await buildTestApp({ rateLimits: true });
    const port = await listenOn(market);
    const slow = Array.from({ length: SLOTS_PER_ADDRESS.atOnce }, () => new RawConnection(port));
    const head = 'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    await Promise.all(slow.map((connection) => connection.say(`${head}content-length: 50\r\n\r\n{`)));
    const quick = new RawConnection(port);
    await quick.say('GET /api/trending HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(statuses(await quick.closed())).toEqual([200]);
    for (const connection of slow) {
      connection.end();
    }
  });
});

describe('a handler that finds nothing', () => {
  it('releases its slot once, however often the visitor disconnects before', async () => {
    market = await buildTestApp({ rateLimits: true });
    const closings: (() => void)[] = [];
    market.app.get('/api/gone', async (request, reply) => {
      await new Promise<void>((closed) => {
        request.raw.socket.once('close', closed);
        closings.push(closed);
      });
      return reply.callNotFound();
    });
    const port = await listenOn(market);
    for (let turn = 0; turn < SLOTS_PER_ADDRESS.atOnce; turn += 1) {
      const leaving = new RawConnection(port);
      await leaving.say('GET /api/gone HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(() => closings.length).toBe(turn + 1);
      leaving.end();
    }
    const staying = new RawConnection(port);
    await staying.say('GET /api/trending HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(statuses(await staying.closed())).toEqual([200]);
  });
});

function listenOn({ app }: TestApp): Promise<number> {
  return app.listen({ host: '127.0.0.1', port: 0 }).then(() => (app.server.address() as AddressInfo).port);
}

describe('a user who sends many orders at once', () => {
  it('from several addresses waits in the queue, while another user’s order is matched', async () => {
    const held: (() => void)[] = [];
    let heldUid = '';
    market = await buildTestApp({
      rateLimits: true,
      engine: (database) => holdingEngine(openEngine(database), (uid) => uid === heldUid, held),
    });
    await buildProducts(market.database, ['Air Test']);
    const [greedy, other] = [await buildTrader(market), await buildTrader(market)];
    heldUid = greedy.uid;
    const { atOnce, waiting } = SLOTS_PER_USER;
    const refused: Response[] = [];
    const many = Array.from({ length: atOnce + waiting + 1 }, async (_, index) => {
      const answer = await place(greedy, `192.0.2.${10 + Math.floor(index / 4)}`);
      if (answer.statusCode !== 200) {
        refused.push(answer);
      }
    });
    await expect
      .poll(() => refused.map((answer) => answer.json<{ code: string }>().code))
      .toEqual(['too-many-requests']);
    expect((await place(other, VISITOR)).statusCode).toBe(200);
    await expect.poll(() => held.length).toBe(atOnce);
    heldUid = '';
    for (const go of held) {
      go();
    }
    await Promise.all(many);
    expect(refused).toHaveLength(1);
  });

  function place(user: TestUser, remoteAddress: string): Promise<Response> {
    return user.post(
      '/ask',
      {},
      {
        remoteAddress,
        payload: { uid: user.uid, id: crypto.randomUUID(), name: 'Air Test', price: 100, size: '9' },
      },
    );
  }
});

/** An engine that holds some users' commands back. */
function holdingEngine(
  engine: MatchingEngine,
  isHeld: (uid: string) => boolean,
  held: (() => void)[],
): MatchingEngine {
  const submit = engine.submit.bind(engine);
  engine.submit = async (command) => {
    if (command.kind !== 'sweep' && isHeld(command.userId)) {
      await new Promise<void>((go) => held.push(go));
    }
    return submit(command);
  };
  return engine;
}

describe('connections', () => {
  const health = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n';

  // Other systems have a single loopback address.
  it.runIf(process.platform === 'linux')(
    'are limited per address, which leaves some for others',
    async () => {
      market = await buildTestApp({
        rateLimits: true,
        connectionLimits: { ...CONNECTION_LIMITS, connectionsPerAddress: 3, maxConnections: 4 },
      });
      await market.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = market.app.server.address() as AddressInfo;
      const connect = async (address: string) => {
        const connection = new RawConnection(port, address);
        await connection.say(health);
        return connection;
      };
      const mine = [await connect('127.0.0.1'), await connect('127.0.0.1'), await connect('127.0.0.1')];
      await Promise.all(mine.map((connection) => connection.hear(/200 OK/)));
      expect(await (await connect('127.0.0.1')).closed()).toBe('');
      const other = await connect('127.0.0.2');
      await other.hear(/200 OK/);
      // That is the maximum in total.
      expect(await (await connect('127.0.0.3')).closed()).toBe('');
      mine[0]!.end();
      await expect
        .poll(async () => {
          const next = await connect('127.0.0.1');
          return Promise.race([next.closed(), next.hear(/200 OK/)]);
        })
        .toContain('200 OK');
      for (const connection of [...mine, other]) {
        connection.end();
      }
    },
  );
});

describe('unread answers', () => {
  const document = 'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';

  async function open(trustProxy = false): Promise<number> {
    market = await buildTestApp({
      rateLimits: true,
      trustProxy,
      hasTimeLimits: false,
      connectionLimits: {
        ...CONNECTION_LIMITS,
        unreadBytesPerAddress: 1_000_000,
        checkingIntervalMs: 20,
        // Nothing else ends a connection here.
        silenceTimeoutMs: 600_000,
        keepAliveTimeoutMs: 600_000,
      },
    });
    await market.app.listen({ host: '127.0.0.1', port: 0 });
    return (market.app.server.address() as AddressInfo).port;
  }

  // Other systems have a single loopback address.
  it.runIf(process.platform === 'linux')('cost an address its connections, and no other', async () => {
    const port = await open();
    const reader = new RawConnection(port, '127.0.0.2');
    await reader.say(document);
    await reader.hear(/200 OK/);
    await expectDeafEnded((deaf) => {
      // More than the buffers in between hold.
      void deaf.say(document.repeat(200));
    });
    expect(reader.isOpen).toBe(true);
    reader.end();
  });

  it('cost a client behind a proxy its own connections, and no other', async () => {
    const port = await open(true);
    const from = (client: string) => document.replace('host: x', `host: x\r\nx-forwarded-for: ${client}`);
    const reader = new RawConnection(port);
    await reader.say(from(VISITOR));
    await reader.hear(/200 OK/);
    await expectDeafEnded((deaf) => {
      void deaf.say(from(ATTACKER).repeat(200));
    });
    expect(reader.isOpen).toBe(true);
    reader.end();
  });

  it('count while they wait behind one that is not ready', async () => {
    const port = await open();
    const openLock = await lockProducts();
    const connection = new RawConnection(port);
    await connection.say(`GET ${READ} HTTP/1.1\r\nhost: x\r\n\r\n${document.repeat(40)}`);
    expect(await connection.closed()).toBe('');
    await openLock();
  });

  /** Opens connections that read nothing, until the first of them is closed. */
  async function expectDeafEnded(ask: (deaf: RawConnection) => void): Promise<void> {
    const { port } = market.app.server.address() as AddressInfo;
    const deaf = Array.from({ length: 20 }, () => new RawConnection(port));
    let opened = 0;
    market.app.server.on('connection', () => (opened += 1));
    for (const connection of deaf) {
      connection.stopListening();
      ask(connection);
    }
    const sockets = () => promisify(market.app.server.getConnections.bind(market.app.server))();
    await expect.poll(() => opened).toBe(20);
    await expect.poll(sockets).toBeLessThan(21);
    for (const connection of deaf) {
      connection.end();
    }
  }
});

describe('the list of all products', () => {
  it('is read once for a crowd, and compressed as each client accepts it', async () => {
    market = await buildTestApp({ hasTimeLimits: false });
    const names = Array.from({ length: 20 }, (_, index) => `Air Test ${index}`); // enough to be compressed
    await buildProducts(market.database, names);
    const openLock = await lockProducts();
    const many = ['', 'br', 'gzip', 'br;q=0, gzip', 'zstd', 'GZIP'].map((accepted) =>
      market.app.inject({ url: '/api/', headers: { 'accept-encoding': accepted } }),
    );
    await expect.poll(() => countWaiting(market.database.healthPool)).toBe(1); // its first statement
    await openLock();
    const answers = await Promise.all(many);
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
      'gzip',
      undefined,
      'gzip',
    ]);
    expect(answers.map(({ headers }) => headers.vary)).toEqual(Array(6).fill('accept-encoding'));
    const plain = answers[0]!.body;
    expect(JSON.parse(plain)).toHaveLength(names.length);
    expect(brotliDecompressSync(answers[1]!.rawPayload).toString()).toBe(plain);
    expect(gunzipSync(answers[2]!.rawPayload).toString()).toBe(plain);
  });

  it('shows an order a moment after it is answered, under any load', async () => {
    market = await buildTestApp();
    await buildProducts(market.database, ['Air Test']);
    const user = await buildTrader(market);
    const crowd = setInterval(() => void visit('/api/', ATTACKER), 1);
    for (let price = 100; price > 95; price -= 1) {
      const body = { id: crypto.randomUUID(), name: 'Air Test', price, size: '9' };
      expect((await user.post('/ask', body)).statusCode).toBe(200);
      await expect
        .poll(async () => (await visit('/api/', VISITOR)).json())
        .toMatchObject([{ asks: [{ size: '9', price }] }]);
    }
    clearInterval(crowd);
  });

  it('shows the changes of another server after a moment', async () => {
    market = await buildTestApp();
    const listed = async () => (await visit('/api/', VISITOR)).json<unknown[]>().length;
    expect(await listed()).toBe(0);
    const ids = await buildProducts(market.database, ['Air Test']);
    await transaction(market.database.pool, (tx) => publishProducts(tx, ids, randomUUID));
    await expect.poll(listed).toBe(1);
  });

  it('that could not be read is read again for the next request', async () => {
    market = await buildTestApp();
    await market.database.pool.query('alter table products rename to gone');
    expect((await visit('/api/', VISITOR)).statusCode).toBe(500);
    await market.database.pool.query('alter table gone rename to products');
    expect((await visit('/api/', VISITOR)).statusCode).toBe(200);
  });
});
