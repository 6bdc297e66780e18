import { randomUUID } from 'node:crypto';
import type { Collection } from '@perkex/contract/collection.js';
import type { UserData } from '@perkex/contract/user-data.js';
import { beforeEach, expect, it } from 'vitest';
import { readFailedDeals } from '../src/accounts/failed-deals.js';
import { transaction } from '../src/database/transaction.js';
import { saveNewDeals } from '../src/deals/open-deals.js';
import { TERMS, TRADED_AT_MS } from './deals.js';
import { buildProducts, order } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const market = useMarket();
let productId: number;
let products = 0;

/** A product that is in no collection yet. */
beforeEach(async () => {
  products += 1;
  [productId = 0] = await buildProducts(market.database, [`Dealt Runner ${products}`]);
});

async function pricesOf(user: TestUser): Promise<number[]> {
  const { pairs } = (await user.get('/collection')).json<Collection>();
  return pairs.map(({ price }) => price);
}

/** Trades the pair, and gives the trade a deal with these columns. @returns the id of the deal */
async function trade(
  seller: string,
  buyer: string,
  columns: Readonly<Record<string, string>>,
): Promise<string> {
  const { engine, database } = market;
  await engine.submit(order('ask', seller, 200, { productId, size: '9' }));
  await engine.submit(order('buy', buyer, 200, { productId, size: '9' }));
  const { rows } = await database.pool.query('select id from trades where product_id = $1', [productId]);
  const opening = { terms: TERMS, method: 'card' as const, dueAtMs: TRADED_AT_MS };
  await transaction(database.pool, (tx) => saveNewDeals(tx, [{ productId, id: rows[0].id, opening }]));
  const changes = Object.keys(columns).map((column, index) => `, ${column} = $${index + 2}`);
  await database.pool.query(`update deals set due_at = null ${changes.join('')} where product_id = $1`, [
    productId,
    ...Object.values(columns),
  ]);
  return rows[0].id;
}

it.each([
  [{ state: 'paid' }, [200], []],
  [{ state: 'delivered', payout: 'sent' }, [200], []],
  [{ state: 'complete', payout: 'sent' }, [200], []],
  [{ state: 'cancelled', cancellation: 'by-us' }, [], [100]],
  [{ state: 'rejected', verdict_by: 'ann' }, [], [100]],
  [{ state: 'closed', verdict_by: 'ann' }, [], [100]],
  [{ state: 'closed', verdict_by: 'ann', payout: 'sent', claim: 'return' }, [], []],
  [{ state: 'lost' }, [], []],
  [{ state: 'closed', parcel_in: 'lost' }, [], []],
])('the pair of a deal that is %j is in the collection of its owner only', async (columns, bought, kept) => {
  const [seller, buyer] = [await buildTrader(market), await buildTrader(market)];
  const pair = { id: randomUUID(), productId, size: '9', price: 100, date: '2026-01-02' };
  expect((await seller.post('/collection/add', pair)).statusCode).toBe(200);
  await trade(seller.uid, buyer.uid, columns);
  expect([await pricesOf(buyer), await pricesOf(seller)]).toEqual([bought, kept]);
});

it.each([
  [{ state: 'paid' }, undefined, undefined],
  [{ state: 'complete', payout: 'sent' }, undefined, undefined],
  [{ state: 'cancelled', cancellation: 'undone' }, 'cancelled', 'cancelled'],
  [{ state: 'rejected', verdict_by: 'ann' }, 'rejected', 'rejected'],
  [{ state: 'lost', payout: 'sent' }, 'lost', undefined],
  [{ state: 'closed', payout: 'sent', claim: 'return' }, 'closed', undefined],
])('a trade whose deal is %j tells the user for whom it has failed', async (columns, bought, sold) => {
  const [seller, buyer] = [await buildTrader(market), await buildTrader(market)];
  const id = await trade(seller.uid, buyer.uid, columns);
  const dataOf = async (user: TestUser) => (await user.get(`/getUserData/${user.uid}`)).json<UserData>();
  const purchase = (await dataOf(buyer)).purchases[1];
  const sale = (await dataOf(seller)).sales[1];
  expect([purchase?.failed, sale?.failed]).toEqual([bought, sold]);
  // As for trades from the copies.
  const { pool } = market.database;
  for (const [side, failed] of [
    ['bid', bought],
    ['ask', sold],
  ] as const) {
    expect((await readFailedDeals(pool, side, [{ productId, id }])).get(id)).toBe(failed ?? null);
  }
});
