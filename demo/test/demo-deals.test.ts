import { randomUUID } from 'node:crypto';
import { audit } from '@perkex/server/audit/audit.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { consumeAll } from '../../server/test/consumers.js';
import { buildProducts, order } from '../../server/test/market.js';
import { buildTestApp, type TestApp } from '../../server/test/test-app.js';
import { createTraders } from '../src/create-traders.js';
import { demonstration } from '../src/demonstration.js';

let market: TestApp;

beforeAll(async () => {
  market = await buildTestApp({ isDemo: true, demonstration });
  const { database } = market;
  await transaction(database.pool, (tx) => createTraders(tx, 0, 2));
  await buildProducts(database, ['Demo Runner'], ['9']);
  market.jobs.start();
});

afterAll(async () => {
  const violated = (await audit(market.database.pool)).filter(({ violations }) => violations > 0);
  await market.close();
  expect(violated).toEqual([]);
});

/** The background work of a server, without the pauses of the demonstration. */
async function work(): Promise<void> {
  const { database, deals, payments } = market;
  for (const consumer of deals.consumers) {
    await consumeAll(database, consumer);
  }
  for (const { work } of [...deals.maintenance, ...payments.maintenance]) {
    await work();
  }
  await database.pool.query(
    `update jobs set run_at = now() where kind = 'demo-deal-step' and run_at > now()`,
  );
}

it('a trade of house accounts is paid, shipped, verified, sent and confirmed without anyone', async () => {
  const { engine, database } = market;
  await engine.submit({ ...order('ask', 'demo-trader-0', 200), orderId: randomUUID() });
  await engine.submit({ ...order('buy', 'demo-trader-1', 200), orderId: randomUUID() });
  await vi.waitFor(async () => {
    await work();
    const { rows } = await database.pool.query('select state, payout from deals');
    expect(rows).toEqual([{ state: expect.stringMatching(/complete|closed/), payout: expect.any(String) }]);
  }, 60_000);
  const { rows } = await database.pool.query(
    `select event from deal_events where actor_kind in ('buyer', 'seller', 'member') order by version`,
  );
  const events = rows.map(({ event }) => event);
  expect([
    ['ship', 'receive', 'pass', 'send', 'confirm'],
    ['ship', 'receive', 'fail', 'accept-verdict', 'return-pair', 'choose-refund'],
  ]).toContainEqual(events);
});
