import { randomUUID } from 'node:crypto';
import { userExportSchema } from '@perkex/contract/user-export.js';
import { heartsSchema, MAX_WATCHES, type Watch, watchesSchema } from '@perkex/contract/watching.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { transaction } from '../src/database/transaction.js';
import { setWatch } from '../src/watching/set-watch.js';
import { buildProducts, buildTraders, order } from './market.js';
import { buildTestApp, buildTrader, signUp, type TestApp, type TestUser, useMarket } from './test-app.js';
import { countWaiting } from './test-database.js';

const market = useMarket();
let productId: number;
let other: number;
let user: TestUser;

beforeAll(async () => {
  [productId = 0, other = 0] = await buildProducts(market.database, ['Watched Runner', 'Other Runner']);
  await buildTraders(market.database, 'asker', 'bidder');
});

beforeEach(async () => {
  user = await signUp(market);
});

async function watches(of: TestUser, query = ''): Promise<Watch[]> {
  const answer = await of.get(`/watches${query}`);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(z.parse(watchesSchema, answer.json())).toEqual(answer.json());
  return answer.json<{ products: Watch[] }>().products;
}

async function watch(of: TestUser, body: object = {}) {
  const answer = await of.post('/watches/set', { productId, size: null, ...body });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const place = (call: 'ask' | 'bid' | 'buy', by: string, dollars: number, size = '9', product = productId) =>
  market.engine.submit(order(call, by, dollars, { productId: product, size }));

describe('a watchlist', () => {
  it('lists its products without prices for the hearts', async () => {
    await watch(user, { size: '9', alert: 250 });
    await watch(user, { productId: other });
    const answer = await user.get('/hearts');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(z.parse(heartsSchema, answer.json())).toEqual({
      watches: [
        { id: other, size: null, alert: null },
        { id: productId, size: '9', alert: 250 },
      ],
    });
  });

  it('is listed with prices, of the size or of all sizes', async () => {
    const soldAt = new Date(Date.now() - 20 * DAY_MS);
    const before = { productId: other, size: '9', priceCents: 30_000, soldAt, content: 'before' };
    await transaction(market.database.pool, (tx) => savePastSales(tx, [before]));
    await place('ask', 'asker', 330, '9', other);
    await place('buy', 'bidder', 330, '9', other);
    await place('ask', 'asker', 350, '9', other);
    await place('ask', 'asker', 320, '10', other);
    await place('bid', 'bidder', 310, '10', other);
    await watch(user, { productId: other, size: '9', alert: 250 });
    await watch(user, { productId: other });
    const about = {
      id: other,
      name: 'Other Runner',
      brand: 'Test',
      thumbnail: expect.any(String),
      releaseDate: null,
    };
    expect(await watches(user)).toEqual([
      { ...about, size: null, alert: null, lowestAsk: 320, highestBid: 310, lastSale: 330, change: 10 },
      { ...about, size: '9', alert: 250, lowestAsk: 350, highestBid: 0, lastSale: 330, change: 10 },
    ]);
    expect(await watches(user, `?product=${productId}`)).toEqual([]);
    expect(await watches(user, `?product=${other}`)).toHaveLength(2);
  });

  it('contains a watch once however often it is set, and no longer once it is removed', async () => {
    await watch(user, { alert: 200 });
    expect(await watch(user), 'the alert stays').toEqual({ alert: 200, isMet: false });
    expect(await watch(user, { alert: null })).toEqual({ alert: null, isMet: false });
    expect(await watches(user)).toHaveLength(1);
    for (let round = 0; round < 2; round += 1) {
      const answer = await user.post('/watches/remove', { productId, size: null });
      expect([answer.statusCode, answer.body]).toEqual([200, 'You no longer watch it.']);
    }
    expect(await watches(user)).toEqual([]);
  });

  it('reports at once that an alert is met by another user’s ask', async () => {
    const trader = await buildTrader(market);
    await place('ask', trader.uid, 150, '9.5');
    expect(await watch(trader, { size: '9.5', alert: 200 })).toEqual({ alert: 200, isMet: false });
    expect(await watch(user, { size: '9.5', alert: 149 })).toEqual({ alert: 149, isMet: false });
    expect(await watch(user, { size: '9.5', alert: 150 })).toEqual({ alert: 150, isMet: true });
    expect(await watch(user, { alert: 151 })).toEqual({ alert: 151, isMet: true });
  });

  it('is limited, also for two requests at once', async () => {
    await market.database.pool.query(
      `insert into watches (user_id, product_id, size) select $1, 1000000 + n, '' from generate_series(1, $2) as n`,
      [user.uid, MAX_WATCHES - 1],
    );
    const answers = await Promise.all(
      ['9', '9.5', '10'].map((size) => user.post('/watches/set', { productId, size })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('too-many-watches');
    const [kept] = (await watches(user)).filter(({ id }) => id === productId);
    expect(await watch(user, { size: kept?.size, alert: 99 }), 'the existing watch may change').toMatchObject(
      {
        alert: 99,
      },
    );
  });

  it('is limited also beside an addition that is not committed yet', async () => {
    const { pool } = market.database;
    await pool.query(
      `insert into watches (user_id, product_id, size) select $1, 1000000 + n, '' from generate_series(0, $2) as n`,
      [user.uid, MAX_WATCHES - 2],
    );
    let commit: (() => void) | undefined;
    const first = transaction(pool, async (tx) => {
      await setWatch(tx, { userId: user.uid, productId: other, size: '' }, undefined);
      await new Promise<void>((go) => {
        commit = go;
      });
    });
    await expect.poll(() => commit).toBeDefined();
    const second = user.post('/watches/set', { productId, size: null });
    await Promise.race([
      second,
      expect.poll(() => countWaiting(market.database.healthPool)).toBeGreaterThan(0),
    ]);
    commit?.();
    await first;
    expect((await second).statusCode).toBe(409);
    const { rows } = await pool.query('select from watches where user_id = $1', [user.uid]);
    expect(rows).toHaveLength(MAX_WATCHES);
  });

  it.each([
    [{ productId: 999_999 }, 404, 'unknown-product'],
    [{ size: '99' }, 422, 'unknown-size'],
    [{ size: "9' or true" }, 422, 'invalid-body'],
    [{ size: '' }, 422, 'invalid-body'],
    [{ size: undefined }, 422, 'invalid-body'],
    [{ alert: 0 }, 422, 'invalid-price'],
    [{ alert: -1 }, 422, 'invalid-price'],
    [{ alert: 1.5 }, 422, 'invalid-price'],
    [{ alert: 1_000_001 }, 422, 'invalid-price'],
    [{ alert: '200' }, 422, 'invalid-body'],
    [{ productId: 2 ** 31 }, 422, 'invalid-body'],
    [{ productId: '1' }, 422, 'invalid-body'],
    [{ isArmed: true }, 422, 'invalid-body'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await user.post('/watches/set', { productId, size: null, ...body });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await watches(user)).toEqual([]);
  });

  it('is visible to its user only', async () => {
    await watch(user);
    const stranger = await signUp(market);
    expect(await watches(stranger)).toEqual([]);
    await stranger.post('/watches/remove', { productId, size: null });
    for (const call of ['set', 'remove']) {
      const answer = await stranger.post(`/watches/${call}`, { uid: user.uid, productId, size: null });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'not-yours']);
    }
    expect(await watches(user)).toHaveLength(1);
  });

  it('is in the export, and deleted with the account', async () => {
    await watch(user, { size: '10', alert: 200 });
    const data = z.parse(userExportSchema, (await user.get('/export')).json());
    expect(data.watches).toEqual([
      { productId, name: 'Watched Runner', size: '10', alert: 200, since: expect.any(String) },
    ]);
    await user.post('/auth/account/delete', { password: 'a long password' });
    const { rows } = await market.database.pool.query('select 1 from watches where user_id = $1', [user.uid]);
    expect(rows).toEqual([]);
  });
});

it.each([
  ['GET', '/watches'],
  ['GET', '/hearts'],
  ['POST', '/watches/set'],
  ['POST', '/watches/remove'],
] as const)('%s %s needs a session', async (method, url) => {
  const body = method === 'POST' ? { payload: { uid: 'ann', productId: 1, size: null } } : {};
  const answer = await market.app.inject({ method, url: `/api${url}`, ...body });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
});

describe('‘others also watched’', () => {
  const alsoWatched = (app: TestApp, id: number) =>
    app.app.inject({ method: 'GET', url: `/api/${id}/also-watched` });

  /** Users who have watched these products for this many days. */
  async function buildWatchers(count: number, days: number, ...productIds: number[]): Promise<string[]> {
    const uids = Array.from({ length: count }, () => `watcher-${randomUUID()}`);
    await buildTraders(market.database, ...uids);
    await market.database.pool.query(
      `insert into watches (user_id, product_id, size, made_at)
       select uid, id, '', now() - make_interval(days => $3)
       from unnest($1::text[]) as uid cross join unnest($2::int[]) as id`,
      [uids, productIds, days],
    );
    return uids;
  }

  /** The answer of a server without a cached response. */
  async function idsOf(id: number): Promise<number[]> {
    const fresh = await buildTestApp({ database: market.database });
    const answer = await alsoWatched(fresh, id);
    await fresh.close();
    return answer.json<{ ids: number[] }>().ids;
  }

  it('needs ten users who watch or have bought both, none of them a house account', async () => {
    const [one = 0, two = 0, three = 0] = await buildProducts(market.database, ['A One', 'A Two', 'A Three']);
    await buildWatchers(9, 8, one, two, three);
    expect(await idsOf(one)).toEqual([]);
    const buyer = await buildTrader(market);
    await buildTraders(market.database, 'house');
    await market.database.pool.query(`update accounts set is_house = true where user_id = 'house'`);
    for (const [by, id] of [
      [buyer.uid, one],
      [buyer.uid, two],
      ['house', one],
      ['house', three],
    ] as const) {
      await place('ask', 'asker', 200, '9', id);
      await place('buy', by, 200, '9', id);
    }
    expect(await idsOf(one)).toEqual([two]);
    expect(await idsOf(three), 'nine are too few').toEqual([]);
  });

  it('reveals nothing about a user whose products are watched with new accounts that have never traded', async () => {
    const [one = 0, two = 0] = await buildProducts(market.database, ['B One', 'B Two']);
    await buildWatchers(1, 30, one, two);
    const spies = await buildWatchers(20, 6, one, two);
    expect(await idsOf(one)).toEqual([]);
    await market.database.pool.query(
      `update watches set made_at = made_at - interval '1 day' where user_id = any($1)`,
      [spies.slice(0, 9)],
    );
    expect(await idsOf(one)).toEqual([two]);
  });

  it('is refused for a product that does not exist', async () => {
    for (const id of [999_999, 99_999_999_999]) {
      const answer = await alsoWatched(market, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown-product']);
    }
  });
});
