import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import type { Person } from '../src/person.js';
import { failRequests } from './support/network.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();
const FIRST_VISIT_BYTES = 140_000;
/** The chart's own code, which is not part of the first paint. */
const CHART = /\/time-chart-[^/]*\.js$/;

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Accessible Runner With A Rather Long Name Low OG Retro');
  const maker = await shop.account();
  await maker.order('ask', { name: product.name, size: '9', price: 240 });
  await maker.order('bid', { name: product.name, size: '9', price: 200 });
});

const VISITORS_PAGES = [
  '/',
  '/market',
  '/product/ID',
  '/product/999999',
  '/brands/test',
  '/brands/unknown',
  '/help',
  '/help/fees',
  '/help/nothing',
  '/sell',
  '/sell/ID',
  '/sell/ID?size=9',
  '/buy/ID',
  '/buy/ID?size=9',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
];
const USERS_PAGES = [
  '/dashboard/profile',
  '/dashboard/buying',
  '/dashboard/selling',
  '/dashboard/watching',
  '/dashboard/collection',
  '/dashboard/settings',
  '/dashboard/settings/shipping',
  '/dashboard/settings/security',
  '/sell/ID?size=9',
  '/buy/ID?size=9',
];

const at = (path: string) => path.replace('ID', String(product.id));

async function opensQuietly(person: Person, path: string): Promise<void> {
  person.expectsComplaint(/status of 404/);
  await person.opens(at(path));
  await person.page.getByRole('heading', { level: 1 }).first().waitFor();
  await person.seesAllOfIt();
}

describe('on small, medium and large screens', () => {
  it.each([
    ['the public pages', VISITORS_PAGES],
    ['the pages for users', USERS_PAGES],
  ])('nothing overflows on %s', async (_which, pages) => {
    const { person, account } = await shop.trader();
    await account.order('ask', { name: product.name, size: '8', price: 1_000_000 });
    await account.order('bid', { name: product.name, size: '10', price: 150 });
    const sticking: string[] = [];
    for (const path of pages) {
      await opensQuietly(person, path);
      for (const width of [320, 768, 1920]) {
        await person.page.setViewportSize({ width, height: 800 });
        await person.seesAllOfIt();
        const widest = await person.page.evaluate(() => document.documentElement.scrollWidth);
        if (widest > width) {
          sticking.push(`${path} on ${width}: ${widest}`);
        }
      }
    }
    expect(sticking).toEqual([]);
  });
});

describe('the first visit', () => {
  it.each(['/', '/product/ID', '/browse'])('to %s needs at most 140 kB of JavaScript', async (path) => {
    const visitor = await shop.visitor();
    // Each file is fetched once, and later imports come from the browser's cache.
    const scripts = new Map<string, Promise<Buffer>>();
    visitor.page.on('response', (response) => {
      // The chart loads after the first paint, as a test below checks.
      const url = response.url();
      if (url.endsWith('.js') && !CHART.test(url) && !scripts.has(url)) {
        scripts.set(url, response.body());
      }
    });
    await opensQuietly(visitor, path);
    const code = await Promise.all(scripts.values());
    expect(code.length).toBeGreaterThan(0);
    const bytes = code.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes).toBeLessThan(FIRST_VISIT_BYTES);
    // Zod loads with the forms (decision 12); importing one constant from a module with a schema would load it here.
    expect(code.some((script) => script.includes('_zod'))).toBe(false);
  });

  it('to a product is painted, and takes orders, before the chart is requested', async () => {
    const visitor = await shop.visitor();
    const recover = await failRequests(visitor.page, CHART);
    visitor.expectsComplaint(/ERR_FAILED/);
    await visitor.opens(`/product/${product.id}`);
    await visitor.sees('The chart could not be loaded.');
    await visitor.link('Buy For 240$').waitFor();
    const { chartMs, paintMs } = await visitor.page.evaluate(() => {
      const [chart] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/time-chart-') && name.endsWith('.js'));
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return { chartMs: chart?.startTime ?? 0, paintMs: paint?.startTime ?? 0 };
    });
    expect(paintMs).toBeGreaterThan(0);
    expect(chartMs).toBeGreaterThan(paintMs);
    recover();
    await visitor.presses('Try again');
    await visitor.seesHeading('Price history');
    await visitor.sees('No sales yet');
  });

  it('shows a product from its HTML alone, without a second round trip', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/ERR_FAILED/);
    await visitor.page.route('**/api/**', (route) => route.abort());
    await visitor.opens(`/product/${product.id}`);
    await visitor.seesHeading(product.name);
    await visitor.link('Buy For 240$').waitFor();
  });

  it.each(['/', '/market', '/product/ID', '/browse', '/brands', '/releases'])(
    'to %s does not shift the layout',
    async (path) => {
      const visitor = await shop.visitor({ viewport: PHONE });
      await opensQuietly(visitor, path);
      const { sum, jumps } = await layoutShifts(visitor.page);
      expect(sum, jumps.join('\n')).toBeLessThan(0.01);
    },
  );
});

describe('the theme', () => {
  it('is switched in the header and kept across a reload without a flash', async () => {
    const visitor = await shop.visitor({ colorScheme: 'light' });
    await visitor.opens('/');
    const ground = () =>
      visitor.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await visitor.presses('Switch to the dark theme');
    expect(await ground()).toBe('rgb(11, 11, 12)');
    const html = await (await visitor.page.reload())?.text();
    expect(html).toContain('data-theme="dark"');
    expect(await ground()).toBe('rgb(11, 11, 12)');
  });
});
