import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import { expect, it, onTestFinished } from 'vitest';
import { startDeals } from '../src/deals/deal-start.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { NO_HOLIDAYS } from './deals.js';
import { buildTestApp } from './test-app.js';
import { createTestDatabase } from './test-database.js';
import { createWebBuild } from './web-build.js';

const ADDRESSES = ['', 'ann/'].map((user) => `/dashboard/${user}orders/019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12`);

/** The answers of a market to the addresses of a deal's page, and to Home. */
async function visit(hasDeals: boolean) {
  const { build, remove } = await createWebBuild();
  const database = await createTestDatabase();
  if (hasDeals) {
    await startDeals(database.pool, new DealsConsumer(NO_HOLIDAYS));
  }
  const market = await buildTestApp({ database, pages: await build() });
  onTestFinished(async () => {
    await market.close();
    await database.close();
    await remove();
  });
  const deals = await Promise.all(ADDRESSES.map((address) => market.app.inject(address)));
  return { deals, home: await market.app.inject('/') };
}

it('a page of a deal exists once deals have started, which every page tells the browser', async () => {
  const { deals, home } = await visit(true);
  for (const { statusCode, body } of deals) {
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Your order | PerkeX</title>');
    expect(body).toContain(`id="${DEALS_MARK_ID}"`);
    expect(body).toMatch(/name="robots" content="noindex/);
  }
  expect(home.body).toContain(`id="${DEALS_MARK_ID}"`);
});

it('before that, its address is unknown, and no page mentions deals', async () => {
  const { deals, home } = await visit(false);
  expect(deals.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [302, '/'],
    [302, '/'],
  ]);
  expect(home.body).not.toContain(DEALS_MARK_ID);
});
