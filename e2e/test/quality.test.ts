import { beforeAll, describe, expect, it } from 'vitest';
import { failRequests } from './support/network.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();
/** The chart's own code, which is not part of the first paint. */
const CHART = /\/time-chart-[^/]*\.js$/;

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Accessible Runner With A Rather Long Name Low OG Retro');
  const maker = await shop.account();
  await maker.order('ask', { name: product.name, size: '9', price: 240 });
  await maker.order('bid', { name: product.name, size: '9', price: 200 });
});

/** Pages with the product or its orders. Every screen of the demonstration market: e2e/test/screens.test.ts. */
const PAGES = [
  '/',
  '/product/ID',
  '/brands/test',
  '/sell/ID?size=9',
  '/buy/ID',
  '/buy/ID?size=9',
  '/dashboard/profile',
  '/dashboard/buying',
  '/dashboard/selling',
];

const at = (path: string) => path.replace('ID', String(product.id));

it('a long name and a high price fit small, medium and large screens', async () => {
  const { person, account } = await shop.trader();
  await account.order('ask', { name: product.name, size: '8', price: 1_000_000 });
  await account.order('bid', { name: product.name, size: '10', price: 150 });
  const sticking: string[] = [];
  for (const path of PAGES) {
    await person.opens(at(path));
    await person.page.getByRole('heading', { level: 1 }).first().waitFor();
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

// The amount of code, and layout shifts: e2e/test/rendered.test.ts.
describe('the first visit', () => {
  it('to a product is painted, and takes orders, before the chart is requested', async () => {
    const visitor = await shop.visitor();
    const recover = await failRequests(visitor.page, CHART);
    visitor.expectsComplaint(/ERR_FAILED/);
    await visitor.opens(`/product/${product.id}`);
    await visitor.page
      .getByRole('region', { name: 'Price history' })
      .evaluate((place) => place.scrollIntoView());
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
});

describe('the theme', () => {
  it('is switched in the header, kept across a reload without a flash, and follows the system again', async () => {
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
    await visitor.presses('Switch to the light theme');
    await visitor.presses('Follow the theme of the system');
    await visitor.page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).toBe('rgb(11, 11, 12)');
  });
});
