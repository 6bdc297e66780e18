import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse as Response } from 'fastify';
import { expect } from 'vitest';
import type { DealKey } from '../src/deals/deal-key.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { consumeAll } from './consumers.js';
import { QUIET_STEPS } from './deals.js';
import type { TestApp, TestUser } from './test-app.js';

const consumer = new DealsConsumer(QUIET_STEPS);

interface Traders {
  readonly seller: TestUser;
  readonly buyer: TestUser;
}

/** Lets these users trade at 200 $. @returns the trade, whose deal begins once the feed is consumed */
export async function placeTrade(
  { database }: Pick<TestApp, 'database'>,
  { seller, buyer }: Traders,
  { name, size }: { readonly name: string; readonly size: string },
): Promise<DealKey> {
  const order = { name, price: 200, size };
  expect((await seller.post('/ask', { ...order, id: randomUUID() })).statusCode).toBe(200);
  expect((await buyer.post('/buy', { ...order, id: randomUUID() })).statusCode).toBe(200);
  const { rows } = await database.pool.query<DealKey>(
    'select product_id as "productId", id from trades where buyer_id = $1 order by id desc limit 1',
    [buyer.uid],
  );
  return rows[0] as DealKey;
}

/** As `placeTrade`, with the deal. No other trade may be without one. */
export async function tradeWithDeal(...trade: Parameters<typeof placeTrade>): Promise<DealKey> {
  const key = await placeTrade(...trade);
  await consumeAll(trade[0].database, consumer);
  return key;
}

/** A party takes a step at the version that they see. */
export async function takePartyStep(user: TestUser, { id: deal }: DealKey, step: object): Promise<Response> {
  const { version } = (await user.get(`/deals/${deal}`)).json<{ version: number }>();
  return user.post('/deals/step', { deal, id: randomUUID(), version, step });
}

/** All work in the background on deals and their payments, once on each of these servers. */
export async function workOnDeals(first: TestApp, ...others: readonly TestApp[]): Promise<void> {
  await first.consumeFeed();
  for (const each of first.deals.consumers) {
    await consumeAll(first.database, each);
  }
  for (const { deals, payments } of [first, ...others]) {
    for (const { work } of [...deals.maintenance, ...payments.maintenance]) {
      await work();
    }
  }
}
