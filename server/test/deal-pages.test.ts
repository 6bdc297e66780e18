import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import { expect, it, onTestFinished } from 'vitest';
import { buildTestApp } from './test-app.js';
import { createWebBuild } from './web-build.js';

const ORDER = 'orders/019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12';
/** The addresses of a deal's pages, with their titles. */
const TITLES: Readonly<Record<string, string>> = {
  [`/dashboard/${ORDER}`]: 'Your order',
  [`/dashboard/ann/${ORDER}`]: 'Your order',
  [`/dashboard/${ORDER}/slip`]: 'Packing slip',
  [`/dashboard/${ORDER}/receipt`]: 'Receipt',
  [`/dashboard/${ORDER}/box`]: 'Box label',
};
const ADDRESSES = Object.keys(TITLES);

/** The answers of a market to the addresses of a deal's pages, and to Home. */
async function visit(hasDeals: boolean) {
  const { build, remove } = await createWebBuild();
  const market = await buildTestApp({
    pages: await build(),
    payments: { provider: hasDeals ? 'play' : 'off' },
  });
  onTestFinished(async () => {
    await market.close();
    await remove();
  });
  const deals = await Promise.all(ADDRESSES.map((address) => market.app.inject(address)));
  return { deals, home: await market.app.inject('/') };
}

it('the pages of a deal exist once deals have started, which every page tells the browser', async () => {
  const { deals, home } = await visit(true);
  for (const [index, { statusCode, body }] of deals.entries()) {
    expect(statusCode).toBe(200);
    expect(body).toContain(`<title>${TITLES[ADDRESSES[index] ?? '']} | PerkeX</title>`);
    expect(body).toContain(`id="${DEALS_MARK_ID}"`);
    expect(body).toMatch(/name="robots" content="noindex/);
  }
  expect(home.body).toContain(`<script type="application/json" id="${DEALS_MARK_ID}">"play"</script>`);
});

it('before that, their addresses are unknown, and no page mentions deals', async () => {
  const { deals, home } = await visit(false);
  expect(deals.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
    ADDRESSES.map(() => [302, '/']),
  );
  expect(home.body).not.toContain(DEALS_MARK_ID);
});

it('a market with deals does not open without the provider that has their payments', async () => {
  const market = await buildTestApp({ payments: { provider: 'play' } });
  onTestFinished(() => market.close());
  const { database } = market;
  await expect(buildTestApp({ database, payments: { provider: 'off' } })).rejects.toThrow(
    "PAYMENTS must be play, which has the payments of this market's deals.",
  );
});
