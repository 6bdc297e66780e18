import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from '../../server/test/market.js';
import type { Account } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf, RULES_OF_THEMES } from './support/accessibility.js';
import { hold } from './support/network.js';
import { type ShopProduct, SIZES, useShop } from './support/shop.js';

const shop = useShop();

const DAY_MS = 24 * 60 * 60 * 1_000;
const SMALL = { width: 320, height: 700 };
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

const widthOf = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth);

let traders: Promise<readonly [Account, Account]> | undefined;

/** Two users trade a pair of a new product at this price. */
async function trade(price: number): Promise<ShopProduct> {
  traders ??= Promise.all([shop.account(), shop.account()]);
  const [product, [seller, buyer]] = await Promise.all([shop.product(), traders]);
  await seller.order('ask', { name: product.name, size: '9', price });
  await buyer.order('buy', { name: product.name, size: '9', price });
  return product;
}

/** Waits until this sale is the first of the newest ones. */
async function seesFirst(person: Person, { id, name }: ShopProduct, price: number): Promise<void> {
  const newest = lines(part(person, 'Newest sales')).first();
  await newest.getByText(name).waitFor();
  await newest.getByText(`${price}$`).waitFor();
  await newest.getByText(/^Size 9/).waitFor();
  expect(await newest.getByRole('link').getAttribute('href')).toBe(`/product/${id}`);
}

describe('before the first sale', () => {
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

  it('has its index, its older sales and the movers of a period on a page, which fits a small phone', async () => {
    const { value } = (await (await fetch(`${shop.url}/api/market/index`)).json()) as { value: number };
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await visitor.follows('Market');
    await visitor.isAt('/market');
    await part(visitor, 'PX50').getByText(value.toFixed(1), { exact: true }).first().waitFor();
    await visitor.page.getByRole('tab', { name: '1M' }).click();
    await visitor.page.getByRole('tab', { name: '1M', selected: true }).waitFor();
    await visitor.page.getByRole('slider', { name: /chosen day/ }).waitFor();

    const tape = lines(part(visitor, 'Newest sales'));
    await expect.poll(() => tape.count(), { message: 'of the newest sales' }).toBe(5);
    for (const count of [25, 45, 65]) {
      await visitor.presses('Show older sales');
      await expect.poll(() => tape.count(), { message: 'with older sales' }).toBe(count);
    }
    const title = await tape.last().locator('time').getAttribute('title');
    expect(title).toMatch(/^\d{1,2} \w+ \d{4}, \d{2}:\d{2}:\d{2} (UTC|GMT|[A-Z]+)/);

    await visitor.page.getByRole('tab', { name: '24 h', selected: true }).focus();
    await visitor.page.keyboard.press('End');
    await visitor.isAt('/market?period=30d');
    const rise = lines(part(visitor, 'Largest rise'));
    await rise.getByText(/^\+/).first().waitFor();
    expect(await rise.count(), 'of the largest rises').toBe(5);
    await part(visitor, 'Largest rise')
      .getByRole('button', { name: /^Show 2 more/ })
      .click();
    expect(await rise.count(), 'of all rises').toBe(7);
    await rise
      .first()
      .getByText(/^\d+ sold$/)
      .waitFor();
    await visitor.page.setViewportSize(SMALL);
    await visitor.seesAllOfIt();
    expect(await widthOf(visitor), 'on a small phone').toBe(SMALL.width);
    await rise.first().getByRole('link').click();
    await visitor.seesHeading(PRODUCTS[0]!);
    expect(visitor.place).toBe(`/product/${ids[0]}`);
    await visitor.page.goBack();
    await visitor.page.getByRole('tab', { name: '30 days', selected: true }).waitFor();
    await visitor.follows(/^The close of /);
    await visitor.sees(/^Nothing was sold on /);
    await visitor.page.getByRole('navigation', { name: 'Days' }).getByRole('link').click();
    await part(visitor, 'Most sold')
      .getByRole('link', { name: /^Market Runner/ })
      .first()
      .waitFor();
    await visitor.sees(/^\d+ pairs of 14 sneakers were sold on /);
    expect(await widthOf(visitor), 'on a small phone').toBe(SMALL.width);
  });

  // The page of the market: e2e/test/screens.test.ts.
  it('is accessible and fits every screen on Home, shows a sale as it happens, and explains its index', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await looksAtMarketOnHome(visitor);
    await follows(visitor);
    expect(await faultsOf(visitor), 'on a phone, light').toEqual([]);
    await visitor.page.setViewportSize(SMALL);
    await visitor.seesAllOfIt();
    expect(await widthOf(visitor), 'on a small phone').toBe(SMALL.width);
    await visitor.page.setViewportSize(DESKTOP);
    await visitor.page.emulateMedia({ colorScheme: 'dark' });
    await visitor.seesAllOfIt();
    expect(await faultsOf(visitor, RULES_OF_THEMES), 'on a desktop, dark').toEqual([]);
    expect(await widthOf(visitor), 'on a desktop').toBe(DESKTOP.width);
    await seesFirst(visitor, await trade(325), 325);
    await visitor.follows('What is this?');
    await visitor.isAt('/market#about-px50');
    await visitor.seesHeading('What is the PX50?');
  });
});

// After a failure: web/test/market.test.tsx.
describe('the newest sales', () => {
  it('appear as they happen, and wait while paused or in focus, or for an older answer', async () => {
    const visitor = await shop.visitor();
    await opensMarket(visitor);
    await follows(visitor);
    const tape = part(visitor, 'Newest sales');
    const newest = lines(tape).first();
    const isShown = async (name: string) => expect(await newest.textContent()).toContain(name);
    const first = await trade(321);
    await seesFirst(visitor, first, 321);

    await visitor.presses('Pause the newest sales');
    const second = await trade(322);
    await tape.getByText('1 new').waitFor();
    await isShown(first.name);
    await visitor.presses('Run the newest sales');
    await seesFirst(visitor, second, 322);
    await visitor.seesNoMore('1 new');

    await newest.getByRole('link').focus();
    const read = visitor.page.waitForResponse(/\/api\/market\?/);
    const third = await trade(323);
    await read;
    await isShown(second.name);
    await visitor.button('Pause the newest sales').focus();
    await seesFirst(visitor, third, 323);

    const answers = await hold(visitor.page, '/api/market/tape*', 'answer');
    // A new stream triggers a refetch of everything shown. Until it is answered, it would miss the next sale.
    const stream = visitor.page.waitForResponse(/\/api\/live$/);
    await visitor.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.all([stream, answers.arrive()]);
    const fourth = await trade(324);
    await seesFirst(visitor, fourth, 324);
    const late = visitor.page.waitForResponse(/\/api\/market\/tape/);
    await answers.letGo();
    await (await late).finished();
    await visitor.draws();
    await isShown(fourth.name);
    await answers.end();

    const announced = tape.locator('[aria-live], [role=status], [role=log]');
    expect(await announced.count(), 'live regions, which would announce every sale').toBe(0);
  });
});

describe('Home', () => {
  it('reserves space for the market until it loads, on every screen', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    let letItCome = () => {};
    const until = new Promise<void>((resolve) => {
      letItCome = resolve;
    });
    await visitor.page.route(/market-glance/, async (route) => {
      await until;
      await route.continue();
    });
    await startsHome(visitor);
    const market = part(visitor, 'The market now');
    const heights = async () => {
      const found: number[] = [];
      for (const viewport of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
        await visitor.page.setViewportSize(viewport);
        await visitor.draws();
        found.push(await market.evaluate(heightOf));
      }
      return found;
    };
    const rendered = await market.elementHandle();
    const before = await heights();
    letItCome();
    // Until the code has loaded, the part rendered by the server looks the same and reserves the space.
    await visitor.page.waitForFunction((element) => element?.isConnected === false, rendered);
    await visitor.seesAllOfIt();
    const changes = (await heights()).map((height, index) => Math.abs(height - (before[index] ?? 0)));
    expect(Math.max(...changes), `from ${before} by ${changes}`).toBeLessThan(16);
  });

  it('reports that the code of the market cannot be loaded, and stays usable', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    visitor.expectsComplaint(/ERR_FAILED/);
    await visitor.page.route(/market-glance/, (route) => route.abort());
    await visitor.opens('/');
    await part(visitor, 'The market now').evaluate((place) => place.scrollIntoView());
    await visitor.sees('The market could not be loaded.');
    await visitor.seesHeading('Trending Sneakers');
    await visitor.presses('Try again');
    await visitor.sees('The market could not be loaded.');
  });
});
