import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { readDealStart, startDeals } from '../src/deals/deal-start.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { openDeals } from '../src/deals/open-deals.js';
import { readDeal } from '../src/deals/read-deal.js';
import { consumeAll } from './consumers.js';
import { NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { createTestDatabase } from './test-database.js';

let database: Database;
const consumer = new DealsConsumer(QUIET_STEPS);

beforeAll(async () => {
  database = await createTestDatabase();
  await buildTraders(database, 'ann', 'bob');
  await buildProducts(database, ['Dealt']);
});

afterAll(() => database.close());

async function trade(call: 'buy' | 'sell'): Promise<void> {
  const engine = openEngine(database);
  await engine.submit(call === 'buy' ? order('ask', 'ann', 200) : order('bid', 'bob', 200));
  await engine.submit(call === 'buy' ? order('buy', 'bob', 200) : order('sell', 'ann', 200));
  await engine.close();
}

async function keysOfTrades() {
  const { rows } = await database.pool.query<{ productId: number; id: string }>(
    'select product_id as "productId", id from trades order by id',
  );
  return rows;
}

it('every trade since the start of deals has one, with the terms of the trade; earlier trades have none', async () => {
  await trade('buy');
  expect(await readDealStart(database.pool)).toBeNull();
  await startDeals(database.pool, consumer);
  await startDeals(database.pool, consumer);
  expect(await readDealStart(database.pool)).toBe('play');
  await trade('buy');
  await trade('sell');
  await consumeAll(database, consumer);
  const deals = await Promise.all((await keysOfTrades()).map((key) => readDeal(database.pool, key)));
  expect(deals).toMatchObject([
    null,
    { deal: { state: 'unpaid', version: 0, terms: { priceCents: 200_00, taker: 'buyer' } } },
    { deal: { state: 'unpaid', version: 0, terms: { priceCents: 200_00, taker: 'seller' } } },
  ]);
  const [, second] = deals;
  expect(second?.deal.dueAtMs).toBe((second?.deal.terms.tradedAtMs ?? 0) + 24 * 3_600_000);
});

it('an entry that is consumed again opens no second deal and changes none', async () => {
  const keys = await keysOfTrades();
  const before = await database.pool.query('select * from deals order by id');
  await transaction(database.pool, (tx) => openDeals(tx, keys, { holidays: NO_HOLIDAYS, method: 'card' }));
  expect((await database.pool.query('select * from deals order by id')).rows).toEqual(before.rows);
});
