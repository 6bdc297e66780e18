import { randomUUID } from 'node:crypto';
import { type ProductSummary, productSummarySchema, TRENDING_PRODUCTS } from '@perkex/contract/products.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Database } from '../src/database/connect.js';
import { ReplicaReads } from '../src/database/replica-reads.js';
import { transaction } from '../src/database/transaction.js';
import { FollowedProducts } from '../src/finding/followed-products.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';
import { createTestDatabase } from './test-database.js';

const NOW_MS = Date.now();
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Sales of a product this many days ago. */
async function sell({ pool }: Database, productId: number, ...daysAgo: number[]): Promise<void> {
  const sales = daysAgo.map((days) => ({
    productId,
    size: '9',
    priceCents: 10_000,
    content: randomUUID(),
    soldAt: new Date(NOW_MS - days * DAY_MS),
  }));
  await transaction(pool, (tx) => savePastSales(tx, sales));
}

async function rank({ pool }: Database, count: number): Promise<number[]> {
  const replicaReads = new ReplicaReads({ primary: pool, standby: null });
  const products = await new FollowedProducts(
    replicaReads,
    { subscribe: async () => () => {} },
    SYSTEM_CLOCK,
  ).read();
  return products.trending(count).map(({ id }) => id);
}

describe('the ranking', () => {
  let database: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.close());

  it('lists the products that sold most in 30 days first, then the most recently sold, then the oldest', async () => {
    const [never, once, thrice, longAgo, once2, notLately] = await buildProducts(
      database,
      ['never', 'once', 'thrice', 'long ago', 'once, but later', 'not lately', 'never either'],
      ['9'],
    );
    await sell(database, once!, 3);
    await sell(database, thrice!, 29, 28.5, 29.9);
    await sell(database, longAgo!, 100, 90, 80, 70, 60);
    await sell(database, once2!, 2);
    await sell(database, notLately!, 30.1, 31);
    expect(await rank(database, 10)).toEqual([thrice, once2, once, notLately, longAgo, never, never! + 6]);
  });

  it('has the requested length', async () => {
    expect(await rank(database, 2)).toHaveLength(2);
  });
});

describe('the trending products', () => {
  const market = useMarket();
  let seller: TestUser;
  let buyer: TestUser;
  let ids: number[];
  const names = Array.from({ length: TRENDING_PRODUCTS + 3 }, (_, index) => `Air ${index}`);

  beforeAll(async () => {
    [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
    ids = await buildProducts(market.database, names);
    await sell(market.database, ids[13]!, 1);
    await sell(market.database, ids[14]!, 20);
    for (const other of [await buildTrader(market), buyer]) {
      await place(seller, 'ask', names[14]!, 105);
      await place(other, 'buy', names[14]!, 105);
    }
    await place(seller, 'ask', names[13]!, 300);
  });

  async function place(user: TestUser, call: string, name: string, price: number): Promise<void> {
    const answer = await user.post(`/${call}`, { id: randomUUID(), name, price, size: '9' });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  async function trending(): Promise<ProductSummary[]> {
    const answer = await market.app.inject('/api/trending');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(z.parse(z.array(productSummarySchema), answer.json())).toEqual(answer.json());
    return answer.json<ProductSummary[]>();
  }

  function card(index: number, prices: Pick<ProductSummary, 'lowestAsk' | 'lastSale' | 'change'>) {
    return { id: ids[index], name: names[index], thumbnail: `/drawings/${ids[index]}.svg`, ...prices };
  }

  it('count the trades here and the sales before, and in a new market are simply its products', async () => {
    const products = await trending();
    expect(products.map(({ id }) => id)).toEqual(
      [14, 13, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => ids[index]),
    );
    expect(products.slice(0, 3)).toEqual([
      card(14, { lowestAsk: 0, lastSale: 105, change: 5 }),
      card(13, { lowestAsk: 300, lastSale: 100, change: null }),
      card(0, { lowestAsk: 0, lastSale: 0, change: null }),
    ]);
  });

  it('are ranked once for many requests, with current prices', async () => {
    await sell(market.database, ids[5]!, 1, 2, 3, 4);
    await place(seller, 'ask', names[13]!, 290);
    const products = await trending();
    expect(products.slice(0, 2)).toMatchObject([{ id: ids[14] }, { id: ids[13], lowestAsk: 290 }]);
  });
});
