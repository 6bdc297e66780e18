import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { type Transaction, transaction } from '../src/database/transaction.js';
import { consumeNext, consumeQueued } from '../src/feed/consume.js';
import type { Consumer } from '../src/feed/consumer.js';
import { Consumers } from '../src/feed/consumers.js';
import { type FeedEntry, UnreadableEntryError } from '../src/feed/entry.js';
import { EntryQueue, MAX_QUEUED } from '../src/feed/entry-queue.js';
import type { Feed } from '../src/feed/feed.js';
import { FeedStream } from '../src/feed/feed-stream.js';
import { FeedWriter } from '../src/feed/feed-writer.js';
import { CHANGED_PRODUCTS } from '../src/products/changed-products.js';
import { consumeAll, insertEntries, openFeed } from './consumers.js';
import { dyingPool, faultyPool } from './faulty-pool.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    'create table notes (consumer text, product integer, primary key (consumer, product))',
  );
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query(
    'delete from notes; delete from feed_cursors; delete from feed_readers; delete from batches; delete from lanes',
  );
});

const failOnFailure = (error: unknown) => {
  throw error;
};

/** Notes the products of the entries; one that is noted twice fails. */
class Notes implements Consumer {
  readonly entries: FeedEntry[] = [];
  readonly sizes: number[] = [];

  constructor(
    readonly name: string,
    private readonly before: () => Promise<void> = async () => {},
  ) {}

  wants({ changes }: FeedEntry): boolean {
    return CHANGED_PRODUCTS.in(changes).length > 0;
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    this.entries.push(...entries);
    this.sizes.push(entries.length);
    await this.before();
    for (const product of entries.flatMap(({ changes }) => CHANGED_PRODUCTS.in(changes))) {
      await tx.query('insert into notes values ($1, $2)', [this.name, product]);
    }
  }

  async noted(): Promise<number[]> {
    const { rows } = await database.pool.query<{ product: number }>(
      'select product from notes where consumer = $1 order by product',
      [this.name],
    );
    return rows.map(({ product }) => product);
  }

  /** Waits until it has noted exactly these. */
  async sees(products: readonly number[]): Promise<void> {
    await vi.waitFor(async () => expect(await this.noted()).toEqual(products), { timeout: 30_000 });
  }
}

/** The server that writes: a feed and an entry in it for each product. */
function openServer(pool: pg.Pool = database.pool, onFailure: (error: unknown) => void = failOnFailure) {
  const feed = openFeed(pool, onFailure);
  const writer = new FeedWriter(feed);
  return {
    feed,
    async publish(...products: number[]) {
      for (const product of products) {
        await transaction(database.pool, (tx) => writer.write(tx, CHANGED_PRODUCTS.of([product])));
      }
    },
  };
}

async function start(
  feed: Feed,
  consumers: readonly Consumer[],
  { pool = database.pool, onFailure = failOnFailure as (error: unknown, consumer: string) => void } = {},
): Promise<Consumers> {
  const started = new Consumers({ pool, feed, consumers, onFailure, roundMs: 1 });
  await started.start();
  return started;
}

/** Holds work up until it is opened. */
function newGate() {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}

const changesOf = (product: number) => CHANGED_PRODUCTS.of([product]);

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function cursors(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ key: string; seq: number }>(
    `select reader || ' ' || lane as key, seq from feed_cursors`,
  );
  return Object.fromEntries(rows.map(({ key, seq }) => [key, seq]));
}

describe('the consumers of a process', () => {
  it('are served by one read of the feed: none for own entries, one for those of other servers', async () => {
    const read = { unread: 0, ofOthers: 0, cursors: 0 };
    const pool = faultyPool(database.pool, async (_client, { name }, run) => {
      const result = await run();
      if (name.startsWith('read-unread-feed-entries')) {
        read.unread += 1;
      } else if (/^read-(new|announced)-feed-entries$/.test(name)) {
        read.ofOthers += result.rows.filter(({ changes }) => changes.products?.[0] > 100).length;
      }
      return result;
    });
    const own = openServer(pool);
    const other = openServer();
    const all = ['a', 'b', 'c'].map((name) => new Notes(name));
    const consumers = await start(own.feed, all, { pool });
    await vi.waitFor(() => expect(read.unread, 'one at the start each').toBe(all.length), 60_000);
    for (let round = 1; round <= 5; round += 1) {
      await own.publish(round);
      await other.publish(100 + round);
    }
    for (const notes of all) {
      await notes.sees([1, 2, 3, 4, 5, 101, 102, 103, 104, 105]);
    }
    await Promise.all([consumers.close(), own.feed.close(), other.feed.close()]);
    expect(read).toMatchObject({ unread: all.length, ofOthers: 5 });
    const [first, ...others] = all.map(({ entries }) =>
      entries.filter(({ changes }) => CHANGED_PRODUCTS.in(changes)[0] === 1),
    );
    for (const same of others) {
      expect(same[0], 'the same object for all: it is neither read nor parsed again').toBe(first?.[0]);
    }
  });

  it('do not wait for one that fails or is slow', async () => {
    const { feed, publish } = openServer();
    let isBroken = true;
    const semaphore = newGate();
    const failures: string[] = [];
    const failing = new Notes('failing', async () => {
      if (isBroken) {
        throw new Error('broken');
      }
    });
    const slow = new Notes('slow', () => semaphore.isOpen);
    const good = new Notes('good');
    const consumers = await start(feed, [failing, slow, good], {
      onFailure: (_error, consumer) => failures.push(consumer),
    });
    await publish(1);
    await good.sees([1]);
    await publish(2);
    await good.sees([1, 2]);
    expect([await failing.noted(), await slow.noted()]).toEqual([[], []]);
    await vi.waitFor(() => expect(failures).toContain('failing'), 60_000);
    isBroken = false;
    semaphore.open();
    await failing.sees([1, 2]);
    await slow.sees([1, 2]);
    await Promise.all([consumers.close(), feed.close()]);
    expect(
      failures.filter((name) => name === 'failing'),
      'reported once',
    ).toHaveLength(1);
    expect(failures).not.toContain('good');
  });

  it('catch up in small steps when they are far behind, while new entries arrive', async () => {
    await insertEntries(database, upTo(450).map(changesOf));
    const { feed, publish } = openServer();
    const notes = new Notes('far behind');
    const consumers = await start(feed, [notes]);
    await publish(1_001, 1_002, 1_003);
    await notes.sees([...upTo(450), 1_001, 1_002, 1_003]);
    await Promise.all([consumers.close(), feed.close()]);
    expect(Math.max(...notes.sizes)).toBeLessThanOrEqual(100);
  });

  it.skipIf(!isOnCluster())(
    'read on though an entry of another stream came between their two reads',
    async () => {
      await insertEntries(database, upTo(150).map(changesOf));
      let reads = 0;
      const pool = faultyPool(database.pool, async (_client, { name }, run) => {
        const result = await run();
        if (name === 'read-unread-feed-entries-distributed') {
          reads += 1;
          if (reads === 1) {
            await insertEntries(database, [changesOf(1_001)], '00000000-0000-4000-8000-000000000000');
          }
        }
        return result;
      });
      const { feed } = openServer();
      const notes = new Notes('between');
      const consumers = await start(feed, [notes], { pool });
      await notes.sees([...upTo(150), 1_001]);
      await Promise.all([consumers.close(), feed.close()]);
    },
  );

  it('fall back to the table when more entries arrive than may wait, and lose and repeat none', async () => {
    const { feed, publish } = openServer();
    const semaphore = newGate();
    const notes = new Notes('overrun', () => semaphore.isOpen);
    const consumers = await start(feed, [notes], { onFailure: () => {} });
    await publish(1);
    await vi.waitFor(() => expect(notes.sizes.length).toBeGreaterThan(0), 60_000);
    const last = MAX_QUEUED + 60;
    await publish(...upTo(last).slice(1));
    semaphore.open();
    await notes.sees(upTo(last));
    await Promise.all([consumers.close(), feed.close()]);
    expect(Math.max(...notes.sizes)).toBeLessThanOrEqual(MAX_QUEUED);
  });

  it('report and skip an invalid entry of another server, and process the next', async () => {
    const reported: unknown[] = [];
    const { feed, publish } = openServer(database.pool, (error) => reported.push(error));
    const all = ['a', 'b'].map((name) => new Notes(name));
    const consumers = await start(feed, all, { onFailure: (error) => reported.push(error) });
    await publish(1);
    for (const notes of all) {
      await notes.sees([1]);
    }
    const stream = await insertEntries(database, [changesOf(2), { products: {} }, changesOf(3)]);
    for (const notes of all) {
      await notes.sees([1, 2, 3]);
    }
    await vi.waitFor(
      async () => expect(await cursors()).toMatchObject({ [`a ${stream}`]: 3, [`b ${stream}`]: 3 }),
      60_000,
    );
    await Promise.all([consumers.close(), feed.close()]);
    expect(reported, 'by the feed and by both').toHaveLength(3);
    expect(reported.every((error) => error instanceof UnreadableEntryError)).toBe(true);
    expect((reported[0] as Error).message).toBe(
      `Entry 2 of the feed's stream ${stream} is invalid, and is skipped.`,
    );
  });

  it('pass entries that they do not want, so that these can be deleted', async () => {
    const { feed } = openServer();
    const notes = new Notes('picky');
    const consumers = await start(feed, [notes]);
    const stream = await insertEntries(database, [{ notified: ['ann'] }, { notified: ['bob'] }]);
    await vi.waitFor(async () => expect(await cursors()).toEqual({ [`picky ${stream}`]: 2 }), 60_000);
    await Promise.all([consumers.close(), feed.close()]);
    expect(notes.sizes).toEqual([]);
  });
});

describe('a consumer with queued entries', () => {
  /** A queue that a feed fills, as in a running process. */
  async function openQueue() {
    const server = openServer();
    const queue = new EntryQueue();
    const notes = new Notes('queued');
    await database.pool.query("insert into feed_readers values ('queued')");
    await server.feed.subscribe({
      onEntry: (entry) => queue.add(entry, notes.wants(entry)),
      onMissed: () => queue.drop(),
    });
    queue.restart();
    return { ...server, queue, notes };
  }

  it('processes each once, at whichever statement its connection dies', async () => {
    const { feed, publish, queue, notes } = await openQueue();
    let statements = Number.POSITIVE_INFINITY;
    let product = 0;
    for (let at = 1; at <= statements; at += 1) {
      product += 1;
      await publish(product);
      const before = await notes.noted();
      const dying = dyingPool(database.pool, at);
      const outcome = await consumeQueued(dying.pool, notes, queue).catch(() => 'failed');
      if (outcome === true) {
        statements = dying.count();
      } else {
        expect([outcome, await notes.noted()], `at statement ${at}`).toEqual(['failed', before]);
      }
      await consumeQueued(database.pool, notes, queue);
      expect([await notes.noted(), queue.isEmpty]).toEqual([upTo(product), true]);
    }
    expect(statements, 'all of them were tried').toBeGreaterThanOrEqual(7);
    await feed.close();
  });

  it('does not repeat a transaction that was committed without a report, nor the work of another server', async () => {
    const { feed, publish, queue, notes } = await openQueue();
    const deaf = faultyPool(database.pool, async (_client, { text }, run) => {
      const result = await run();
      if (text === 'commit') {
        throw new Error('The connection is gone.');
      }
      return result;
    });
    await publish(1, 2);
    await expect(consumeQueued(deaf, notes, queue)).rejects.toThrow('The connection is gone.');
    expect(queue.size).toBe(2);
    await publish(3);
    await consumeNext(database.pool, new Notes('queued'));
    await publish(4);
    expect(await consumeQueued(database.pool, notes, queue)).toBe(true);
    expect([await notes.noted(), notes.sizes, queue.isEmpty]).toEqual([[1, 2, 3, 4], [2, 1], true]);
    await feed.close();
  });

  it('leaves all to the table if entries before the queued ones are unread', async () => {
    const { feed, publish, queue, notes } = await openQueue();
    await publish(1);
    queue.restart();
    await publish(2);
    expect(await consumeQueued(database.pool, notes, queue)).toBe('missed');
    expect(await notes.noted()).toEqual([]);
    await consumeAll(database, notes);
    expect([await consumeQueued(database.pool, notes, queue), await notes.noted()]).toEqual([true, [1, 2]]);
    await feed.close();
  });

  it('waits while another server holds it', async () => {
    const { feed, publish, queue, notes } = await openQueue();
    await publish(1);
    await transaction(database.pool, async (tx) => {
      await tx.query("select from feed_readers where reader = 'queued' for update");
      expect(await consumeQueued(database.pool, notes, queue)).toBe('taken');
    });
    expect(await consumeQueued(database.pool, notes, queue)).toBe(true);
    expect(await notes.noted()).toEqual([1]);
    await feed.close();
  });
});

describe('the queue of a consumer', () => {
  const stream = new FeedStream(randomUUID());
  const entry = (seq: number): FeedEntry => ({ ...stream.next(changesOf(seq)), seq });

  it('holds a limited number of wanted entries, and then none until it is restarted', () => {
    const queue = new EntryQueue();
    queue.restart();
    for (const seq of upTo(10 * MAX_QUEUED)) {
      queue.add(entry(seq), seq % 10 === 0);
    }
    expect([queue.size, queue.isBehind]).toEqual([MAX_QUEUED, false]);
    queue.add(entry(10 * MAX_QUEUED + 1), true);
    expect([queue.size, queue.isBehind, queue.isEmpty]).toEqual([0, true, true]);
    queue.add(entry(10 * MAX_QUEUED + 2), true);
    expect(queue.size).toBe(0);
  });

  it('drops everything at a gap in a stream', () => {
    const queue = new EntryQueue();
    queue.restart();
    queue.add(entry(1), true);
    queue.add(entry(3), true);
    expect([queue.size, queue.isBehind]).toEqual([0, true]);
  });
});
