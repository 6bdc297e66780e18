import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { type Held, hold } from './support/network.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Early Runner');
  const facts = { brand: 'Jordan', retailPriceCents: 15_000, releaseDate: null, sizes: ['9'] };
  const names = ['Early Flight One', 'Early Flight Two'];
  const ids = await transaction(shop.app.database.pool, (tx) =>
    createProducts(
      tx,
      names.map((name) => ({ name, ...facts })),
    ),
  );
  await shop.announce(ids);
  const maker = await shop.account();
  await maker.order('ask', { name: product.name, size: '9', price: 240 });
  await maker.order('bid', { name: product.name, size: '9', price: 200 });
  await maker.order('ask', { name: 'Early Flight One', size: '9', price: 150 });
  await maker.order('ask', { name: 'Early Flight Two', size: '9', price: 350 });
});

const box = (person: Person) => person.page.getByRole('combobox', { name: 'Search for sneaker' });
const brand = (person: Person) => person.page.getByRole('checkbox', { name: /^Jordan/ });
const cards = (person: Person) => person.page.locator('main li[data-id]');
const price = (person: Person, name: 'from' | 'to') => person.page.locator(`input[name=${name}]`);
const isAlive = (person: Person) => person.page.locator('#page-code').waitFor({ state: 'detached' });
const hasFocus = (element: Element) => element === document.activeElement;

/** Opens a page whose scripts are held. */
async function opensWithoutScripts(person: Person, path: string): Promise<Held> {
  const held = await hold(person.page, '/assets/*.js');
  await person.page.goto(path, { waitUntil: 'commit' });
  await person.link('PerkeX').waitFor();
  return held;
}

/** Waits until a press is marked. @returns the text of the pressed element */
function textOfMarked({ page }: Person): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((found) => {
        const find = () => found(document.querySelector('[data-pressed]')?.textContent ?? '');
        const marks = { subtree: true, attributeFilter: ['data-pressed'] };
        new MutationObserver(find).observe(document, marks);
      }),
  );
}

/** Waits for another page whose scripts are held. */
async function arrivesAt({ page }: Person, place: string): Promise<void> {
  await page.waitForURL(`${shop.url}${place}`, { waitUntil: 'commit' });
}

describe('the buttons of a product that lead to orders', () => {
  it('are links with the mode and the size', async () => {
    const reader = await shop.visitor({ hasScripts: false });
    for (const [query, links] of [
      ['', { bid: '?mode=bid', now: '?mode=now', sell: '' }],
      ['?size=9', { bid: '?size=9&mode=bid', now: '?size=9&mode=now', sell: '?size=9' }],
    ] as const) {
      await reader.page.goto(`/product/${product.id}${query}`);
      const addressOf = (name: string) => reader.link(name).getAttribute('href');
      expect(await addressOf('Place Bid')).toBe(`/buy/${product.id}${links.bid}`);
      expect(await addressOf('Buy For 240$')).toBe(`/buy/${product.id}${links.now}`);
      expect(await addressOf('Sell for 200$ or Ask for More')).toBe(`/sell/${product.id}${links.sell}`);
    }
    await reader.follows('Buy For 240$');
    await reader.isAt(`/buy/${product.id}?size=9&mode=now`);
    expect(await reader.page.title()).toBe('Buy | PerkeX');
  });

  it('open in a new tab in their mode, and keep it when a size is chosen or changed', async () => {
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${product.id}`);
    const opened = visitor.context.waitForEvent('page');
    await visitor.link('Buy For 240$').click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await tab.waitForURL(`${shop.url}/buy/${product.id}?mode=now`);
    await tab.close();
    // Playwright may wait forever for the navigation of a tab that a page has opened.
    await visitor.opens(`/buy/${product.id}?mode=now`);
    await visitor.follows(/^9/);
    await visitor.button('Review Buy').waitFor();
    await visitor.isAt(`/buy/${product.id}?size=9&mode=now`);
    await visitor.follows('EDIT');
    await visitor.follows(/^9/);
    await visitor.button('Review Buy').waitFor();
    await visitor.follows('Back');
    await visitor.follows('Place Bid');
    await visitor.follows(/^9/);
    await visitor.button('Review Bid').waitFor();
  });

  it('work as links before any script has loaded', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, `/product/${product.id}?size=9`);
    const next = await hold(visitor.page, `/buy/${product.id}*`);
    const marked = textOfMarked(visitor);
    const followed = visitor.follows('Buy For 240$');
    expect(await marked).toMatch(/^Buy For 240/);
    await next.end();
    await followed;
    await arrivesAt(visitor, `/buy/${product.id}?size=9&mode=now`);
    await held.end();
    await visitor.button('Review Buy').waitFor();
  });
});

describe('a button pressed before any script has loaded', () => {
  it('shows the press, and acts once the page is hydrated', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, `/product/${product.id}`);
    await visitor.presses('Size: All');
    expect(await visitor.page.locator('[data-pressed]').textContent()).toMatch(/^Size: All/);
    await held.end();
    await visitor.button('All sizes').waitFor();
    await expect.poll(() => visitor.page.locator('[data-pressed]').count()).toBe(0);
  });
});

describe('the search', () => {
  it.each([
    ['a desktop', undefined],
    ['a phone', PHONE],
  ])('works without scripts on %s', async (_name, viewport) => {
    const reader = await shop.visitor({ hasScripts: false, ...(viewport && { viewport }) });
    await reader.page.goto(`/product/${product.id}`);
    await box(reader).fill('early flight');
    await reader.page.keyboard.press('Enter');
    await reader.isAt('/browse?q=early+flight');
    expect(await cards(reader).count()).toBe(2);
  });

  it.each([
    ['a rendered page', `/browse`],
    ['a page that is not rendered', '/login'],
  ])('keeps and finds text typed before any script has loaded, on %s', async (_name, path) => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, path);
    await box(visitor).pressSequentially('early fl');
    await held.end();
    await visitor.page.getByRole('option', { name: 'Early Flight One' }).waitFor();
    expect(await box(visitor).evaluate(hasFocus)).toBe(true);
    await visitor.page.keyboard.type('ight t');
    expect(await box(visitor).inputValue()).toBe('early flight t');
    await visitor.page.getByRole('option', { name: 'Early Flight Two' }).click();
    await visitor.seesHeading('Early Flight Two');
    expect(await box(visitor).inputValue()).toBe('');
  });

  it('opens on a phone before any script has loaded, and stays open', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    const held = await opensWithoutScripts(visitor, '/');
    await visitor.presses('Open the search');
    await box(visitor).click();
    await visitor.page.keyboard.type('early fl');
    await held.end();
    await visitor.page.getByRole('option', { name: 'Early Flight One' }).waitFor();
    await visitor.button('Close the search').waitFor();
    expect(await box(visitor).evaluate(hasFocus)).toBe(true);
  });

  it('is submitted by Enter before any script has loaded', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, '/');
    await box(visitor).fill('early flight');
    await visitor.page.keyboard.press('Enter');
    await arrivesAt(visitor, '/browse?q=early+flight');
    await held.end();
    await isAlive(visitor);
    expect(await cards(visitor).count()).toBe(2);
  });
});

describe('the filters of the browse page', () => {
  it('work without scripts: facets, price and sort order are submitted together', async () => {
    const reader = await shop.visitor({ hasScripts: false });
    await reader.page.goto('/browse');
    await brand(reader).check();
    await price(reader, 'from').fill('200');
    await reader.page.getByLabel('Sort by').selectOption('newest');
    await reader.presses('Show');
    await reader.page.waitForURL(/brand=jordan/);
    expect(await cards(reader).allInnerTexts()).toEqual([expect.stringContaining('Early Flight Two')]);
    expect(await reader.page.getByLabel('Sort by').inputValue()).toBe('newest');
  });

  it('are applied on hydration if chosen before any script has loaded', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, '/browse');
    await price(visitor, 'from').fill('200');
    await brand(visitor).check();
    await visitor.page.getByLabel('Sort by').selectOption('newest');
    await held.end();
    await visitor.isAt('/browse?brand=jordan&from=200&sort=newest');
    await expect.poll(() => cards(visitor).count()).toBe(1);
    expect(await brand(visitor).isChecked()).toBe(true);
    await visitor.page.goBack();
    await visitor.isAt('/browse');
    await expect.poll(() => brand(visitor).isChecked()).toBe(false);
  });

  it('leave a price alone that is being typed before any script has loaded', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, '/browse');
    await brand(visitor).check();
    const from = price(visitor, 'from');
    await from.pressSequentially('2');
    await held.end();
    await visitor.isAt('/browse?brand=jordan');
    expect(await from.evaluate(hasFocus)).toBe(true);
    await visitor.page.keyboard.type('00');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt('/browse?brand=jordan&from=200');
  });

  it('are submitted by Enter in a price before any script has loaded', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, '/browse');
    await price(visitor, 'to').fill('200');
    await visitor.page.keyboard.press('Enter');
    await arrivesAt(visitor, '/browse?from=&to=200&sort=trending');
    await held.end();
    await isAlive(visitor);
    expect(await cards(visitor).allInnerTexts()).toEqual([expect.stringContaining('Early Flight One')]);
  });
});
