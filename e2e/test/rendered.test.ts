import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

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

const RENDERED = [
  '/',
  '/market',
  '/market?period=7d',
  '/product/ID',
  '/product/ID?size=9',
  '/product/999999',
  '/brands/test',
  '/help',
  '/help/privacy',
  '/sell',
];

const at = (path: string) => path.replace('ID', String(product.id));

describe('without scripts', () => {
  it('Home shows sneakers with their prices and recent sales, and links to everything', async () => {
    const reader = await shop.visitor({ hasScripts: false });
    await reader.page.goto('/');
    await reader.seesHeading('The market for new sneakers');
    const trending = reader.page.getByRole('region', { name: 'Trending Sneakers' });
    await trending.getByRole('link', { name: /Rendered Runner.*Lowest ask.*240\$/ }).waitFor();
    const newest = reader.page.getByRole('region', { name: 'Newest sales' });
    await newest.getByText('250$').waitFor();
    await trending.getByRole('listitem').getByRole('link').first().click();
    await reader.isAt(`/product/${product.id}`);
    await reader.seesHeading(product.name);
  });

  it('every link on the rendered pages leads to a page', async () => {
    const reader = await shop.visitor({ hasScripts: false });
    reader.expectsComplaint(/status of 404/);
    const links = new Set<string>();
    for (const path of RENDERED) {
      await reader.page.goto(at(path));
      for (const link of await reader.page.getByRole('link').all()) {
        links.add(new URL((await link.getAttribute('href')) ?? '', shop.url).pathname);
      }
    }
    expect(links).toContain('/login');
    for (const link of links) {
      expect([link, (await fetch(shop.url + link)).status]).toEqual([link, 200]);
    }
  });

  it('a product shows its prices, sizes, figures and orders', async () => {
    const reader = await shop.visitor({ hasScripts: false, viewport: PHONE });
    await reader.page.goto(at('/product/ID'));
    await reader.seesHeading(product.name);
    await reader.sees('Lowest Ask');
    for (const price of ['240$', '200$', '250$']) {
      await reader.sees(price);
    }
    await reader.page.getByRole('heading', { name: 'Figures' }).waitFor({ state: 'attached' });
    await reader.page.getByRole('table', { name: 'All asks, the lowest first' }).waitFor();
  });

  it('the market shows its lists and its newest sales', async () => {
    const reader = await shop.visitor({ hasScripts: false });
    await reader.page.goto('/market');
    const sold = reader.page.getByRole('region', { name: 'Most sold' });
    await sold.getByText('2 sold').waitFor();
    await reader.page.getByRole('region', { name: 'Newest sales' }).getByText('260$').waitFor();
  });
});

describe.each([
  ['light', {}],
  ['dark', { theme: 'dark' }],
] as const)('in the browser, %s, far from UTC', (colorScheme, cookies) => {
  // A warning of React about hydration fails the test, like any other.
  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('every rendered page is hydrated unchanged, on %s', async (_name, viewport) => {
    const visitor = await shop.visitor({ viewport, colorScheme, timezoneId: 'Pacific/Kiritimati' });
    visitor.expectsComplaint(/status of 404/);
    await choosesTheme(visitor, cookies);
    for (const path of RENDERED) {
      await visitor.page.goto(at(path), { waitUntil: 'commit' });
      const main = await visitor.page.waitForSelector('main h1, main h2');
      await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
      await visitor.seesAllOfIt();
      // A new rendering would have created another element.
      expect([path, await main.evaluate((heading) => heading.isConnected)]).toEqual([path, true]);
    }
  });
});

describe('data of one visitor', () => {
  it("are in no other visitor's page", async () => {
    const { person: trader, account } = await shop.trader({ viewport: DESKTOP, timezoneId: 'Asia/Tokyo' });
    await choosesTheme(trader, { theme: 'dark' });
    const visitor = await shop.visitor({ viewport: DESKTOP, timezoneId: 'America/New_York' });
    await account.order('ask', { name: product.name, size: '10', price: 230 });
    for (const path of [at('/product/ID'), '/', '/market']) {
      await trader.opens(path);
      await visitor.opens(path);
      await trader.link('Dashboard').waitFor();
      await visitor.link('Log In').waitFor();
      expect(await trader.link('Log In').count()).toBe(0);
      expect(await visitor.link('Dashboard').count()).toBe(0);
      expect(await grounds(trader)).toBe('rgb(11, 11, 12)');
      expect(await grounds(visitor)).toBe('rgb(255, 255, 255)');
    }
    await visitor.opens(at('/product/ID?size=9'));
    await trader.opens(at('/product/ID?size=9'));
    const time = (person: Person) => person.page.locator('main time').first().textContent();
    expect(await time(trader)).not.toBe(await time(visitor));
  });

  it('load without a layout shift, on a desktop', async () => {
    const { person: trader } = await shop.trader({ viewport: DESKTOP });
    await trader.page.goto('/', { waitUntil: 'commit' });
    const sell = trader.link('Sell').first();
    const before = await sell.boundingBox();
    await trader.link('Dashboard').waitFor();
    await trader.seesAllOfIt();
    const after = await sell.boundingBox();
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(1);
  });
});

async function choosesTheme({ context }: Person, cookies: { readonly theme?: string }): Promise<void> {
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: shop.url })));
}

function grounds({ page }: Person): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
