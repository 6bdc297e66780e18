import { randomUUID } from 'node:crypto';
import {
  type Market,
  type MarketIndex,
  marketIndexSchema,
  marketSchema,
  type TradeFeed,
  tradeFeedSchema,
} from '@perkex/contract/market.js';
import { dayAt } from '@perkex/core/figures/days.js';
import { MIN_PRODUCTS } from '@perkex/core/index/px50.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { transaction } from '../src/database/transaction.js';
import { publishProducts } from '../src/products/publish-products.js';
import { buildProducts } from './market.js';
import { rollUpTrades } from './roll-up-trades.js';
import { buildTestApp, buildTrader, type TestUser, useMarket } from './test-app.js';

const NOW_MS = Date.now();
const TODAY = dayAt(NOW_MS);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NAMES = [
  'still',
  'riser',
  'faller',
  'twice',
  'old',
  'spread',
  'narrow',
  'dear',
  'ninth',
  'tenth',
  'unsold',
];

const market = useMarket();
let seller: TestUser;
let buyer: TestUser;
let idOf: (name: string) => number;

type Sold = readonly [daysAgo: number, dollars: number, size?: string];

async function sold(name: string, ...sales: Sold[]): Promise<void> {
  const pastSales = sales.map(([daysAgo, dollars, size = '9']) => ({
    productId: idOf(name),
    size,
    priceCents: dollars * 100,
    soldAt: new Date(NOW_MS - daysAgo * DAY_MS),
    content: randomUUID(),
  }));
  await transaction(market.database.pool, (tx) => savePastSales(tx, pastSales));
}

async function place(user: TestUser, call: string, name: string, price: number, size = '9'): Promise<void> {
  const answer = await user.post(`/${call}`, { id: randomUUID(), name, price, size });
  expect(answer.statusCode, answer.body).toBe(200);
}

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  const ids = await buildProducts(market.database, NAMES);
  idOf = (name) => ids[NAMES.indexOf(name)]!;
  await market.database.pool.query('update products set retail_price_cents = 10000 where name in ($1, $2)', [
    'dear',
    'still',
  ]);
  await sold('still', [45, 100], [1.5, 100], [0.5, 100], [0.4, 100], [0.3, 100], [0.2, 100]);
  await sold(
    'riser',
    [45, 100],
    [9, 100],
    [9, 112, '10'],
    [1.5, 100],
    [0.9, 120],
    [0.5, 130],
    [0.1, 140, '10'],
  );
  await sold('faller', [45, 200], [9, 200], [1.5, 200], [0.9, 150], [0.5, 150], [0.09, 150]);
  await sold('twice', [45, 100], [1.5, 100], [0.9, 500], [0.8, 500]);
  await sold('old', [45, 100], [31, 300], [3, 600], [2.5, 600], [2.2, 600]);
  await sold('dear', [45, 300], [44, 300], [43, 300]);

  for (const name of ['spread', 'narrow', 'ninth', 'tenth']) {
    await sold(name, [45, 100]);
  }
  await place(seller, 'ask', 'spread', 200);
  await place(buyer, 'bid', 'spread', 100);
  await place(seller, 'ask', 'narrow', 200);
  await place(buyer, 'bid', 'narrow', 100);
  await place(seller, 'ask', 'narrow', 100, '10');
  await place(buyer, 'bid', 'narrow', 99, '10');
  await place(seller, 'ask', 'still', 105, '9.5');
  await place(buyer, 'buy', 'still', 105, '9.5');
  await rollUpTrades(market.database);
});

async function read<Answer>(path: string, schema: z.ZodMiniType): Promise<Answer> {
  const answer = await market.app.inject(`/api/market${path}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(z.parse(schema, answer.json())).toEqual(answer.json());
  return answer.json<Answer>();
}

const namesOf = (lists: Market) =>
  Object.fromEntries(Object.entries(lists).map(([list, rows]) => [list, rows.map(({ name }) => name)]));

describe('the lists of the market', () => {
  it('cover the last 24 hours by default', async () => {
    const lists = await read<Market>('', marketSchema);
    expect(namesOf(lists)).toEqual({
      mostSold: ['still', 'riser', 'faller', 'twice'],
      largestRise: ['riser'],
      largestFall: ['faller'],
      largestPremium: ['dear', 'still'],
      narrowestSpread: ['narrow', 'spread'],
    });
    expect(lists.largestRise[0]).toMatchObject({
      id: idOf('riser'),
      thumbnail: `/drawings/${idOf('riser')}.svg`,
      last: 140,
      change: 25,
      sales: 3,
      premium: null,
      spread: null,
    });
    expect(lists.largestPremium[0]).toMatchObject({
      premium: 200,
      last: 300,
      change: null,
      sales: 0,
      sparkline: [],
    });
    expect(lists.narrowestSpread.map(({ spread }) => spread)).toEqual([1, 50]);
    expect(await read('?period=24h', marketSchema)).toEqual(lists);
  });

  it('cover days where more are requested', async () => {
    const week = await read<Market>('?period=7d', marketSchema);
    expect(week.mostSold.find(({ name }) => name === 'old')).toMatchObject({
      sales: 3,
      change: 100,
      last: 600,
    });
    const month = await read<Market>('?period=30d', marketSchema);
    expect(month.largestRise.map(({ name, change }) => [name, change]).slice(0, 2)).toEqual([
      ['twice', 266.7],
      ['old', 200],
    ]);
  });

  it('draw each of the last 30 days, a day without a sale like the day before', async () => {
    const { mostSold } = await read<Market>('?period=30d', marketSchema);
    const { sparkline } = mostSold.find(({ name }) => name === 'faller')!;
    const first = Math.round((Date.parse(TODAY) - Date.parse(dayAt(NOW_MS - 9 * DAY_MS))) / DAY_MS);
    expect(sparkline).toHaveLength(first + 1);
    expect(new Set(sparkline.slice(0, 6))).toEqual(new Set([200]));
    expect(sparkline.at(-1)).toBe(150);
  });
});

describe('the trade feed', () => {
  it('has the newest sales of all products, each against the one before in its size', async () => {
    const { sales, next } = await read<TradeFeed>('/tape?limit=6', tradeFeedSchema);
    expect(sales.map(({ name, price, change }) => [name, price, change])).toEqual([
      ['still', 105, null],
      ['faller', 150, 0],
      ['riser', 140, 25],
      ['still', 100, 0],
      ['still', 100, 0],
      ['still', 100, 0],
    ]);
    expect(sales[0]).toEqual({
      id: expect.any(String),
      product: idOf('still'),
      name: 'still',
      thumbnail: `/drawings/${idOf('still')}.svg`,
      brand: 'Test',
      size: '9.5',
      price: 105,
      change: null,
      isOdd: false,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(next).toBe(sales.at(-1)!.id);
  });

  it('continues page by page to the first sale', async () => {
    const all = await read<TradeFeed>('/tape?limit=100', tradeFeedSchema);
    expect(all.next).toBeNull();
    expect(all.sales.map(({ id }) => id)).toEqual(
      all.sales
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const pages = [];
    let before: string | null = '';
    while (before !== null) {
      const page: TradeFeed = await read<TradeFeed>(`/tape?limit=7&before=${before}`, tradeFeedSchema);
      pages.push(...page.sales);
      before = page.next;
    }
    expect(pages).toEqual(all.sales);
    const { rows } = await market.database.pool.query(
      'select (select count(*) from past_sales)::int + (select count(*) from trades)::int as sales',
    );
    expect(pages).toHaveLength(rows[0].sales);
  });
});

describe('the index of the market', () => {
  it('begins at 1000 when ten products have been sold, and moves with their prices', async () => {
    const index = await read<MarketIndex>('/index?range=3M', marketIndexSchema);
    expect(index.points[0]).toEqual({ start: dayAt(NOW_MS - 45 * DAY_MS), value: 1000 });
    expect(index.points.at(-1)).toEqual({ start: TODAY, value: index.value });
    expect(index.value).toBeGreaterThan(1000);
    expect((await read<MarketIndex>('/index', marketIndexSchema)).value).toBe(index.value);
    expect(NAMES.length - 1).toBe(MIN_PRODUCTS);
  });

  it('is empty before that', async () => {
    const empty = await buildTestApp();
    try {
      const answer = await empty.app.inject('/api/market/index');
      expect(answer.json()).toEqual({ value: null, change: null, lastClose: null, points: [] });
      expect((await empty.app.inject('/api/market')).json<Market>().mostSold).toEqual([]);
      expect((await empty.app.inject('/api/market/tape')).json()).toEqual({ sales: [], next: null });
    } finally {
      await empty.close();
    }
  });

  it('begins as soon as an import has brought enough sales, though it was read before', async () => {
    const young = await buildTestApp();
    try {
      const ids = await buildProducts(young.database, NAMES);
      const index = async () => (await young.app.inject('/api/market/index')).json() as MarketIndex;
      expect((await index()).points).toEqual([]);
      await transaction(young.database.pool, async (tx) => {
        const soldAt = new Date(NOW_MS - 3 * DAY_MS);
        await savePastSales(
          tx,
          ids.map((productId) => ({
            productId,
            size: '9',
            priceCents: 20_000,
            soldAt,
            content: randomUUID(),
          })),
        );
        await publishProducts(tx, ids, randomUUID);
      });
      await young.feed.poll();
      expect((await index()).value).toBe(1000);
    } finally {
      await young.close();
    }
  });
});

it.each([
  ['?period=1h'],
  ['?period='],
  ['?period=24h&period=7d'],
  ['?period=24H'],
  ['/index?range=2Y'],
  ['/index?range=%00'],
  ['/tape?limit=0'],
  ['/tape?limit=101'],
  ['/tape?before=1'],
])('invalid parameters are refused: %s', async (path) => {
  const answer = await market.app.inject(`/api/market${path}`);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid-body']);
});

describe('another server of the same market', () => {
  it('answers the same, and has every sale as soon as the feed has it', async () => {
    const other = await buildTestApp({ database: market.database });
    const readThere = async <Answer>(path: string) => (await other.app.inject(`/api${path}`)).json<Answer>();
    try {
      for (const path of [
        '/market?period=24h',
        '/market?period=7d',
        '/market?period=30d',
        '/market/tape',
        '/trending',
      ]) {
        expect([path, await readThere(path)]).toEqual([
          path,
          (await market.app.inject(`/api${path}`)).json<unknown>(),
        ]);
      }
      await place(seller, 'ask', 'ninth', 777);
      await place(buyer, 'buy', 'ninth', 777);
      const newest = async () => (await readThere<TradeFeed>('/market/tape')).sales[0];
      await expect.poll(newest).toMatchObject({ name: 'ninth', price: 777, change: 677 });
    } finally {
      await other.close();
    }
  });
});

describe('two accounts that trade with each other again and again', () => {
  it('lead no list, neither with a product of their own nor with one that others trade', async () => {
    const washed = await buildTestApp();
    const [ann, bob] = await Promise.all([buildTrader(washed), buildTrader(washed)]);
    const names = ['honest', 'washed', 'others’'];
    const ids = await buildProducts(washed.database, names);
    await washed.database.pool.query('update products set retail_price_cents = 10000');
    const past = (index: number, count: number, dollars: number) =>
      Array.from({ length: count }, (_, number) => ({
        productId: ids[index] ?? 0,
        size: '9',
        priceCents: dollars * 100,
        soldAt: new Date(NOW_MS - (count - number) * HOUR_MS),
        content: randomUUID(),
      }));
    await transaction(washed.database.pool, (tx) =>
      savePastSales(tx, [...past(0, 7, 160), ...past(2, 5, 150)]),
    );
    for (let round = 0; round < 6; round += 1) {
      for (const [name, price] of [
        ['washed', 900 + round],
        ['others’', 190],
      ] as const) {
        await place(ann, 'ask', name, price);
        await place(bob, 'buy', name, price);
        await place(bob, 'ask', name, price, '10');
        await place(ann, 'buy', name, price, '10');
      }
    }
    await rollUpTrades(washed.database);
    // Another server reads the verdicts of the rules.
    const other = await buildTestApp({ database: washed.database });
    for (const period of ['24h', '7d', '30d']) {
      const lists = (await other.app.inject(`/api/market?period=${period}`)).json<Market>();
      expect(lists.mostSold.map(({ name, sales }) => [name, sales])).toEqual([
        ['honest', 7],
        ['others’', 5],
        ['washed', 1],
      ]);
      expect(lists.largestPremium.map(({ name }) => name)).toEqual(['honest', 'others’']);
      expect(lists.largestRise).toEqual([]);
    }
    await other.close();
    await washed.close();
  });
});

// The last test: the lists above contain only the sales before it.
describe('a sale at a price far from the usual', () => {
  it('does not move the index, is marked in the trade feed, and the next sale is not compared with it', async () => {
    const index = () => read<MarketIndex>('/index', marketIndexSchema);
    const before = await index();
    const [shop, visitor, guest] = await Promise.all([
      buildTrader(market),
      buildTrader(market),
      buildTrader(market),
    ]);
    await place(shop, 'ask', 'still', 20);
    await place(visitor, 'buy', 'still', 20);
    await rollUpTrades(market.database);
    expect(await index()).toEqual(before);
    await place(shop, 'ask', 'still', 110);
    await place(guest, 'buy', 'still', 110);
    await rollUpTrades(market.database);
    await vi.waitFor(async () => {
      const { sales } = await read<TradeFeed>('/tape?limit=2', tradeFeedSchema);
      expect(sales.map(({ price, change, isOdd }) => [price, change, isOdd])).toEqual([
        [110, 10, false],
        [20, -80, true],
      ]);
    }, 60_000);
  });
});
