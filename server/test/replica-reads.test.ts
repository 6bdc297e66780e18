import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { migrate } from '../src/database/migrate.js';
import { ReplicaReads } from '../src/database/replica-reads.js';
import { buildProducts } from './market.js';
import { OwnPostgres } from './standby.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from './test-app.js';
import { createTestDatabase } from './test-database.js';

/** Longer than a failed standby is left alone. */
const REST_MS = 6_000;

let primaryPostgres: OwnPostgres;
let standbyPostgres: OwnPostgres;
let primary: Database;
let standby: Database;
let logged: string[];
let nowMs: number;
let replicaReads: ReplicaReads;

beforeAll(async () => {
  primaryPostgres = await OwnPostgres.open();
  primary = primaryPostgres.connect();
  await migrate(primary.pool);
  standbyPostgres = await primaryPostgres.openStandby();
  standby = standbyPostgres.connect();
});

afterAll(async () => {
  await standby?.close();
  await primary?.close();
  await standbyPostgres?.remove();
  await primaryPostgres?.remove();
});

beforeEach(() => {
  logged = [];
  nowMs = 0;
  replicaReads = replicaReadsOf(standby);
});

/**
 * Replica reads with a log and a clock that tests advance. The clock also runs: one that stands still would wait for a
 * standby for ever.
 */
function replicaReadsOf(database: Database): ReplicaReads {
  const startMs = performance.now();
  return new ReplicaReads({
    primary: primary.pool,
    standby: database,
    tell: (line) => logged.push(line),
    nowMs: () => nowMs + performance.now() - startMs,
  });
}

/** The database that is read now. */
async function readPlace(): Promise<'primary' | 'standby'> {
  const { rows } = await replicaReads.read((pool) =>
    pool.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"'),
  );
  return rows[0]?.isStandby ? 'standby' : 'primary';
}

/** Pauses replay, so that the standby falls behind. */
async function whileBehind(work: () => Promise<void>): Promise<void> {
  await standby.pool.query('select pg_wal_replay_pause()');
  try {
    await work();
  } finally {
    await standby.pool.query('select pg_wal_replay_resume()');
  }
}

describe('public data', () => {
  it('is read from the standby', async () => {
    await expect.poll(readPlace).toBe('standby');
    expect(logged).toEqual([]);
  });

  it('is read from the primary while the standby lacks committed changes, logged once', async () => {
    await whileBehind(async () => {
      await primary.pool.query('create table behind (number int)');
      expect(await readPlace()).toBe('primary');
      expect(logged).toEqual([]);
      nowMs += 11_000;
      expect([await readPlace(), await readPlace()]).toEqual(['primary', 'primary']);
    });
    expect(logged).toEqual([
      'The database of DATABASE_URL_READ is behind: everything is read from DATABASE_URL for now.',
    ]);
    await expect.poll(readPlace).toBe('standby');
    expect(logged.slice(1)).toEqual(['The database of DATABASE_URL_READ is in use again.']);
  });

  it('is read from the primary while the standby is down, logged once', async () => {
    await expect.poll(readPlace).toBe('standby');
    await standbyPostgres.stop();
    expect([await readPlace(), await readPlace()]).toEqual(['primary', 'primary']);
    nowMs += REST_MS;
    expect(await readPlace()).toBe('primary');
    expect(logged).toEqual([
      'The database of DATABASE_URL_READ does not answer: everything is read from DATABASE_URL for now.',
    ]);
    await standbyPostgres.start();
    await expect
      .poll(() => {
        nowMs += REST_MS;
        return readPlace();
      })
      .toBe('standby');
    expect(logged.slice(1)).toEqual(['The database of DATABASE_URL_READ is in use again.']);
  });

  it('is never read from a database that is not a standby', async () => {
    const other = await createTestDatabase();
    replicaReads = replicaReadsOf(other);
    expect([await readPlace(), await readPlace()]).toEqual(['primary', 'primary']);
    replicaReads = replicaReadsOf(primary);
    expect(await readPlace()).toBe('primary');
    const line =
      'The database of DATABASE_URL_READ is not a standby of the one of DATABASE_URL: everything is read from DATABASE_URL for now.';
    expect(logged).toEqual([line, line]);
    await other.close();
  });

  it('fails where it would fail in the primary', async () => {
    await expect.poll(readPlace).toBe('standby');
    await expect(replicaReads.read((pool) => pool.query('select nothing'))).rejects.toThrow('does not exist');
    expect(await readPlace()).toBe('standby');
    expect(logged).toEqual([]);
  });
});

describe('a server with a standby', () => {
  let market: TestApp;
  let trader: TestUser;
  let productId: number;

  beforeAll(async () => {
    market = await buildTestApp({ database: primary, replicaReads: replicaReadsOf(standby) });
    trader = await buildTrader(market);
    [productId = 0] = await buildProducts(primary, ['Read Elsewhere'], ['9']);
  });

  afterAll(() => market.close());

  async function readJson<Answer>(path: string): Promise<Answer> {
    return (await market.app.inject({ method: 'GET', url: `/api${path}` })).json<Answer>();
  }

  /** The lowest ask of this product, from the list and from the product itself. */
  async function lowestAsks(): Promise<unknown[]> {
    type Product = { asks: { price: number }[] };
    const [listed] = await readJson<[Product]>('/?name=Read%20Elsewhere');
    const [product] = await readJson<[Product]>(`/${productId}`);
    return [listed, product].map(({ asks }) => asks[0]?.price);
  }

  async function asks(price: number): Promise<void> {
    const order = { id: crypto.randomUUID(), name: 'Read Elsewhere', size: '9', price, thumbnail: '' };
    expect((await trader.post('/ask', order)).statusCode).toBe(200);
  }

  it('shows each order and its sale in every read after its answer, replica behind or not', async () => {
    const buyer = await buildTrader(market);
    for (let price = 300; price > 280; price -= 1) {
      await asks(price);
      expect(await lowestAsks()).toEqual([price, price]);
    }
    await whileBehind(async () => {
      await asks(280);
      expect(await lowestAsks()).toEqual([280, 280]);
      const open = (await (await trader.get(`/getUserData/${trader.uid}`)).json()) as { asks: unknown[] };
      expect(open.asks).toHaveLength(1 + 21);
      const order = { id: crypto.randomUUID(), name: 'Read Elsewhere', size: '9', price: 280, thumbnail: '' };
      expect((await buyer.post('/buy', order)).statusCode).toBe(200);
      const { lastSale } = await readJson<{ lastSale: number }>(`/${productId}/figures`);
      expect(lastSale).toBe(280);
    });
    const { sales } = await readJson<{ sales: { price: number }[] }>('/market/tape');
    expect(sales.map(({ price }) => price)).toEqual([280]);
  });
});
