import { createProducts, type NewProduct } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** Enough for three pages. */
const PLAIN = 110;
const SMALL = { width: 320, height: 700 } as const;

const shoe = (name: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  brand: 'Nike',
  retailPriceCents: 15_000,
  releaseDate: null,
  sizes: ['9', '10'],
  ...facts,
});

/** Tests add a few. */
const ALL = /^11\d sneakers$/;

const BRED = 'Air Jordan 4 Retro Bred';
const PANDA = 'Court Low Panda';
const CAFE = 'Terrace Low Café';

beforeAll(async () => {
  const plain = Array.from({ length: PLAIN }, (_, index) => shoe(`Plain Runner ${index + 1}`));
  const described = [
    shoe(BRED, {
      brand: 'Jordan',
      model: 'Air Jordan 4',
      colourway: 'Black/Red',
      releaseDate: '2019-05-04',
      kind: 'men',
    }),
    shoe(PANDA, {
      model: 'Court Low',
      colourway: 'White/Black',
      releaseDate: '2021-03-10',
      kind: 'women',
      styleCode: 'DD1391-100',
    }),
    shoe(CAFE, { brand: 'Adidas', colourway: 'Brown', releaseDate: '2021-03-17', kind: 'men' }),
  ];
  const ids = await transaction(shop.app.database.pool, (tx) => createProducts(tx, [...described, ...plain]));
  await shop.announce(ids);
  const seller = await shop.account({ isReady: true });
  await seller.order('ask', { name: BRED, size: '9', price: 120 });
  await seller.order('ask', { name: PANDA, size: '10', price: 300 });
  // Another server may keep a page for some seconds that it rendered before it received an order.
  await shop.announce(new Map([...ids].filter(([name]) => [BRED, PANDA].includes(name))));
});

const count = (person: Person) => person.page.getByRole('status').filter({ hasText: /sneaker/ });
const cards = (person: Person) => person.page.locator('main li[data-id]');
const chip = (person: Person, text: string) => person.link(`Remove ${text}`);

/** The products in the open streams of a page, possibly including those seen before. */
const followed = (person: Person) =>
  person
    .openStreams()
    .flatMap((address) => [...address.matchAll(/product=(\d+)/g)].map(([, id]) => Number(id)));

async function opens(person: Person, address = ''): Promise<void> {
  await person.opens(`/browse${address}`);
  await person.seesAllOfIt();
}

async function seesOnly(person: Person, ...names: string[]): Promise<void> {
  await expect.poll(() => cards(person).count()).toBe(names.length);
  for (const name of names) {
    await cards(person)
      .filter({ hasText: name.split(' ').at(-1) ?? '' })
      .waitFor();
  }
}

describe('a visitor who looks for a shoe', () => {
  it.each([
    ['its brand', 'Jordan ,', 'brand=jordan', BRED],
    ['its model', 'Court Low', 'model=court-low', PANDA],
    ['its audience', 'Women', 'kind=women', PANDA],
    ['its colour', 'Brown', 'colour=brown', CAFE],
    ['its release year', '2019', 'year=2019', BRED],
  ])('finds it by %s', async (_facet, value, address, name) => {
    const visitor = await shop.visitor();
    await opens(visitor);
    await visitor.page.getByRole('checkbox', { name: new RegExp(`^${value}`) }).check();
    await seesOnly(visitor, name);
    await visitor.isAt(`/browse?${address}`);
    await expect.poll(() => count(visitor).textContent()).toBe('1 sneaker');
  });

  it('finds it by a size with an ask, and by its price', async () => {
    const visitor = await shop.visitor();
    await opens(visitor);
    await visitor.page.getByRole('checkbox', { name: /^10\b/ }).check();
    await seesOnly(visitor, PANDA);
    await chip(visitor, 'Size 10').click();
    await visitor.sees(ALL);
    await visitor.page.getByRole('textbox', { name: 'To' }).fill('200');
    await visitor.page.getByRole('textbox', { name: 'To' }).press('Enter');
    await seesOnly(visitor, BRED);
    await visitor.isAt('/browse?to=200');
    await visitor.page.getByRole('textbox', { name: 'From' }).fill('250');
    await visitor.page.getByRole('textbox', { name: 'From' }).press('Enter');
    await visitor.sees('The lower price is above the higher one.');
  });

  it('is notified of an address with too many filters, and sees few of the unknown values', async () => {
    const visitor = await shop.visitor();
    const names = Array.from({ length: 40 }, (_, index) => `model=nothing-${index}`).join('&');
    await opens(visitor, `?${names}`);
    await visitor.sees('At most 30 filters can be used at once. The others were left out.');
    expect(await visitor.page.getByRole('link', { name: /no such model/ }).count()).toBe(5);
    await visitor.follows('Clear all');
    await visitor.seesNoMore('At most 30 filters can be used at once. The others were left out.');
  });

  it('finds shoes with an ask below retail', async () => {
    const visitor = await shop.visitor();
    await opens(visitor);
    await visitor.page.getByRole('checkbox', { name: /^Below retail/ }).check();
    await seesOnly(visitor, BRED);
  });

  it('shares the address with a friend, who sees the same', async () => {
    const [visitor, friend] = await Promise.all([shop.visitor(), shop.visitor({ viewport: PHONE })]);
    await opens(visitor);
    await visitor.page.getByRole('checkbox', { name: /^2021/ }).check();
    await seesOnly(visitor, PANDA, CAFE);
    await visitor.page.getByLabel('Sort by').selectOption('Lowest ask');
    await visitor.isAt('/browse?year=2021&sort=lowest-ask');
    await friend.opens(new URL(visitor.page.url()).pathname + new URL(visitor.page.url()).search);
    await seesOnly(friend, PANDA, CAFE);
    expect(await friend.page.getByLabel('Sort by').inputValue()).toBe('lowest-ask');
  });

  it('undoes one filter after the other by going back', async () => {
    const visitor = await shop.visitor();
    await opens(visitor);
    await visitor.page.getByRole('checkbox', { name: /^2021/ }).check();
    await seesOnly(visitor, PANDA, CAFE);
    await visitor.page.getByRole('checkbox', { name: /^Adidas/ }).check();
    await seesOnly(visitor, CAFE);
    await visitor.page.goBack();
    await seesOnly(visitor, PANDA, CAFE);
    await visitor.page.goBack();
    await visitor.isAt('/browse');
    await visitor.sees(ALL);
  });

  it('is notified of an unknown value, and removes it', async () => {
    const visitor = await shop.visitor();
    await opens(visitor, '?brand=xyz&year=2019');
    await seesOnly(visitor, BRED);
    await chip(visitor, '“xyz”: no such brand').click();
    await visitor.isAt('/browse?year=2019');
    await visitor.follows('Clear all');
    await visitor.isAt('/browse');
  });

  it('is offered to remove the filter that excludes everything', async () => {
    const visitor = await shop.visitor();
    await opens(visitor, '?brand=jordan&year=2021');
    await visitor.seesHeading('No sneakers match these filters');
    const help = visitor.link('How searching and browsing work');
    expect(await help.getAttribute('href')).toBe('/help/finding');
    await visitor.follows('Any brand 2 sneakers');
    await seesOnly(visitor, PANDA, CAFE);
    await visitor.isAt('/browse?year=2021');
  });

  it('finds names by text, and similar ones if none matches exactly', async () => {
    const visitor = await shop.visitor();
    await opens(visitor, '?q=panda');
    await visitor.seesHeading('Results for “panda”');
    await seesOnly(visitor, PANDA);
    await opens(visitor, '?q=jordn bredd');
    await visitor.sees('No exact match. Similar names:');
    await seesOnly(visitor, BRED);
  });

  it.each([
    ['misspelt', 'jordn 4 bred', BRED],
    ['by its style code', 'DD1391-100', PANDA],
    ['by its style code without the dash, in lower case', 'dd1391100', PANDA],
    ['without accents', 'cafe', CAFE],
  ])('finds it in the search, %s', async (_how, text, name) => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await visitor.page.getByPlaceholder('Search for sneaker').fill(text);
    await visitor.page.getByRole('option', { name: 'See the result', exact: true }).waitFor();
    await visitor.page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await visitor.seesHeading(name);
  });

  it('sees a price change while the card is visible', async () => {
    const visitor = await shop.visitor();
    const product = await shop.product('Live Runner Seven');
    await opens(visitor, '?q=live runner seven');
    await expect.poll(() => followed(visitor)).toContain(product.id);
    const seller = await shop.account({ isReady: true });
    await seller.order('ask', { name: product.name, size: '9', price: 777 });
    await visitor.sees('777$');
  });

  it('sees a price change on a card that another filter has made visible', async () => {
    const made = await transaction(shop.app.database.pool, (tx) =>
      createProducts(tx, [
        shoe('Runner Eleven', { releaseDate: '2011-01-01' }),
        shoe('Runner Twelve', { releaseDate: '2012-01-01' }),
      ]),
    );
    await shop.announce(made);
    const visitor = await shop.visitor();
    await opens(visitor, '?year=2011');
    await seesOnly(visitor, 'Runner Eleven');
    await expect.poll(() => followed(visitor)).toContain(made.get('Runner Eleven'));
    await visitor.page.getByRole('checkbox', { name: /^2012/ }).check();
    await seesOnly(visitor, 'Runner Eleven', 'Runner Twelve');
    await visitor.page.getByRole('checkbox', { name: /^2011/ }).uncheck();
    await seesOnly(visitor, 'Runner Twelve');
    await expect.poll(() => followed(visitor)).toContain(made.get('Runner Twelve'));
    const other = await shop.account({ isReady: true });
    await other.order('ask', { name: 'Runner Twelve', size: '9', price: 888 });
    await visitor.sees('888$');
  });
});

describe('the pages of a list', () => {
  it('load on scrolling, and are there again after going back from a product', async () => {
    const visitor = await shop.visitor();
    await opens(visitor);
    await expect.poll(() => cards(visitor).count()).toBe(48);
    for (const wanted of [96, PLAIN + 3]) {
      await visitor.seesAllOfIt(); // or the end would move after the press
      await visitor.page.keyboard.press('End');
      await expect.poll(() => cards(visitor).count()).toBeGreaterThanOrEqual(wanted);
    }
    const last = cards(visitor).last();
    await last.scrollIntoViewIfNeeded();
    await visitor.seesAllOfIt();
    const place = await visitor.page.evaluate(() => window.scrollY);
    await last.getByRole('link').click();
    await visitor.page.waitForURL('**/product/*');
    await visitor.seesAllOfIt();
    await visitor.page.goBack();
    await expect.poll(() => visitor.page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 100);
    expect(await cards(visitor).count()).toBeGreaterThanOrEqual(PLAIN + 3);
  });

  it('are linked, and an address beyond the last page redirects back', async () => {
    const visitor = await shop.visitor({ hasScripts: false });
    await visitor.page.goto('/browse');
    await visitor.follows('Next');
    await visitor.isAt('/browse?page=2');
    await visitor.follows('Previous');
    await visitor.isAt('/browse');
    await visitor.page.goto('/browse?page=99');
    await visitor.sees(/There is no page 99\. This is the last one, page 3\./);
    await visitor.follows('Go to the first page');
    await visitor.isAt('/browse');
  });

  it('can be filtered without scripts, too', async () => {
    const visitor = await shop.visitor({ hasScripts: false });
    await visitor.page.goto('/browse');
    await visitor.page.locator('input[name=brand][value=jordan]').check();
    await visitor.presses('Show');
    await expect.poll(() => cards(visitor).count()).toBe(1);
    expect(new URL(visitor.page.url()).searchParams.getAll('brand')).toEqual(['jordan']);
  });
});

describe('on a phone', () => {
  it('the filters are a sheet, whose button shows the number of matches', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await opens(visitor);
    await visitor.presses('Filters');
    const sheet = visitor.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^2021/ }).check();
    await sheet.getByRole('button', { name: 'Show 2 sneakers' }).waitFor();
    await sheet.getByRole('checkbox', { name: /^Adidas/ }).check();
    await visitor.isAt('/browse');
    expect(await faultsOf(visitor)).toEqual([]);
    await sheet.getByRole('button', { name: 'Show 1 sneaker' }).click();
    await visitor.isAt('/browse?brand=adidas&year=2021');
    await seesOnly(visitor, CAFE);
    await visitor.page.goBack();
    await visitor.sees(ALL);
  });

  it('Escape closes the filters, changes nothing, and restores the focus', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await opens(visitor);
    await visitor.presses('Filters');
    const sheet = visitor.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^2021/ }).check();
    await visitor.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await visitor.isAt('/browse');
    expect(await visitor.focused()).toContain('Filters');
  });

  it.each([
    ['/browse', SMALL],
    ['/browse?brand=xyz&size=9&colour=red&from=100&to=200', SMALL],
    ['/brands', SMALL],
    ['/brands/jordan', SMALL],
    ['/brands/jordan/air-jordan-4', SMALL],
    ['/releases?month=2021-03', SMALL],
    ['/browse', DESKTOP],
    ['/brands/nike', DESKTOP],
    ['/releases?month=2021-03', DESKTOP],
  ])('and on other screens, %s fits %o and is accessible', async (path, viewport) => {
    const visitor = await shop.visitor({ viewport });
    await visitor.opens(path);
    await visitor.seesAllOfIt();
    expect(
      await visitor.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await faultsOf(visitor)).toEqual([]);
  });
});

describe('with the keyboard alone', () => {
  it('a value can be chosen and removed, and the focus stays on it', async () => {
    const visitor = await shop.visitor();
    await opens(visitor);
    const box = visitor.page.locator('input[name=brand][value=jordan]');
    await box.focus();
    await visitor.page.keyboard.press('Space');
    await seesOnly(visitor, BRED);
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await visitor.page.keyboard.press('Space');
    await visitor.isAt('/browse');
    await visitor.sees(ALL);
  });
});

describe('the releases', () => {
  it('are shown by month, with links to the adjacent months', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/releases?month=2021-03');
    await visitor.seesHeading('March 2021');
    await visitor.sees('10 Mar 2021');
    await visitor.sees('17 Mar 2021');
    await visitor.follows('May 2019');
    await visitor.isAt('/releases?month=2019-05');
    await visitor.sees('4 May 2019');
  });

  it('of a month with few of them are followed by those of earlier months', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/releases');
    await visitor.seesHeading('March 2021');
    // It loads once its place is in view.
    await visitor.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await visitor.seesHeading('Before that');
    await visitor.sees('Released 4 May 2019');
    expect(await visitor.page.getByText('17 Mar 2021').count()).toBe(1);
  });
});

describe('a product whose orders are not open yet', () => {
  it('shows when they open, on its page and in the order flow', async () => {
    const name = 'Tomorrow Runner';
    const made = await transaction(shop.app.database.pool, (tx) =>
      createProducts(tx, [shoe(name, { tradesFrom: '2999-01-02' })]),
    );
    await shop.announce(made);
    const id = made.get(name) ?? 0;
    const { person } = await shop.trader();
    for (const path of [`/product/${id}`, `/buy/${id}`, `/sell/${id}?size=9`]) {
      await person.opens(path);
      await person.sees('Trading opens on 2 Jan 2999');
      expect(await person.page.getByRole('link', { name: /^(Place Bid|Buy For|Sell for)/ }).count()).toBe(0);
    }
  });
});
