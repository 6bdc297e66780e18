import { randomUUID } from 'node:crypto';
import { type Collection, collectionSchema, MAX_ENTERED_PAIRS } from '@perkex/contract/collection.js';
import { userExportSchema } from '@perkex/contract/user-export.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPair } from '../src/collection/change-collection.js';
import { leastIdAt } from '../src/database/time-ordered-id.js';
import { transaction } from '../src/database/transaction.js';
import { rebuildSaleDays } from '../src/sales/rebuild-sale-days.js';
import { buildProducts, buildTraders, moved, order } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';
import { countWaiting } from './test-database.js';

const TODAY = dayAt(Date.now());
const dayBefore = (days: number) => addDays(TODAY, -days);

const market = useMarket();
let productId: number;
let products = 0;
let user: TestUser;

beforeAll(async () => {
  await buildTraders(market.database, 'asker', 'bidder');
});

/** A product that is in no collection yet. */
beforeEach(async () => {
  products += 1;
  [productId = 0] = await buildProducts(market.database, [`Collected Runner ${products}`]);
  user = await buildTrader(market);
});

async function collection(of = user): Promise<Collection> {
  const answer = await of.get('/collection');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(z.parse(collectionSchema, answer.json())).toEqual(answer.json());
  return answer.json<Collection>();
}

const place = (call: 'ask' | 'bid' | 'buy' | 'sell', by: string, dollars: number, size = '9') =>
  market.engine.submit(order(call, by, dollars, { productId, size }));

async function trade(seller: string, buyer: string, dollars: number, size = '9'): Promise<void> {
  await place('ask', seller, dollars, size);
  await place('buy', buyer, dollars, size);
}

function add(body: object = {}, by = user) {
  const pair = { id: randomUUID(), productId, size: '9', price: 200, date: dayBefore(10) };
  return by.post('/collection/add', { ...pair, ...body });
}

async function soldBefore(days: number, dollars: number, size = '9'): Promise<void> {
  const atMs = Date.parse(`${dayBefore(days)}T12:00:00Z`);
  await market.database.pool.query(
    'insert into past_sales (product_id, id, size, price_cents, sold_at) values ($1, $2, $3, $4, $5)',
    [productId, leastIdAt(atMs), size, dollars * 100, new Date(atMs)],
  );
  await transaction(market.database.pool, rebuildSaleDays);
}

describe('a collection', () => {
  it('has no pair again that was sold here before many others', async () => {
    await add();
    await trade(user.uid, 'bidder', 250);
    expect((await collection()).pairs).toEqual([]);
    await market.database.pool.query(
      `insert into trades select (jsonb_populate_record(trade, jsonb_build_object('id', gen_random_uuid(), 'size', '10',
         'seq', 2 * sale, 'ask_seq', 2 * sale, 'bid_seq', 2 * sale - 1))).*
       from trades as trade cross join generate_series(1, 600) as sale where seller_id = $1`,
      [user.uid],
    );
    expect((await collection()).pairs).toEqual([]);
  });

  it('lists what was bought here and what was added, each with its valuation and gain', async () => {
    await trade('asker', user.uid, 200);
    await trade('asker', 'bidder', 250);
    await add({ size: '10', price: 400 });
    await place('bid', 'bidder', 300, '10');
    await add({ size: '9.5', price: 100 });
    const { pairs, total } = await collection();
    const about = {
      productId,
      name: `Collected Runner ${products}`,
      brand: 'Test',
      thumbnail: expect.any(String),
    };
    const id = expect.any(String);
    const bySize = (wanted: string) => pairs.find(({ size }) => size === wanted);
    expect(bySize('9')).toEqual({
      ...about,
      id,
      size: '9',
      isBought: true,
      price: 200,
      date: TODAY,
      worth: 250,
      by: 'sale',
      gain: 50,
      gainPercent: 25,
    });
    expect(bySize('10')).toMatchObject({
      isBought: false,
      date: dayBefore(10),
      worth: 300,
      by: 'bid',
      gain: -100,
      gainPercent: -25,
    });
    expect(bySize('9.5')).toMatchObject({ worth: null, by: null, gain: null, gainPercent: null });
    expect(total).toEqual({ unpriced: 1, price: 600, worth: 550, gain: -50, gainPercent: -8.3 });
  });

  it('values a pair by a sale for 90 days, and then by the highest bid', async () => {
    await add();
    await soldBefore(89, 260);
    await place('bid', 'bidder', 210);
    expect((await collection()).pairs).toMatchObject([{ worth: 260, by: 'sale' }]);
    await market.database.pool.query(
      `update past_sales set ${moved('sold_at', "- interval '1 day'")} where product_id = $1`,
      [productId],
    );
    expect((await collection()).pairs).toMatchObject([{ worth: 210, by: 'bid' }]);
  });

  it('keeps its valuation after an odd sale, now and over time', async () => {
    await add();
    for (const days of [8, 7, 6, 5, 4]) {
      await soldBefore(days, 300 + days);
    }
    await soldBefore(2, 55);
    expect((await collection()).pairs).toMatchObject([{ worth: 304, by: 'sale' }]);
    const history = (await user.get('/collection/history?range=1M')).json<{ worth: number }[]>();
    expect(history.map(({ worth }) => worth)).toEqual([308, 307, 306, 305, 304, 304, 304, 304, 304]);
  });

  it('loses a pair that is sold here, the oldest of its size', async () => {
    await add({ price: 100, date: dayBefore(20) });
    await add({ price: 150, date: dayBefore(5) });
    await trade(user.uid, 'bidder', 180);
    expect((await collection()).pairs.map(({ price }) => price)).toEqual([150]);
  });

  it('loses a pair that was sold elsewhere, or never was there, until the removal is undone', async () => {
    await trade('asker', user.uid, 200);
    await trade('asker', user.uid, 210);
    await add({ price: 300 });
    await add({ price: 310 });
    const byPrice = new Map((await collection()).pairs.map((pair) => [pair.price, pair.id]));
    for (const [price, soldOn] of [
      [200, TODAY],
      [210, null],
      [300, dayBefore(3)],
      [310, null],
    ] as const) {
      const answer = await user.post('/collection/remove', { id: byPrice.get(price), soldOn });
      expect([answer.statusCode, answer.body]).toEqual([200, 'The pair is no longer in your collection.']);
    }
    expect((await collection()).pairs).toEqual([]);
    for (const [price, status] of [
      [200, 200],
      [210, 200],
      [300, 200],
      [310, 404],
    ] as const) {
      const answer = await user.post('/collection/restore', { id: byPrice.get(price) });
      expect([price, answer.statusCode]).toEqual([price, status]);
    }
    const prices = (await collection()).pairs.map(({ price }) => price);
    expect(prices.sort()).toEqual([200, 210, 300]);
  });

  it('was worth, over time, what its sizes were sold for', async () => {
    await soldBefore(12, 220);
    await soldBefore(8, 240);
    await add();
    await place('bid', 'bidder', 100);
    const points = (await user.get('/collection/history?range=1M')).json();
    expect(points).toHaveLength(11);
    expect(points[0]).toEqual({ start: dayBefore(10), worth: 220, price: 200 });
    expect(points[2]).toEqual({ start: dayBefore(8), worth: 240, price: 200 });
    expect(points.at(-1)).toEqual({ start: TODAY, worth: 240, price: 200 });
    const { id } = (await collection()).pairs[0] ?? {};
    await user.post('/collection/remove', { id, soldOn: dayBefore(4) });
    const since = (await user.get('/collection/history?range=1M')).json();
    expect(since.at(-1)).toEqual({ start: dayBefore(5), worth: 240, price: 200 });
    // Before the first sale there is no price.
    await add({ date: '1971-01-01', price: 100 });
    const all = (await user.get('/collection/history?range=ALL')).json();
    expect(all[0].start > dayBefore(20)).toBe(true);
    expect(all.at(-1)).toEqual({ start: expect.any(String), worth: 240, price: 100 });
    expect((await user.get('/collection/history?range=2M')).json().code).toBe('invalid-body');
  });

  it('counts a pair once, however often it is sent', async () => {
    const id = randomUUID();
    for (let round = 0; round < 2; round += 1) {
      const answer = await add({ id });
      expect([answer.statusCode, answer.body]).toEqual([200, 'The pair is in your collection.']);
    }
    expect((await collection()).pairs).toHaveLength(1);
  });

  it('refuses another pair with the same id', async () => {
    const id = randomUUID();
    await add({ id });
    for (const change of [{ price: 201 }, { size: '10' }, { date: dayBefore(9) }]) {
      const answer = await add({ id, ...change });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'pair-reused']);
    }
    expect((await collection()).pairs).toMatchObject([{ size: '9', price: 200, date: dayBefore(10) }]);
  });

  it('is limited, also for two pairs at once', async () => {
    await market.database.pool.query(
      `insert into collection_pairs (user_id, id, product_id, size, price_cents, acquired_on)
       select $1, gen_random_uuid(), $2, '9', 100, '2026-01-01' from generate_series(1, $3)`,
      [user.uid, productId, MAX_ENTERED_PAIRS - 1],
    );
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('too-many-pairs');
  });

  it('is limited also beside an addition that is not committed yet, whatever was added in between', async () => {
    const { pool } = market.database;
    const insert = (id: string, count: number) =>
      pool.query(
        `insert into collection_pairs (user_id, id, product_id, size, price_cents, acquired_on)
         select $1, overlay($3::text placing lpad(number::text, 4, '0') from 1)::uuid, $2, '9', 100, '2026-01-01'
         from generate_series(1, $4) as number`,
        [user.uid, productId, id, count],
      );
    await insert('ffffffff-0000-4000-8000-000000000000', MAX_ENTERED_PAIRS - 2);
    let commit: (() => void) | undefined;
    const first = transaction(pool, async (tx) => {
      const pair = { id: randomUUID(), productId, size: '9', priceCents: 100, date: TODAY };
      expect(await addPair(tx, user.uid, pair)).toBeNull();
      await new Promise<void>((go) => {
        commit = go;
      });
    });
    await expect.poll(() => commit).toBeDefined();
    await insert('00000000-0000-4000-8000-000000000000', 1);
    let isAnswered = false;
    const second = add().finally(() => {
      isAnswered = true;
    });
    await expect
      .poll(async () => isAnswered || (await countWaiting(market.database.healthPool)) > 0)
      .toBe(true);
    commit?.();
    await first;
    await second;
    const { rows } = await pool.query('select from collection_pairs where user_id = $1', [user.uid]);
    expect(rows).toHaveLength(MAX_ENTERED_PAIRS);
  });

  it.each([
    [{ productId: 999_999 }, 404, 'unknown-product'],
    [{ size: '99' }, 422, 'unknown-size'],
    [{ size: '' }, 422, 'invalid-body'],
    [{ price: 0 }, 422, 'invalid-price'],
    [{ price: 1_000_001 }, 422, 'invalid-price'],
    [{ price: '200' }, 422, 'invalid-body'],
    [{ date: addDays(TODAY, 1) }, 422, 'invalid-day'],
    [{ date: '9999-12-31' }, 422, 'invalid-day'],
    [{ date: '1969-12-31' }, 422, 'invalid-body'],
    [{ date: '2026-02-30' }, 422, 'invalid-body'],
    [{ date: '2026-1-1' }, 422, 'invalid-body'],
    [{ date: "2026-01-01'" }, 422, 'invalid-body'],
    [{ id: 'mine' }, 422, 'invalid-body'],
    [{ isBought: true }, 422, 'invalid-body'],
  ])('accepts no pair of %j', async (body, status, code) => {
    const answer = await add(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect((await collection()).pairs).toEqual([]);
  });

  it('is visible to its owner only', async () => {
    await trade('asker', user.uid, 200);
    await add();
    const stranger = await buildTrader(market);
    for (const { id } of (await collection()).pairs) {
      for (const soldOn of [null, TODAY]) {
        const answer = await stranger.post('/collection/remove', { id, soldOn });
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown-pair']);
      }
    }
    for (const [path, body] of [
      ['add', { id: randomUUID(), productId, size: '9', price: 1, date: TODAY }],
      ['remove', { id: randomUUID(), soldOn: null }],
    ] as const) {
      const answer = await stranger.post(`/collection/${path}`, { uid: user.uid, ...body });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'not-yours']);
    }
    expect([(await collection()).pairs.length, (await collection(stranger)).pairs.length]).toEqual([2, 0]);
  });

  it('lets no pair leave before it arrived, or in the future', async () => {
    await add({ date: dayBefore(2) });
    const [pair] = (await collection()).pairs;
    for (const soldOn of [dayBefore(3), addDays(TODAY, 1)]) {
      const answer = await user.post('/collection/remove', { id: pair?.id, soldOn });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid-day']);
    }
    expect((await collection()).pairs).toHaveLength(1);
  });

  it('is in the export, and deleted with the account', async () => {
    await trade('asker', user.uid, 200);
    await add({ size: '10', price: 300 });
    const { pairs } = await collection();
    const bought = pairs.find(({ isBought }) => isBought);
    await user.post('/collection/remove', { id: bought?.id, soldOn: null });
    const data = z.parse(userExportSchema, (await user.get('/export')).json());
    expect(data.pairs).toMatchObject([
      { productId, size: '10', price: 300, date: dayBefore(10), leftOn: null },
    ]);
    expect(data.leftPurchases).toEqual([{ trade: bought?.id, leftOn: null }]);
    await user.post('/auth/account/delete', { password: 'a long password' });
    const { rows } = await market.database.pool.query(
      `select user_id from collection_pairs where user_id = $1
       union all select user_id from collection_left where user_id = $1`,
      [user.uid],
    );
    expect(rows).toEqual([]);
  });
});

it.each([
  ['GET', '/collection'],
  ['GET', '/collection/history'],
  ['POST', '/collection/add'],
  ['POST', '/collection/remove'],
  ['POST', '/collection/restore'],
] as const)('%s %s needs a session', async (method, url) => {
  const body = method === 'POST' ? { payload: { uid: 'ann', id: randomUUID(), soldOn: null } } : {};
  const answer = await market.app.inject({ method, url: `/api${url}`, ...body });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
});
