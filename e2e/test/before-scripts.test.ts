import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { named } from './support/named.js';
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

describe('without scripts', () => {
  it('the buttons of a product are links with the mode and the size, and search and filters work', async () => {
    const reader = await shop.visitor({ hasScripts: false });
    for (const [query, links] of [
      ['', { bid: '?mode=bid', now: '?size=9&mode=now', sell: '' }],
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

    for (const viewport of [DESKTOP, PHONE]) {
      await named(`the search at a width of ${viewport.width}`, async () => {
        await reader.page.setViewportSize(viewport);
        await reader.page.goto(`/product/${product.id}`);
        await box(reader).fill('early flight');
        await reader.page.keyboard.press('Enter');
        await reader.isAt('/browse?q=early+flight');
        expect(await cards(reader).count()).toBe(2);
      });
    }

    // Facets, price and sort order are submitted together.
    await reader.page.setViewportSize(DESKTOP);
    await reader.page.goto('/browse');
    await brand(reader).check();
    await price(reader, 'from').fill('200');
    await reader.page.getByLabel('Sort by').selectOption('newest');
    await reader.presses('Show');
    await reader.page.waitForURL(/brand=jordan/);
    expect(await cards(reader).allInnerTexts()).toEqual([expect.stringContaining('Early Flight Two')]);
    expect(await reader.page.getByLabel('Sort by').inputValue()).toBe('newest');
  });
});

describe('the buttons of a product that lead to orders', () => {
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
  it('shows the press, and acts once the page is hydrated, whose links still open in a new tab', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, `/product/${product.id}`);
    await visitor.presses('Size: All');
    expect(await visitor.page.locator('[data-pressed]').textContent()).toMatch(/^Size: All/);
    await held.end();
    await visitor.button('All sizes').waitFor();
    await expect.poll(() => visitor.page.locator('[data-pressed]').count()).toBe(0);
    await visitor.page.keyboard.press('Escape');
    await visitor.button('All sizes').waitFor({ state: 'detached' });
    const opened = visitor.context.waitForEvent('page');
    await visitor.link('Buy For 240$').click({ modifiers: ['ControlOrMeta'] });
    await (await opened).waitForURL(`${shop.url}/buy/${product.id}?size=9&mode=now`);
    expect(visitor.place).toBe(`/product/${product.id}`);
  });
});

describe('the search', () => {
  it('keeps and finds text typed before any script has loaded', async () => {
    const visitor = await shop.visitor();
    for (const [what, path] of [
      ['a rendered page', '/browse'],
      ['a page that is not rendered', '/login'],
    ] as const) {
      await named(what, async () => {
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
    }
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
    await expect.poll(() => cards(visitor).count()).toBe(2);
  });
});

describe('the filters of the browse page', () => {
  it('are applied on hydration if chosen before any script has loaded, except for a price being typed', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, '/browse');
    await price(visitor, 'to').fill('900');
    await brand(visitor).check();
    await visitor.page.getByLabel('Sort by').selectOption('newest');
    const from = price(visitor, 'from');
    await from.pressSequentially('2');
    await held.end();
    await visitor.isAt('/browse?brand=jordan&to=900&sort=newest');
    await expect.poll(() => cards(visitor).count()).toBe(2);
    expect(await brand(visitor).isChecked()).toBe(true);
    expect(await from.evaluate(hasFocus)).toBe(true);
    await visitor.page.keyboard.type('00');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt('/browse?brand=jordan&from=200&to=900&sort=newest');
    await expect.poll(() => cards(visitor).count()).toBe(1);
    await visitor.page.goBack();
    await visitor.page.goBack();
    await visitor.isAt('/browse');
    await expect.poll(() => brand(visitor).isChecked()).toBe(false);
  });

  it('are submitted by Enter in a price before any script has loaded', async () => {
    const visitor = await shop.visitor();
    const held = await opensWithoutScripts(visitor, '/browse');
    await price(visitor, 'to').fill('200');
    await visitor.page.keyboard.press('Enter');
    await arrivesAt(visitor, '/browse?from=&to=200&sort=trending');
    await held.end();
    await isAlive(visitor);
    await expect
      .poll(() => cards(visitor).allInnerTexts())
      .toEqual([expect.stringContaining('Early Flight One')]);
  });
});
