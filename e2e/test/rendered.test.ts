import { gzipSync } from 'node:zlib';
import { PAGES } from '@perkex/contract/pages.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import type { Person } from '../src/person.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();
const FAR_AWAY = 'Pacific/Kiritimati';

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Rendered Runner');
  const [seller, buyer] = [await shop.account(), await shop.account()];
  for (const price of [260, 250]) {
    await seller.order('ask', { name: product.name, size: '9', price });
    await buyer.order('buy', { name: product.name, size: '9', price });
  }
  await seller.order('ask', { name: product.name, size: '9', price: 240 });
  await buyer.order('bid', { name: product.name, size: '8', price: 200 });
});

/** The rendered pages without parameters. Their heading is their title; Home's list is its first heading. */
const PLAIN = Object.values(PAGES)
  .filter(({ path, isRendered }) => isRendered && !path.includes(':'))
  .map(({ path, title }) => [path, title ?? 'Trending Sneakers'] as const);

/** The products are first: the next pages are those of a visitor who has viewed some. */
const RENDERED: readonly (readonly [path: string, heading: string])[] = [
  ['/product/ID', 'Rendered Runner'],
  ['/product/ID?size=9', 'Rendered Runner'],
  ['/product/999999', 'There is no such product'],
  ...PLAIN,
  ['/market?period=7d', 'Market'],
  ['/brands/test', 'Test'],
  ['/help/privacy', 'Privacy'],
];

/** The pages whose code is limited (compressed, without the chart's, which is not part of the first paint). */
const WITH_LIMITED_CODE = ['/', '/product/ID', '/browse'];
const CHART = /\/time-chart-[^/]*\.js$/;
const FIRST_VISIT_BYTES = 140_000;
const ADVICE = `A first visit loads too much code: at most FIRST_VISIT_BYTES (${FIRST_VISIT_BYTES}) compressed.
A new page adds about 100 bytes (its path and files), a new call of visitors or users about 25 (its address).
If yours adds more, import types and small files only, load the rest on first use, or add a room that the first visit
does not need to OF_SOME_PAGES in web/vite.config.ts. The files of a page are listed in web/dist/.vite/manifest.json.`;

const at = (path: string) => path.replace('ID', String(product.id));

// The links of all these pages: e2e/test/crawler.test.ts.
it('without scripts, Home, a product and the market show their prices and sales', async () => {
  const reader = await shop.visitor({ hasScripts: false });
  const region = (name: string) => reader.page.getByRole('region', { name });
  await reader.page.goto('/');
  await reader.seesHeading('The market for new sneakers');
  const banner = reader.page.getByRole('group', { name: '1 of 4' });
  const ofBanner = banner.getByRole('link', { name: /Lowest ask.*240\$/ });
  expect(await ofBanner.getAttribute('href')).toBe(at('/product/ID'));
  await region('Trending Sneakers')
    .getByRole('link', { name: /Rendered Runner.*Lowest ask.*240\$/ })
    .waitFor();
  await region('Newest sales').getByText('250$').waitFor();
  await region('Trending Sneakers').getByRole('listitem').getByRole('link').first().click();
  await reader.isAt(at('/product/ID'));

  await reader.page.setViewportSize(PHONE);
  await reader.seesHeading(product.name);
  await reader.sees('Lowest Ask');
  for (const price of ['240$', '200$', '250$']) {
    await reader.sees(price);
  }
  await reader.page.getByRole('heading', { name: 'Figures' }).waitFor({ state: 'attached' });
  await reader.page.getByRole('table', { name: 'All asks, the lowest first' }).waitFor();

  await reader.page.goto('/market');
  await region('Most sold').getByText('2 sold').waitFor();
  await region('Newest sales').getByText('260$').waitFor();
});

describe('in the browser, far from UTC', () => {
  /** Opens a page, which must keep the elements that the server has rendered. */
  async function opensUnchanged(visitor: Person, path: string, heading: string): Promise<void> {
    await visitor.page.goto(at(path), { waitUntil: 'commit' });
    const main = await visitor.page.waitForSelector('main h1, main h2');
    await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
    await visitor.seesAllOfIt();
    // A new rendering would have created another element.
    expect([path, await main.evaluate((element) => element.isConnected)]).toEqual([path, true]);
    await visitor.heading(heading).first().waitFor();
  }

  /** The code that a page has loaded, also from the browser's cache, which may no longer have it for the test. */
  async function codeOf({ page }: Person): Promise<Buffer[]> {
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    const scripts = new Set(loaded.filter((url) => url.endsWith('.js') && !CHART.test(url)));
    return Promise.all([...scripts].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  }

  // A warning of React about hydration fails the test, like any other. The theme concerns only the header.
  it('every rendered page is hydrated unchanged and does not shift, on a phone', async () => {
    const visitor = await shop.visitor({ viewport: PHONE, timezoneId: FAR_AWAY });
    visitor.expectsComplaint(/status of 404/);
    // Products viewed on one page would appear on the next ones.
    await visitor.context.addInitScript('localStorage.clear()');
    for (const [path, heading] of RENDERED) {
      await opensUnchanged(visitor, path, heading);
      const { sum, jumps } = await layoutShifts(visitor.page);
      expect(sum, `${path}: ${jumps.join('\n')}`).toBeLessThan(0.01);
    }
    await choosesTheme(visitor, 'dark');
    await opensUnchanged(visitor, '/', 'Trending Sneakers');
  });

  it('pages are hydrated unchanged and need little code, on a dark desktop', async () => {
    const visitor = await shop.visitor({ colorScheme: 'dark', timezoneId: FAR_AWAY });
    visitor.expectsComplaint(/status of 404/);
    await opensUnchanged(visitor, '/sell', 'Choose a product');
    await choosesTheme(visitor, 'dark');
    for (const [path, heading] of RENDERED.filter(([path]) => WITH_LIMITED_CODE.includes(path))) {
      await opensUnchanged(visitor, path, heading);
      const code = await codeOf(visitor);
      expect(code.length, path).toBeGreaterThan(0);
      const bytes = code.reduce((sum, script) => sum + gzipSync(script).length, 0);
      expect(bytes, `${path}: ${ADVICE}`).toBeLessThan(FIRST_VISIT_BYTES);
      // Zod loads with the forms (decision 12); importing one constant from a module with a schema would load it.
      expect([path, code.some((script) => script.includes('_zod'))]).toEqual([path, false]);
    }
    await opensUnchanged(visitor, '/product/999999', 'There is no such product');
  });
});

// The HTML is the same for all: server/test/pages-cached.test.ts.
it('data of one visitor are not on the page of another, and load without a layout shift', async () => {
  const { person: trader, account } = await shop.trader({ timezoneId: 'Asia/Tokyo' });
  const visitor = await shop.visitor({ timezoneId: 'America/New_York' });
  await account.order('ask', { name: product.name, size: '10', price: 230 });
  await choosesTheme(trader, 'dark');

  for (const viewport of [PHONE, DESKTOP]) {
    await trader.page.setViewportSize(viewport);
    await trader.page.goto('/', { waitUntil: 'commit' });
    const sell = trader.link('Sell').first();
    const before = await sell.boundingBox();
    await trader.link(/^(Your dashboard|Dashboard)$/).waitFor();
    await trader.button(/^Notifications/).waitFor();
    await trader.seesAllOfIt();
    const after = await sell.boundingBox();
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0)), `${viewport.width} px`).toBeLessThan(1);
  }

  for (const person of [trader, visitor]) {
    await person.opens(at('/product/ID?size=9'));
  }
  await trader.link('Dashboard').waitFor();
  await visitor.link('Log In').waitFor();
  expect(await trader.link('Log In').count()).toBe(0);
  expect(await visitor.link('Dashboard').count()).toBe(0);
  expect(await grounds(trader)).toBe('rgb(11, 11, 12)');
  expect(await grounds(visitor)).toBe('rgb(255, 255, 255)');
  const time = (person: Person) => person.page.locator('main time').first().textContent();
  await expect.poll(async () => (await time(trader)) !== (await time(visitor))).toBe(true);
});

async function choosesTheme({ context }: Person, theme: 'dark'): Promise<void> {
  await context.addCookies([{ name: 'theme', value: theme, url: shop.url }]);
}

function grounds({ page }: Person): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
