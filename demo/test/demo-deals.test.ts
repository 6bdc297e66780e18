import { randomUUID } from 'node:crypto';
import { audit } from '@perkex/server/audit/audit.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { DEAL_NOTIFICATIONS } from '@perkex/server/deals/deal-notifications.js';
import { afterEach, expect, it, vi } from 'vitest';
import { consumeAll } from '../../server/test/consumers.js';
import { buildProducts, order } from '../../server/test/market.js';
import { buildTestApp, type TestApp } from '../../server/test/test-app.js';
import { createTraders } from '../src/create-traders.js';
import { DemoDeals } from '../src/deals.js';
import { demonstration } from '../src/demonstration.js';

let market: TestApp;

async function openMarket(failingShare: number): Promise<void> {
  market = await buildTestApp({
    isDemo: true,
    demonstration: { ...demonstration, openDeals: (options) => new DemoDeals(options, failingShare) },
  });
  const { database } = market;
  await transaction(database.pool, (tx) => createTraders(tx, 0, 2));
  await buildProducts(database, ['Demo Runner'], ['9']);
  market.jobs.start();
}

afterEach(async () => {
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
  // The server looks for jobs at once.
  await market.jobs.sendAll(database.pool, DEAL_NOTIFICATIONS, []);
}

async function trade(): Promise<void> {
  const { engine } = market;
  await engine.submit({ ...order('ask', 'demo-trader-0', 200), orderId: randomUUID() });
  await engine.submit({ ...order('buy', 'demo-trader-1', 200), orderId: randomUUID() });
}

/** Works until the traders and the desk have taken these steps, and the deal is as expected. */
async function workUntil(deal: object, expectedSteps: readonly string[]): Promise<void> {
  const { pool } = market.database;
  await vi.waitFor(async () => {
    await work();
    const { rows } = await pool.query('select state, payout, choice from deals');
    expect(rows).toEqual([expect.objectContaining(deal)]);
    const steps = await pool.query(
      `select event from deal_events where actor_kind in ('buyer', 'seller', 'member') order by version`,
    );
    expect(steps.rows.map(({ event }) => event)).toEqual(expectedSteps);
  }, 60_000);
}

it('a trade of house accounts is paid, shipped, verified, sent and confirmed without anyone', async () => {
  await openMarket(0);
  await trade();
  await workUntil({ state: expect.stringMatching(/complete|closed/) }, [
    'ship',
    'receive',
    'pass',
    'send',
    'confirm',
  ]);
});

it('a pair of a house account that fails the verification goes back, and its buyer gets the money', async () => {
  await openMarket(1);
  await trade();
  const steps = ['ship', 'receive', 'fail', 'accept-verdict', 'return-pair', 'choose-refund'];
  await workUntil({ state: 'rejected', choice: 'refund' }, steps);
});
