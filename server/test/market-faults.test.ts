import { randomUUID } from 'node:crypto';
import { match } from '@perkex/core/order-book/match.js';
import { FIRST_LEVEL } from '@perkex/core/seller-levels.js';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, endConnection } from '../src/database/connect.js';
import { isPassingFailure } from '../src/database/errors.js';
import { transaction } from '../src/database/transaction.js';
import { BusyError, OutcomeUnknownError } from '../src/errors/busy-error.js';
import { FeedStream } from '../src/feed/feed-stream.js';
import { saveChanges } from '../src/orders/batch-writes.js';
import { CommandQueue, WaitedTooLongError } from '../src/orders/command-queue.js';
import { countWhileAllAnswer } from '../src/orders/count-in-all.js';
import type { MatchingEngineOptions } from '../src/orders/matching-engine.js';
import type { OrderAnswer } from '../src/orders/order-command.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { DatabaseAwayError } from '../src/orders/order-lane.js';
import {
  buildProducts,
  buildTraders,
  cancellation,
  everything,
  openEngine,
  order,
  smallGroups,
} from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { countWaiting, createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;
let productId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await buildTraders(database, 'ann', 'bob');
});

beforeEach(async () => {
  productId = (await buildProducts(database, [`Product ${Math.random()}`]))[0] ?? 0;
});

afterAll(() => database.close());

type Fault = (
  sql: string,
  client: pg.Client,
  send: () => Promise<unknown>,
  values: readonly unknown[],
) => Promise<unknown> | undefined;

/** An engine with a fault on its connections: the fault sees each statement and may fail it or break the connection. */
function engineWith(fault: Fault, options: Partial<MatchingEngineOptions> = {}) {
  return openEngine(database, {
    patienceMs: 60_000,
    ...options,
    connect: async (node) => {
      const client = await connectForOrders(database.address, { node });
      const query = client.query.bind(client) as (config: unknown) => Promise<unknown>;
      const faulty = (config: string | { name: string; values?: unknown[] }) => {
        const send = () => query(config);
        const { name, values = [] } = typeof config === 'string' ? { name: config } : config;
        return fault(name, client, send, values) ?? send();
      };
      return Object.assign(client, { query: faulty as unknown as pg.Client['query'] });
    },
  });
}

/** The name of a statement, without the shard for which it was prepared. */
const nameOf = (sql: string) => sql.split(' of shard ')[0];

/** Applies a fault only this many times. */
function firstTimes(times: number, name: string, fault: Fault): Fault {
  let left = times;
  return (sql, client, send, values) => {
    if (nameOf(sql) !== name || left === 0) {
      return undefined;
    }
    left -= 1;
    return fault(sql, client, send, values);
  };
}

function breakConnection(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

async function orderCount(): Promise<number> {
  const { rows } = await database.pool.query('select 1 from orders where product_id = $1', [productId]);
  return rows.length;
}

/** True while a transaction waits for a lock. */
const isOneWaiting = async () => (await countWaiting(database.healthPool)) > 0;

describe('a batch is repeated and its orders take effect once when', () => {
  const sqlState = (code: string) => async () => {
    throw Object.assign(new Error(`injected ${code}`), { code });
  };
  const beforeAnswer: Fault = async (_sql, client, send) => {
    breakConnection(client);
    return send();
  };
  const afterAnswer: Fault = async (_sql, client, send) => {
    await send();
    breakConnection(client);
    throw new Error('Connection terminated unexpectedly');
  };

  it.each([
    ['the books cannot be locked for a deadlock', 'take-books', sqlState('40P01')],
    ['the commit meets a serialization failure', 'commit', sqlState('40001')],
    ['the server shuts down in the middle', 'save-trades', sqlState('57P01')],
    ['the connection breaks at the first statement', 'begin isolation level read committed', beforeAnswer],
    ['the connection breaks while orders are saved', 'save-orders', beforeAnswer],
    ['the connection breaks before the commit arrives', 'commit', beforeAnswer],
    ['the connection breaks after the commit, before its answer arrives', 'commit', afterAnswer],
  ])('%s', async (_title, statement, fault) => {
    const engine = engineWith(firstTimes(2, statement, fault));
    const ask = order('ask', 'ann', 100, { productId });
    const answers = await Promise.all([
      engine.submit(ask),
      engine.submit(order('buy', 'bob', 100, { productId })),
    ]);
    expect(answers).toEqual([
      { kind: 'rested', seq: 1 },
      { kind: 'traded', seq: 2, priceCents: 10_000 },
    ]);
    expect(await engine.submit(await cancellation(database, 'ask', 'ann', ask.orderId))).toEqual({
      kind: 'refused',
      code: 'already-traded',
    });
    expect(await orderCount()).toBe(2);
    await engine.close();
    await expectSoundMarket(database);
  });

  it('PostgreSQL ends the connection of the queue itself', async () => {
    const engine = openEngine(database);
    await engine.submit(order('ask', 'ann', 100, { productId }));
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and application_name not like 'citus%'`,
    );
    expect(await engine.submit(order('buy', 'bob', 100, { productId }))).toMatchObject({ kind: 'traded' });
    await engine.close();
    await expectSoundMarket(database);
  });
});

describe('two servers of which one is killed in a trade of a bid over three sizes make one trade, if it dies', () => {
  it.each([
    ['before the bids of the other sizes are closed', 'close-orders', false],
    ['before the trade is saved', 'save-trades', false],
    ['before its commit', 'commit', false],
    ['after its commit, before the answer', 'commit', true],
  ])('%s', async (_title, statement, isCommitted) => {
    const sizes = ['9', '9.5', '10'];
    const surviving = openEngine(database);
    const bid = { ...order('bid', 'bob', 100, { productId }), kind: 'group-bid' as const, sizes };
    expect(await surviving.submit(bid)).toEqual({ kind: 'group-rested' });
    let second = Promise.resolve<OrderAnswer | null>(null);
    const die: Fault = async (_sql, client, send) => {
      await (isCommitted ? send() : client.query('select 1'));
      second = surviving.submit(order('sell', 'ann', 100, { productId, size: '10' }));
      // The other sale waits for a book that the dying server holds.
      await (isCommitted || vi.waitUntil(isOneWaiting, { interval: 5, timeout: 60_000 }));
      killed.stopRepeating();
      breakConnection(client);
      throw new Error('Connection terminated unexpectedly');
    };
    const killed = engineWith(firstTimes(1, statement, die));
    const first = order('sell', 'ann', 100, { productId });
    await expect(killed.submit(first)).rejects.toThrow(BusyError);
    await killed.close();

    const ofFirst = await surviving.submit(first);
    expect([ofFirst.kind, (await second)?.kind]).toEqual(
      isCommitted ? ['traded', 'refused'] : ['refused', 'traded'],
    );
    await surviving.close();
    const { rows } = await database.pool.query<{ status: string }>(
      `select status from orders where product_id = $1 and side = 'bid' order by status`,
      [productId],
    );
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'traded']);
    const trades = await database.pool.query('select 1 from trades where product_id = $1', [productId]);
    expect(trades.rows).toHaveLength(1);
    await expectSoundMarket(database);
  });
});

describe('when the database stays away', () => {
  it('the order is refused as not done, and can be sent again', async () => {
    const away: Fault = async (sql) => {
      throw Object.assign(new Error(`no database for ${sql}`), { code: 'ECONNREFUSED' });
    };
    let nowMs = 0;
    const repeated: boolean[] = [];
    const engine = engineWith(away, {
      patienceMs: 50,
      nowMs: () => nowMs,
      onFailure: (_error, willRepeat) => {
        repeated.push(willRepeat);
        nowMs += 20;
      },
    });
    const ask = order('ask', 'ann', 100, { productId });
    await expect(engine.submit(ask)).rejects.toThrow(DatabaseAwayError);
    await engine.close();
    expect(repeated).toEqual([true, true, false]);
    expect(await orderCount()).toBe(0);
    const healthy = openEngine(database);
    expect(await healthy.submit(ask)).toEqual({ kind: 'rested', seq: 1 });
    await healthy.close();
  });
});

describe('while the machine of some products does not answer,', () => {
  let here = 0;
  let there = 0;

  beforeEach(async () => {
    const groups = smallGroups(database);
    const names = Array.from({ length: 16 }, (_, index) => `Product ${index} of ${productId}`);
    const products = await buildProducts(database, names);
    const found = await Promise.all(products.map((id) => groups.find(id)));
    here = products[0] ?? 0;
    there = products.find((_, index) => found[index] !== found[0]) ?? 0;
  });

  /** Each product is on a machine of its own. */
  const engineOfTwo = (fault: Fault, options: Partial<MatchingEngineOptions> = {}) =>
    engineWith(fault, {
      groups: { ...smallGroups(database), laneOf: (group) => group },
      openOrderLimits: { perBook: 50, perUser: 500 },
      ...options,
    });

  it('orders of other products go on, and its own when it answers', async () => {
    const engine = engineOfTwo(() => undefined);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from books where product_id = $1 for update', [here]);
    const waiting = engine.submit(order('ask', 'ann', 100, { productId: here }));
    await vi.waitUntil(isOneWaiting, { interval: 5, timeout: 60_000 });
    expect(await engine.submit(order('ask', 'ann', 100, { productId: there }))).toEqual({
      kind: 'rested',
      seq: 1,
    });
    expect(await engine.submit(order('buy', 'bob', 100, { productId: there }))).toMatchObject({
      kind: 'traded',
    });
    expect(engine.commandsInProgress).toBe(1);
    await holder.query('rollback');
    holder.release();
    expect(await waiting).toEqual({ kind: 'rested', seq: 1 });
    await engine.close();
    await expectSoundMarket(database);
  });

  it('and its connections break, orders of other products go on, though open orders cannot be counted', async () => {
    let isAway = true;
    let reported = () => {};
    const failed = new Promise<void>((resolve) => {
      reported = resolve;
    });
    const away = async () => {
      throw Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
    };
    const engine = engineOfTwo(
      (sql, _client, _send, values) =>
        isAway && nameOf(sql) === 'take-books' && values[0] === `{${here}}` ? away() : undefined,
      {
        countInAll: countWhileAllAnswer(async () => (isAway ? away() : new Map())),
        onFailure: () => reported(),
      },
    );
    const ask = order('ask', 'ann', 100, { productId: here });
    const waiting = engine.submit(ask);
    await failed;
    for (const userId of ['ann', 'bob']) {
      const bid = order('bid', userId, 10, { productId: there });
      expect(await engine.submit(bid)).toMatchObject({ kind: 'rested' });
    }
    expect([engine.commandsInProgress, engine.isUnableToWrite]).toEqual([1, false]);
    isAway = false;
    expect(await waiting).toEqual({ kind: 'rested', seq: 1 });
    expect(await engine.submit(ask)).toEqual({ kind: 'rested', seq: 1 });
    await engine.close();
  });

  it('a user’s limit of open orders in all books holds for the number that was known before', async () => {
    let isAway = false;
    const engine = engineOfTwo(
      (sql, _client, _send, values) =>
        isAway && nameOf(sql) === 'take-books' && values[0] === `{${here}}`
          ? Promise.reject(Object.assign(new Error('gone'), { code: '08006' }))
          : undefined,
      { openOrderLimits: { perBook: 50, perUser: 2 }, onFailure: () => engine.stopRepeating() },
    );
    await buildTraders(database, 'cap');
    const bid = (productId: number) => engine.submit(order('bid', 'cap', 10, { productId }));
    expect(await bid(there)).toMatchObject({ kind: 'rested' });
    isAway = true;
    await expect(bid(here)).rejects.toThrow(DatabaseAwayError);
    expect(await bid(there)).toMatchObject({ kind: 'rested' });
    expect(await bid(there)).toEqual({ kind: 'refused', code: 'too-many-orders' });
    await engine.close();
  });
});

describe('an order is answered at its deadline, counted from its submission,', () => {
  let nowMs = 0;

  beforeEach(() => {
    nowMs = 0;
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** A batch begins and, a while later, the disk is full. */
  const fullDiskAfter =
    (ms: number): Fault =>
    async () => {
      nowMs += ms;
      throw Object.assign(new Error('no space left on device'), { code: '53100' });
    };
  const BEGIN = 'begin isolation level read committed';

  it('though it waited behind a batch for some of that time: nothing was done', async () => {
    // The queue's own timer would find the order still in progress at any moment.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let later: Promise<number> | null = null;
    const wasUnable: boolean[] = [];
    const answeredAt = async (dollars: number) => {
      const answer = engine.submit(order('ask', 'ann', dollars, { productId }));
      await expect(answer).rejects.toThrow(DatabaseAwayError);
      return nowMs;
    };
    const engine = engineWith(firstTimes(Number.POSITIVE_INFINITY, BEGIN, fullDiskAfter(60)), {
      patienceMs: 100,
      nowMs: () => nowMs,
      onFailure: () => {
        wasUnable.push(engine.isUnableToWrite);
        later ??= answeredAt(101);
      },
    });
    expect(await answeredAt(100)).toBe(120);
    expect(await later, 'submitted at 60').toBe(180);
    await engine.close();
    expect(
      [...new Set(wasUnable), engine.isUnableToWrite],
      'unable to write, while orders are in progress',
    ).toEqual([true, false]);
    expect(await orderCount()).toBe(0);
  });

  it('though its batch hangs: it may still take effect, and then counts once', async () => {
    let goOn = () => {};
    const hung = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const hang: Fault = async (_sql, _client, send) => {
      arrive();
      await hung;
      return send();
    };
    const engine = engineWith(firstTimes(1, 'commit', hang), { patienceMs: 100, nowMs: () => nowMs });
    const ask = order('ask', 'ann', 100, { productId });
    const answer = engine.submit(ask);
    await arrived;
    nowMs = 101;
    await expect(answer).rejects.toThrow(OutcomeUnknownError);
    goOn();
    expect(await engine.submit(ask)).toEqual({ kind: 'rested', seq: 1 });
    expect(await orderCount()).toBe(1);
    await engine.close();
  });

  it('and its outcome is unknown when its commit was sent and never answered', async () => {
    const breakAfter: Fault = async (_sql, client, send) => {
      await send();
      nowMs += 200;
      breakConnection(client);
      throw new Error('Connection terminated unexpectedly');
    };
    const engine = engineWith(firstTimes(1, 'commit', breakAfter), { patienceMs: 100, nowMs: () => nowMs });
    const ask = order('ask', 'ann', 100, { productId });
    await expect(engine.submit(ask)).rejects.toThrow(OutcomeUnknownError);
    expect(await engine.submit(ask)).toEqual({ kind: 'rested', seq: 1 });
    expect(await orderCount()).toBe(1);
    await engine.close();
  });

  // On a cluster, the shard is found first.
  it.skipIf(isOnCluster())('and those of its batch that have more time continue without it', async () => {
    // The queue's own timer would find the order still in progress at any moment.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const engine = engineWith(firstTimes(1, BEGIN, fullDiskAfter(60)), {
      patienceMs: 100,
      nowMs: () => nowMs,
    });
    const older = engine.submit(order('ask', 'ann', 100, { productId }));
    nowMs = 50;
    const younger = engine.submit(order('ask', 'bob', 101, { productId }));
    await expect(older).rejects.toThrow(DatabaseAwayError);
    expect(await younger).toEqual({ kind: 'rested', seq: 1 });
    await engine.close();
  });
});

describe('a command that makes the database fail', () => {
  it('fails alone; the others in the batch are matched', async () => {
    const failures: unknown[] = [];
    const engine = openEngine(database, { onFailure: (error) => failures.push(error) });
    const tooDear = order('ask', 'ann', 2_000_000, { productId });
    const results = await Promise.allSettled([
      engine.submit(order('ask', 'ann', 100, { productId })),
      engine.submit(tooDear),
      engine.submit(order('bid', 'bob', 90, { productId })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failures.length).toBeGreaterThan(0);
    expect(await orderCount()).toBe(2);
    await engine.close();
    await expectSoundMarket(database);
  });

  it('or one that would make the book differ from its summary is stopped before the commit', async () => {
    await database.pool.query('update books set seq = 5 where product_id = $1', [productId]);
    const engine = openEngine(database);
    await engine.submit(order('ask', 'ann', 100, { productId }));
    await database.pool.query('update books set seq = 5 where product_id = $1', [productId]);
    await expect(engine.submit(order('ask', 'ann', 100, { productId }))).rejects.toThrow(/duplicate key/);
    expect(await orderCount()).toBe(1);
    await engine.close();
    await database.pool.query('delete from orders where product_id = $1', [productId]);
    await database.pool.query('delete from books where product_id = $1', [productId]);
  });
});

describe('a connection that breaks in the middle of a transaction', () => {
  it('fails that transaction and nothing else', async () => {
    const broken = transaction(database.pool, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.pool.query('select pg_terminate_backend($1::int)', [rows[0]?.pid]);
      await tx.query('select 1');
    });
    await expect(broken).rejects.toSatisfy(isPassingFailure);
    await database.pool.query('select 1');
  });
});

describe('a server that is frozen with a locked book', () => {
  it('loses its lock, and the orders of others continue', async () => {
    const frozen = await connectForOrders(database.address);
    await frozen.query('begin');
    await frozen.query('select 1 from books where product_id = $1 for no key update', [productId]);
    const engine = openEngine(database);
    expect(await engine.submit(order('ask', 'ann', 100, { productId }))).toEqual({ kind: 'rested', seq: 1 });
    await engine.close();
    await endConnection(frozen);
  });
});

describe('a command that waited too long', () => {
  it('is refused unsent, since its client may be gone; the others are answered', async () => {
    let nowMs = 0;
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const handled: string[] = [];
    const queue = new CommandQueue<string, string>({
      handle: async (commands) => {
        begin();
        handled.push(...commands);
        await held;
        return commands.map((command) => ({ answer: command }));
      },
      keyOf: (command) => command,
      ownerOf: (command) => command,
      capacity: 10,
      batchLimit: 1,
      patienceMs: 5,
      nowMs: () => nowMs,
    });
    const first = queue.submit('first');
    const second = queue.submit('second');
    await begun;
    nowMs = 20;
    const third = queue.submit('third');
    release();
    expect(await first).toBe('first');
    await expect(second).rejects.toThrow(WaitedTooLongError);
    await queue.drain();
    expect(await Promise.race([third, 'no answer'])).toBe('third');
    expect(handled).toEqual(['first', 'third']);
  });
});

describe('a command with several keys', () => {
  it('shares a batch with no other command of one of them', async () => {
    const batches: string[][] = [];
    const queue = new CommandQueue<string, string>({
      handle: async (commands) => {
        batches.push([...commands]);
        return commands.map((command) => ({ answer: command }));
      },
      keyOf: ([first = '']) => first,
      otherKeysOf: (command) => [...command].slice(1),
      ownerOf: () => '',
      capacity: 100,
      batchLimit: 10,
      patienceMs: 1_000,
    });
    await Promise.all(['a', 'bc', 'c', 'dc', 'd', 'e'].map((command) => queue.submit(command)));
    // A waiting command holds its keys, so that those with the same one keep their order.
    expect(batches).toEqual([['a', 'bc', 'e'], ['c'], ['dc'], ['d']]);
  });
});

describe('a batch whose orders conflict with each other', () => {
  it('is ended, and its commands are run one by one', async () => {
    const sizes: number[] = [];
    const engine = engineWith((sql, _client, _send, [productIds]) => {
      if (nameOf(sql) !== 'save-orders') {
        return undefined;
      }
      const size = String(productIds).split(',').length;
      sizes.push(size);
      const taken = new pg.DatabaseError('injected', 0, 'error');
      Object.assign(taken, { code: '23505', constraint: 'orders_by_id' });
      return size > 1 ? Promise.reject(taken) : undefined;
    });
    const answers = await Promise.all([
      engine.submit(order('ask', 'ann', 100, { productId })),
      engine.submit(order('ask', 'ann', 110, { productId })),
    ]);
    expect(answers).toEqual([
      { kind: 'rested', seq: 1 },
      { kind: 'rested', seq: 2 },
    ]);
    expect(sizes).toEqual([2, 2, 2, 2, 2, 2, 1, 1]);
    await engine.close();
    await expectSoundMarket(database);
  });
});

describe('an acknowledged order', () => {
  it('is on the disk, whatever the database’s default settings', async () => {
    const { pool, address } = database;
    const name = (await pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name;
    await pool.query(`alter database ${name} set synchronous_commit = off`);
    const client = await connectForOrders(address);
    const { rows } = await client.query('show synchronous_commit');
    await endConnection(client);
    await pool.query(`alter database ${name} reset synchronous_commit`);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('is not one whose commit PostgreSQL answered with a rollback', async () => {
    const abort: Fault = async (_sql, client, send) => {
      await client.query('select 1 / 0').catch(() => {});
      return send();
    };
    const engine = engineWith(firstTimes(1, 'commit', abort));
    const ask = order('ask', 'ann', 100, { productId });
    await expect(engine.submit(ask)).rejects.toThrow('The commit of a batch ended as ROLLBACK.');
    expect(await orderCount()).toBe(0);
    expect(await engine.submit(ask)).toEqual({ kind: 'rested', seq: 1 });
    await engine.close();
  });
});

describe('an order that is no longer open', () => {
  it('is not closed again, even if it was read as open before', async () => {
    const engine = openEngine(database);
    const ask = order('ask', 'ann', 100, { productId });
    await engine.submit(ask);
    await engine.submit(order('ask', 'ann', 120, { productId }));
    await engine.submit(await cancellation(database, 'ask', 'ann', ask.orderId));
    await engine.close();
    const before = await everything(database);
    const asks = [1, 2].map((seq) => ({ seq, userId: 'ann', priceCents: 8_000 + 2_000 * seq }));
    const again = { seq: 1, side: 'ask', status: 'open' } as const;
    const command = {
      kind: 'cancellation',
      userId: 'ann',
      side: 'ask',
      order: again,
      reason: 'owner',
    } as const;
    const { changes } = match({ seq: 3, asks, bids: [] }, [command], 0);
    const client = await connectForOrders(database.address);
    await client.query('begin');
    const book = {
      productId,
      size: '9',
      before: { seq: 3, openAsks: 2, openBids: 0 },
      changes,
    };
    const saving = saveChanges({ client, tables: null }, [book], {
      newTradeId: () => randomUUID(),
      levelOf: () => FIRST_LEVEL,
      coordinator: null,
      stream: new FeedStream(randomUUID()),
    });
    await expect(saving).rejects.toThrow('close-orders changed 0 rows instead of 1');
    await client.query('rollback');
    await endConnection(client);
    expect(await everything(database)).toEqual(before);
  });
});
