import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from '../../server/test/market.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { failRequests, hold } from './support/network.js';
import { type ShopProduct, SIZES, useShop } from './support/shop.js';

const shop = useShop();

const DAY_MS = 24 * 60 * 60 * 1_000;
/** More than the ten that the index needs. */
const PRODUCTS = Array.from({ length: 14 }, (_, index) => `Market Runner ${index + 1} Retro High OG Blue`);

/** The parts of the market, by their titles. */
const part = (person: Person, title: string) =>
  person.page
    .locator('section')
    .filter({ has: person.page.getByRole('heading', { name: title, exact: true }) })
    .last();
const heightOf = (element: Element) => element.getBoundingClientRect().height;
/** Its rows, without the placeholders. */
const lines = (place: Locator) => place.getByRole('listitem').filter({ has: place.page().getByRole('link') });

async function opensMarket(person: Person): Promise<void> {
  await person.opens('/market');
  await person.seesHeading('Market');
  await person.seesAllOfIt();
}

/**
 * Opens Home, and scrolls to the market once the application has started. A jump to the end would skip it, because its
 * code loads only after its place has been in view for a frame.
 */
async function startsHome(person: Person): Promise<void> {
  await person.opens('/');
  await person.page.getByPlaceholder('Search for sneaker').first().waitFor({ state: 'attached' });
  await part(person, 'The market now').evaluate((place) => place.scrollIntoView({ behavior: 'instant' }));
}

/** Scrolls to the market on Home and waits for it. */
async function looksAtMarketOnHome(person: Person): Promise<void> {
  await startsHome(person);
  await person.seesHeading('Newest sales');
  await person.seesAllOfIt();
}

/** Waits until the tab's stream covers the whole market. */
async function follows(person: Person): Promise<void> {
  await expect.poll(() => person.answeredStreams()).toContain('/api/live');
  await person.seesAllOfIt();
}

/** Two users trade a pair of a new product at this price. */
async function trade(price: number, name?: string): Promise<ShopProduct> {
  const product = await shop.product(name);
  const [seller, buyer] = await Promise.all([shop.account(), shop.account()]);
  await seller.order('ask', { name: product.name, size: '9', price });
  await buyer.order('buy', { name: product.name, size: '9', price });
  return product;
}

describe('before the first sale', () => {
  const shop = useShop();

  it('every part says so, on the market page and on Home', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    await visitor.sees('Nothing has been sold yet. Each sale will show here as it happens.');
    await visitor.sees('The index begins at 1000, on the first day by which ten products have been sold.');
    await visitor.sees('Nothing was sold in this time.');
    await visitor.sees('No size has both an ask and a bid.');
    expect(await faultsOf(visitor)).toEqual([]);
    await looksAtMarketOnHome(visitor);
    await visitor.sees('The index begins at 1000, on the first day by which ten products have been sold.');
    await visitor.sees('Nothing that sold three times or more has risen in this time.');
  });
});

describe('a market with past sales', () => {
  let ids: number[];

  /** Creates products with sales every second day for two months, half of them with rising prices. */
  beforeAll(async () => {
    ids = await buildProducts(shop.app.database, PRODUCTS, SIZES);
    const sales = ids.flatMap((productId, index) =>
      Array.from({ length: 30 }, (_, turn) => ({
        productId,
        size: '9',
        priceCents: 100 * (200 + 10 * index + (index % 2 === 0 ? 2 : -2) * turn),
        soldAt: new Date(Date.now() - (30 - turn) * 2 * DAY_MS - index * 1_000),
        content: `sale ${productId} ${turn}`,
      })),
    );
    await transaction(shop.app.database.pool, (tx) => savePastSales(tx, sales));
    await shop.announce(new Map(PRODUCTS.map((name, index) => [name, ids[index] ?? 0])));
  });

  it.each([
    ['a phone of 320 pixels, light', { width: 320, height: 700 }, 'light'],
    ['a phone, dark', PHONE, 'dark'],
    ['a desktop, light', DESKTOP, 'light'],
    ['a desktop, dark', DESKTOP, 'dark'],
  ] as const)('is accessible without overflow on %s', async (_name, viewport, colorScheme) => {
    const visitor = await shop.visitor({ viewport, colorScheme });
    const widest = () => visitor.page.evaluate(() => document.documentElement.scrollWidth);
    await opensMarket(visitor);
    await visitor.page.getByRole('slider', { name: /History/ }).waitFor();
    expect(await faultsOf(visitor)).toEqual([]);
    expect(await widest()).toBe(viewport.width);
    await looksAtMarketOnHome(visitor);
    expect(await faultsOf(visitor)).toEqual([]);
    expect(await widest()).toBe(viewport.width);
  });

  it('shows the index of the server, with its ranges', async () => {
    const { value } = (await (await fetch(`${shop.url}/api/market/index`)).json()) as { value: number };
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    await part(visitor, 'PX50').getByText(value.toFixed(1), { exact: true }).first().waitFor();
    await visitor.page.getByRole('tab', { name: '1M' }).click();
    await visitor.page.getByRole('tab', { name: '1M', selected: true }).waitFor();
    await visitor.page.getByRole('slider', { name: /chosen day/ }).waitFor();
  });

  it('explains the index on request', async () => {
    const visitor = await shop.visitor();
    await looksAtMarketOnHome(visitor);
    await visitor.follows('What is this?');
    await visitor.isAt('/market#about-px50');
    await visitor.seesHeading('What is the PX50?');
  });

  it('lists the movers of the chosen period, which is kept in the address', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await visitor.follows('Market');
    await visitor.isAt('/market');
    await visitor.page.getByRole('tab', { name: '24 h', selected: true }).focus();
    await visitor.page.keyboard.press('End');
    await visitor.isAt('/market?period=30d');
    const rise = lines(part(visitor, 'Largest rise'));
    await rise.getByText(/^\+/).first().waitFor();
    expect(await rise.count()).toBe(5);
    await part(visitor, 'Largest rise')
      .getByRole('button', { name: /^Show 2 more/ })
      .click();
    expect(await rise.count()).toBe(7);
    await rise
      .first()
      .getByText(/^\d+ sold$/)
      .waitFor();
    await rise.first().getByRole('link').click();
    await visitor.seesHeading(PRODUCTS[0]!);
    expect(visitor.place).toBe(`/product/${ids[0]}`);
    await visitor.page.goBack();
    await visitor.page.getByRole('tab', { name: '30 days', selected: true }).waitFor();
  });

  it('has older sales on request, each with its time and zone', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    const tape = lines(part(visitor, 'Newest sales'));
    expect(await tape.count()).toBe(5);
    for (const count of [25, 45, 65]) {
      await visitor.presses('Show older sales');
      await expect.poll(() => tape.count()).toBe(count);
    }
    const title = await tape.last().locator('time').getAttribute('title');
    expect(title).toMatch(/^\d{1,2} \w+ \d{4}, \d{2}:\d{2}:\d{2} (UTC|GMT|[A-Z]+)/);
  });

  it('loads again after a failure, automatically and on request', async () => {
    const visitor = await shop.visitor({ hasOwnClock: true });
    visitor.expectsComplaint(/status of 503/);
    const recover = await failRequests(visitor.page, /\/api\/market/, 503);
    // A page rendered by the server contains its data.
    await visitor.opens('/sell');
    await visitor.follows('Market');
    await visitor.sees('The movers could not be loaded.');
    await visitor.sees('The newest sales could not be loaded.');
    await visitor.sees('The history could not be loaded.');
    recover();
    await part(visitor, 'Newest sales').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => lines(part(visitor, 'Newest sales')).count()).toBe(5);
    await visitor.passes(5_000);
    await visitor.sees('Nothing was sold in this time.');
  });
});

describe('the newest sales', () => {
  it.each([
    ['the market page', opensMarket],
    ['Home', looksAtMarketOnHome],
  ])('appear as they happen, on %s', async (_page, opens) => {
    const visitor = await shop.visitor();
    await opens(visitor);
    await follows(visitor);
    const { id, name } = await trade(321);
    const newest = lines(part(visitor, 'Newest sales')).first();
    await newest.getByText(name).waitFor();
    await newest.getByText('321$').waitFor();
    await newest.getByText(/^Size 9/).waitFor();
    expect(await newest.getByRole('link').getAttribute('href')).toBe(`/product/${id}`);
  });

  it('stay when an older answer arrives after them', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    await follows(visitor);
    const answers = await hold(visitor.page, '/api/market/tape*', 'answer');
    // A new stream triggers a refetch of everything shown.
    await visitor.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await answers.arrive();
    const { name } = await trade(324);
    const newest = lines(part(visitor, 'Newest sales')).first();
    await newest.getByText(name).waitFor();
    const late = visitor.page.waitForResponse(/\/api\/market\/tape/);
    await answers.letGo();
    await (await late).finished();
    await visitor.draws();
    expect(await newest.textContent()).toContain(name);
    await answers.end();
  });

  it('stop while paused, and are counted', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    await follows(visitor);
    const tape = part(visitor, 'Newest sales');
    const shown = await lines(tape).first().textContent();
    await visitor.presses('Pause the newest sales');
    const { name } = await trade(322);
    await tape.getByText('1 new').waitFor();
    expect(await lines(tape).first().textContent()).toBe(shown);
    await visitor.presses('Run the newest sales');
    await lines(tape).first().getByText(name).waitFor();
    await visitor.seesNoMore('1 new');
  });

  it('wait while the pointer is on one of them', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    await follows(visitor);
    const tape = part(visitor, 'Newest sales');
    const shown = await lines(tape).first().textContent();
    await lines(tape).first().getByRole('link').focus();
    const { name } = await trade(323);
    await visitor.page.waitForResponse(/\/api\/market\?/);
    expect(await lines(tape).first().textContent()).toBe(shown);
    await visitor.button('Pause the newest sales').focus();
    await lines(tape).first().getByText(name).waitFor();
  });

  it('are not a live region, which would announce every sale', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    expect(
      await part(visitor, 'Newest sales').locator('[aria-live], [role=status], [role=log]').count(),
    ).toBe(0);
  });
});

describe('Home', () => {
  it.each([
    ['a phone', PHONE],
    ['a tablet', { width: 768, height: 1024 }],
    ['a desktop', DESKTOP],
  ])('reserves space for the market until it loads, on %s', async (_name, viewport) => {
    const visitor = await shop.visitor({ viewport });
    let letItCome = () => {};
    const until = new Promise<void>((resolve) => {
      letItCome = resolve;
    });
    await visitor.page.route(/market-glance/, async (route) => {
      await until;
      await route.continue();
    });
    await startsHome(visitor);
    const rendered = await part(visitor, 'The market now').elementHandle();
    const heightBefore = await rendered?.evaluate(heightOf);
    letItCome();
    // Until the code has loaded, the part rendered by the server looks the same and reserves the space.
    await visitor.page.waitForFunction((element) => element?.isConnected === false, rendered);
    await visitor.seesAllOfIt();
    const height = await part(visitor, 'The market now').evaluate(heightOf);
    expect(Math.abs(height - (heightBefore ?? 0))).toBeLessThan(16);
  });

  it('reports that the code of the market cannot be loaded, and stays usable', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    visitor.expectsComplaint(/ERR_FAILED/);
    await visitor.page.route(/market-glance/, (route) => route.abort());
    await visitor.opens('/');
    await part(visitor, 'The market now').scrollIntoViewIfNeeded();
    await visitor.sees('The market could not be loaded.');
    await visitor.seesHeading('Trending Sneakers');
    await visitor.presses('Try again');
    await visitor.sees('The market could not be loaded.');
  });
});
