import { type BookFeedEvent, bookFeedEventSchema, FEED_RESUME_MINUTES } from '@perkex/contract/book-feed.js';
import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { BookFeedReads } from '../src/live/read-book-feed.js';
import { openOrderCanceller, productOrderCanceller } from '../src/orders/cancel-open-orders.js';
import { closeExpiredOrders } from '../src/orders/expired-orders.js';
import { listen } from './event-reader.js';
import { SIZES, type Step, step } from './fuzz-steps.js';
import { age, buildProducts, buildTraders, cancellation, order } from './market.js';
import { buildTestApp, type TestApp, useMarket, useSoundMarket } from './test-app.js';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const USERS = ['ann', 'bob', 'cid', 'dot'];

const clock = { ...SYSTEM_CLOCK, wallMs: () => SYSTEM_CLOCK.wallMs() + otherAheadMs };
const market = useSoundMarket();
/** A second server on the same database, whose clock the tests set. */
const other = useMarket(() => ({ database: market.database, clock }));
let otherAheadMs = 0;
let products: number[];
const readers: Reader[] = [];

beforeAll(async () => {
  products = await buildProducts(market.database, ['First Runner', 'Second Runner', 'Hidden Runner'], SIZES);
  await buildTraders(market.database, ...USERS);
});

afterEach(() => {
  otherAheadMs = 0;
  for (const reader of readers.splice(0)) {
    reader.close();
  }
});

interface Resting {
  readonly side: string;
  readonly price: number;
}

/** A program that rebuilds the books, and accepts no gap and no repeat. */
class Reader {
  readonly orders = new Map<string, Resting>();
  readonly seqs = new Map<string, number>();
  readonly types: string[] = [];
  lastId: string | undefined;
  isReady = false;
  failure: unknown;
  private readonly abort = new AbortController();
  private change = () => {};

  static async open(app: TestApp, query = '', { lines = false, from = new Reader() } = {}): Promise<Reader> {
    const reader = new Reader();
    readers.push(reader);
    if (from.lastId !== undefined) {
      reader.resumeFrom(from);
    }
    const response = await fetch(`${await listen(app)}/api/feed${query}`, {
      signal: reader.abort.signal,
      headers: {
        ...(lines && { accept: 'application/x-ndjson' }),
        ...(from.lastId !== undefined && { 'last-event-id': from.lastId }),
      },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(
      lines ? 'application/x-ndjson' : 'text/event-stream',
    );
    void reader.read(response, lines);
    return reader;
  }

  /** Resolves once the condition is true, which is checked after each event. */
  async until(condition: () => boolean): Promise<this> {
    while (!condition()) {
      if (this.failure) {
        throw this.failure;
      }
      await new Promise<void>((resolve) => {
        this.change = resolve;
      });
    }
    return this;
  }

  ready(): Promise<this> {
    return this.until(() => this.isReady);
  }

  /** The open orders as text, with their place in the queue. */
  books(): string[] {
    return [...this.orders].map(([name, { side, price }]) => `${name} ${side} ${price}`).sort();
  }

  close(): void {
    this.abort.abort();
  }

  private resumeFrom(from: Reader): void {
    this.lastId = from.lastId;
    this.isReady = true;
    for (const [name, resting] of from.orders) {
      this.orders.set(name, resting);
    }
    for (const [book, seq] of from.seqs) {
      this.seqs.set(book, seq);
    }
  }

  private async read({ body }: Response, lines: boolean): Promise<void> {
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        expect(JSON.parse(data).type).toBe(event);
        this.apply(JSON.parse(data), id);
      },
    });
    let rest = '';
    try {
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (lines) {
          const all = (rest + text).split('\n');
          rest = all.pop() ?? '';
          for (const line of all) {
            const { id, ...event } = JSON.parse(line);
            this.apply(event, id);
          }
        } else {
          parser.feed(text);
        }
        this.change();
      }
    } catch (error) {
      this.failure = error;
    }
    this.change();
  }

  private apply(event: BookFeedEvent, id: string | undefined): void {
    expect(bookFeedEventSchema.parse(event)).toEqual(event);
    this.lastId = id ?? this.lastId;
    if (event.type === 'heartbeat') {
      return; // how many there are depends on the speed of the machine
    }
    this.types.push(event.type);
    if (event.type === 'reset') {
      this.orders.clear();
      this.seqs.clear();
      this.isReady = false;
      this.lastId = undefined;
    } else if (event.type === 'ready') {
      this.isReady = true;
    } else {
      this.applyTo(`${event.product}/${event.size}`, event);
    }
  }

  private applyTo(
    book: string,
    event: Exclude<BookFeedEvent, { type: 'reset' | 'ready' | 'heartbeat' }>,
  ): void {
    const before = this.seqs.get(book);
    this.seqs.set(book, event.seq);
    if (event.type === 'book') {
      for (const name of [...this.orders.keys()].filter((each) => each.startsWith(`${book}/`))) {
        this.orders.delete(name);
      }
      for (const [side, orders] of [
        ['ask', event.asks],
        ['bid', event.bids],
      ] as const) {
        for (const [number, price] of orders) {
          this.orders.set(`${book}/${number}`, { side, price });
        }
      }
      return;
    }
    expect([book, event.seq]).toEqual([book, (before ?? event.seq - 1) + 1]);
    if (event.type === 'add') {
      this.orders.set(`${book}/${event.seq}`, { side: event.side, price: event.price });
      return;
    }
    const name = `${book}/${event.order}`;
    const leaving = this.orders.get(name);
    expect(leaving?.side).toBe(event.side);
    if (event.type === 'trade') {
      expect(leaving?.price).toBe(event.price);
    }
    this.orders.delete(name);
  }
}

/** The open orders of the database as the reader names them, and the numbers of its books. */
async function stored(of: readonly number[] = products) {
  const { rows } = await market.database.pool.query<{ name: string }>(
    `select product_id || '/' || size || '/' || seq || ' ' || side || ' ' || price_cents / 100 as name
     from orders where status = 'open' and product_id = any($1)`,
    [of],
  );
  const { rows: books } = await market.database.pool.query<{ book: string; seq: number }>(
    `select product_id || '/' || size as book, seq from books where product_id = any($1) and seq > 0`,
    [of],
  );
  return { orders: rows.map(({ name }) => name).sort(), seqs: books };
}

/** Waits until the reader has every change of these products, and compares each order. */
async function expectSame(reader: Reader, of: readonly number[] = products): Promise<void> {
  const { orders, seqs } = await stored(of);
  const names = new Set(orders.map((name) => name.split('/').slice(0, 2).join('/')));
  await reader.until(
    () =>
      reader.isReady &&
      seqs.every(({ book, seq }) => (reader.seqs.get(book) ?? (names.has(book) ? 0 : seq)) >= seq),
  );
  expect(reader.books()).toEqual(orders);
}

const placed: { userId: string; orderId: string; side: 'ask' | 'bid' }[] = [];

/** Sends a crowd of random commands to both servers at once. */
async function play(steps: readonly Step[]): Promise<void> {
  if (steps.some(({ kind }) => kind === 'jump')) {
    await age(market.database, 1, products.slice(0, 2));
  }
  await Promise.all(
    steps.map(async ({ kind, call, user, product, size, dollars, choice }, index) => {
      const { engine } = index % 2 === 0 ? market : other;
      const known = placed[choice % Math.max(1, placed.length)];
      if (kind === 'jump') {
        await closeExpiredOrders(market.database.pool, engine);
      } else if (kind === 'cancel' && known) {
        const command = await cancellation(market.database, known.side, known.userId, known.orderId).catch(
          () => null,
        );
        await (command && engine.submit(command));
      } else if (kind === 'reuse') {
        await openOrderCanceller(market.database.pool, engine)(user);
      } else {
        const productId = products[product] ?? 0;
        const lasting = choice % 3 === 0 ? { lifetimeMs: lifetimeMs(1) } : {};
        const command = order(call, user, dollars, { productId, size, ...lasting });
        placed.push({ ...command, side: call === 'ask' || call === 'sell' ? 'ask' : 'bid' });
        await engine.submit(command);
      }
    }),
  );
}

const randomSteps = (count: number, seed: number): Step[] => fc.sample(step, { numRuns: count, seed });

describe('GET /api/feed', () => {
  it(`lets programs rebuild every book exactly, through two servers and interruptions (seed ${SEED})`, async () => {
    await play(randomSteps(60, SEED));
    const everything = await Reader.open(market);
    let restless = await Reader.open(other);
    await Promise.all([everything.ready(), restless.ready()]);
    const [first = 0, second = 0] = products;
    for (let round = 1; round <= 12; round += 1) {
      const playing = play(randomSteps(25, SEED + round));
      restless.close();
      const app = round % 2 === 0 ? other : market;
      const next = await Reader.open(app, '', { from: restless, lines: round % 3 === 0 });
      const late = await Reader.open(app, `?product=${second}`, { lines: round % 2 === 0 });
      await Promise.all([playing, late.ready()]);
      expect(next.types).not.toContain('reset');
      await expectSame(late, [second]);
      late.close();
      restless = next;
    }
    await expectSame(everything);
    await expectSame(restless);
    expect(new Set(everything.types)).toEqual(new Set(['reset', 'book', 'ready', 'add', 'trade', 'cancel']));
    expect(everything.types.filter((type) => type === 'reset')).toEqual(['reset']);
    const one = await Reader.open(other, `?product=${first}&product=${second}`);
    await one.ready();
    await expectSame(one, [first, second]);
  });

  it('sends what happened to earlier pages of a snapshot before the next page', async () => {
    const names = ['Page 1 Runner', 'Page 2 Runner', 'Page 3 Runner'];
    const ids = await buildProducts(market.database, names, ['9']);
    for (const productId of ids) {
      await market.engine.submit(order('ask', 'ann', 200, { productId }));
    }
    const reads = new BookFeedReads(market.database.pool, SYSTEM_CLOCK.wallMs, 1);
    const filter = new Set(ids);
    let position = await reads.position();
    const sent: string[] = [];
    for (let last: number | null = 0; last !== null; ) {
      const page = await reads.page(position, filter, last);
      sent.push(...(page?.changes ?? []).map((message) => message.textFor('lines').slice(8, 13)));
      sent.push(...(page?.books ?? []).map(({ product, asks }) => `${ids.indexOf(product)}: ${asks.length}`));
      position = page?.position ?? position;
      last = page?.lastProduct ?? null;
      for (const productId of ids) {
        await other.engine.submit(order('ask', 'bob', 210, { productId }));
      }
    }
    expect(sent).toEqual(['0: 1', '"add"', '1: 2', '"add"', '"add"', '2: 3']);
  });

  it('reports the orders of a product that is hidden as cancelled', async () => {
    const [, , hidden = 0] = products;
    const { pool } = market.database;
    await market.engine.submit(order('ask', 'ann', 200, { productId: hidden }));
    await market.engine.submit(order('bid', 'bob', 100, { productId: hidden }));
    const reader = await Reader.open(other, `?product=${hidden}`);
    await reader.ready();
    expect(reader.books()).toHaveLength(2);
    await pool.query('update books set is_closed = true where product_id = $1', [hidden]);
    await productOrderCanceller(pool, market.engine)(hidden);
    await expectSame(reader, [hidden]);
    expect(reader.books()).toEqual([]);
    await pool.query('update books set is_closed = false where product_id = $1', [hidden]);
  });

  it('sends no user, no id of an order and no limit of an order that traded at once', async () => {
    const [productId = 0] = await buildProducts(market.database, ['Private Runner'], ['9']);
    const response = await fetch(`${await listen(market)}/api/feed?product=${productId}`);
    const ask = order('ask', 'ann', 200, { productId });
    const bid = order('bid', 'bob', 947, { productId });
    await market.engine.submit(ask);
    await market.engine.submit(bid);
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('event: trade')) {
        break;
      }
    }
    // Whole words: the ids of trades are random, and may contain any three digits.
    const words = text.split(/[^\w-]+/);
    for (const secret of ['ann', 'bob', ask.orderId, bid.orderId, '947']) {
      expect(words).not.toContain(secret);
    }
    expect(words).toContain('200');
    expect(text).toContain('"order":1,"side":"ask","price":200');
  });

  it('sends whole books where a server of an earlier version has left out details', async () => {
    const [productId = 0] = await buildProducts(market.database, ['Older Runner'], ['9']);
    const reader = await Reader.open(market, `?product=${productId}`);
    await reader.ready();
    reader.close();
    await market.engine.submit(order('ask', 'ann', 200, { productId }));
    await market.engine.submit(order('ask', 'bob', 210, { productId }));
    await market.database.pool.query(
      `update batches set changes = jsonb_set(changes, '{books,0,orders,0}', (changes #> '{books,0,orders,0}') - 'priceCents')
       where product_id = $1`,
      [productId],
    );
    await market.engine.submit(order('ask', 'cid', 220, { productId }));
    const resumed = await Reader.open(other, `?product=${productId}`, { from: reader });
    await expectSame(resumed, [productId]);
    expect(resumed.types).toEqual(['book']);
    await market.engine.submit(order('ask', 'ann', 230, { productId }));
    await expectSame(resumed, [productId]);
    expect(resumed.types).toEqual(['book', 'add']);
  });

  describe('where the newest entry of a stream is a renewed order, as in a distributed database', () => {
    let productId = 0;
    let otherId = 0;
    const ask = (dollars: number) => market.engine.submit(order('ask', 'ann', dollars, { productId }));

    beforeEach(async () => {
      const names = ['Renewed Runner', 'Other Runner'].map((name) => `${name} ${Math.random()}`);
      [productId = 0, otherId = 0] = await buildProducts(market.database, names, ['9']);
      await ask(200);
    });

    /** Writes an entry, of which only a renewal remains. */
    async function renew(): Promise<void> {
      await market.engine.submit(order('ask', 'ann', 300, { productId: otherId }));
      await market.consumeFeed();
      await market.database.pool.query(
        `update batches set changes = jsonb_build_object('extended', '[]'::jsonb) where product_id = $1`,
        [otherId],
      );
    }

    async function resumed(reader: Reader): Promise<string[]> {
      const again = await Reader.open(other, `?product=${productId}`, { from: reader });
      await expectSame(again, [productId]);
      return again.types;
    }

    it('resumes without a gap', async () => {
      const reader = await (await Reader.open(market, `?product=${productId}`)).ready();
      reader.close();
      await ask(210);
      await renew();
      expect(await resumed(reader)).toEqual(['add']);
    });

    it('resumes without a repeat', async () => {
      await renew();
      const reader = await (await Reader.open(market, `?product=${productId}`)).ready();
      reader.close();
      await ask(210);
      expect(await resumed(reader)).toEqual(['add']);
    });
  });

  it('resumes though all entries of a server that is idle are deleted in the meantime', async () => {
    const [productId = 0] = await buildProducts(market.database, ['Idle Runner'], ['9']);
    const { pool } = market.database;
    const ask = (app: TestApp, dollars: number) =>
      app.engine.submit(order('ask', 'ann', dollars, { productId }));
    await ask(other, 200);
    const { rows } = await pool.query<{ lane: string }>('select lane from batches where product_id = $1', [
      productId,
    ]);
    await pool.query('update batches set at = $1 where lane = $2', [
      new Date(Date.now() - 25 * 60_000),
      rows[0]?.lane,
    ]);
    await ask(market, 210);
    const reader = await (await Reader.open(market, `?product=${productId}`)).ready();
    reader.close();
    await ask(market, 220);
    const missed = await Reader.open(other, `?product=${productId}`, { from: reader });
    await expectSame(missed, [productId]);
    expect(missed.types).toEqual(['add']);
    // An hour after them.
    await market.consumeFeed();
    await pool.query('delete from batches where lane = $1', [rows[0]?.lane]);
    const resumed = await Reader.open(other, `?product=${productId}`, { from: reader });
    await expectSame(resumed, [productId]);
    expect(resumed.types).toEqual(['add']);
    resumed.close();
    // The first entry after it is in no id.
    await ask(other, 230);
    const again = await Reader.open(market, `?product=${productId}`, { from: resumed });
    await expectSame(again, [productId]);
    expect(again.types).toEqual(['add']);
  });

  it('begins with a snapshot for an id that is too old, of other products, or none', async () => {
    const [first = 0, second = 0] = products;
    const reader = await Reader.open(market, `?product=${first}`);
    await reader.ready();
    const begins = async (app: TestApp, product: number, lastId = reader.lastId) => {
      const from = Object.assign(new Reader(), { lastId });
      const resumed = await Reader.open(app, `?product=${product}`, { from });
      await resumed.until(() => resumed.types.length > 0);
      await resumed.ready();
      return resumed.types[0];
    };
    for (const id of ['nonsense', 'AAAA', `${reader.lastId}AAAA`, `B${reader.lastId?.slice(1)}`]) {
      expect(await begins(market, first, id)).toBe('reset');
    }
    expect(await begins(market, second)).toBe('reset');
    otherAheadMs = (FEED_RESUME_MINUTES + 1) * 60_000;
    expect(await begins(other, first)).toBe('reset');
    otherAheadMs = 0;
    // From another database, such as one before it was restored.
    const bytes = Buffer.from(reader.lastId ?? '', 'base64url');
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    expect(await begins(other, first, bytes.toString('base64url'))).toBe('reset');
  });

  it('begins with a snapshot for an id in the address that is longer than any', async () => {
    const reader = await Reader.open(market, `?product=${products[0]}&after=${'A'.repeat(6_000)}`);
    await reader.ready();
    expect(reader.types[0]).toBe('reset');
  });

  it('refuses unknown products, too many of them, and an id that can be none', async () => {
    const status = async (query: string) => (await market.app.inject(`/api/feed${query}`)).statusCode;
    expect(await status('?product=999999')).toBe(404);
    expect(await status('?product=99999999999')).toBe(422);
    expect(await status(`?${'product=1&'.repeat(51)}`)).toBe(422);
    expect(await status('?after=%00')).toBe(422);
  });

  it('limits the streams of an address', async () => {
    const limited = await buildTestApp({ database: market.database, rateLimits: true });
    const opened = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const abort = new AbortController();
        const { status } = await fetch(`${await listen(limited)}/api/feed`, { signal: abort.signal });
        return { status, abort };
      }),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429]);
    for (const { abort } of opened) {
      abort.abort();
    }
    await limited.close();
  });
});
