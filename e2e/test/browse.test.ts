import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { monthText } from '@perkex/core/figures/months.js';
import { createProducts, type NewProduct } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** Enough for three pages. */
const PLAIN = 110;

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
  it('finds it by facets and prices, undoes them one by one, and shares the address with a friend', async () => {
    const [visitor, friend] = await Promise.all([shop.visitor(), shop.visitor({ viewport: PHONE })]);
    const { page } = visitor;
    await opens(visitor);
    const jordan = page.locator('input[name=brand][value=jordan]');
    await jordan.focus();
    for (const [key, arrives] of [
      ['chosen', () => seesOnly(visitor, BRED)],
      ['removed', () => visitor.sees(ALL)],
    ] as const) {
      await page.keyboard.press('Space');
      await arrives();
      expect(await jordan.evaluate((element) => element === document.activeElement), key).toBe(true);
    }
    await visitor.isAt('/browse');
    await page.getByRole('textbox', { name: 'To' }).fill('200');
    await page.getByRole('textbox', { name: 'To' }).press('Enter');
    await seesOnly(visitor, BRED);
    await visitor.isAt('/browse?to=200');
    await chip(visitor, 'Up to 200$').click();
    await visitor.sees(ALL);
    await page.getByRole('checkbox', { name: /^2021/ }).check();
    await seesOnly(visitor, PANDA, CAFE);
    await page.getByRole('checkbox', { name: /^Adidas/ }).check();
    await seesOnly(visitor, CAFE);
    await page.goBack();
    await seesOnly(visitor, PANDA, CAFE);
    await page.goBack();
    await visitor.sees(ALL);
    await page.goForward();
    await seesOnly(visitor, PANDA, CAFE);
    await page.getByLabel('Sort by').selectOption('Lowest ask');
    await visitor.isAt('/browse?year=2021&sort=lowest-ask');
    await friend.opens(visitor.place);
    await seesOnly(friend, PANDA, CAFE);
    expect(await friend.page.getByLabel('Sort by').inputValue()).toBe('lowest-ask');
  });

  it('sees price changes of visible cards, including one that another filter has made visible', async () => {
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
    const other = await shop.account({ isReady: true });
    await other.order('ask', { name: 'Runner Eleven', size: '9', price: 777 });
    await visitor.sees('777$');
    await visitor.page.getByRole('checkbox', { name: /^2012/ }).check();
    await seesOnly(visitor, 'Runner Eleven', 'Runner Twelve');
    await visitor.page.getByRole('checkbox', { name: /^2011/ }).uncheck();
    await seesOnly(visitor, 'Runner Twelve');
    await expect.poll(() => followed(visitor)).toContain(made.get('Runner Twelve'));
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
});

describe('on a phone', () => {
  it('the filters are a sheet, whose button shows the number of matches, and which Escape discards', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await opens(visitor);
    await visitor.presses('Filters');
    const sheet = visitor.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^2021/ }).check();
    await visitor.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await visitor.isAt('/browse');
    expect(await visitor.focused()).toContain('Filters');
    await visitor.presses('Filters');
    await sheet.getByRole('checkbox', { name: /^2021/, checked: false }).check();
    await sheet.getByRole('button', { name: 'Show 2 sneakers' }).waitFor();
    await sheet.getByRole('checkbox', { name: /^Adidas/ }).check();
    await visitor.isAt('/browse');
    await sheet.getByRole('button', { name: 'Show 1 sneaker' }).click();
    await visitor.isAt('/browse?brand=adidas&year=2021');
    await seesOnly(visitor, CAFE);
    await visitor.page.goBack();
    await visitor.sees(ALL);
  });
});

describe('the releases', () => {
  it('are shown by month, with links to the adjacent months, and other new releases after few', async () => {
    const today = dayAt(Date.now());
    // They are new, and their months differ.
    const [later, earlier] = [addDays(today, -35), addDays(today, -70)] as const;
    const releases = [
      shoe('Later Runner', { releaseDate: later }),
      shoe('Earlier Runner', { releaseDate: earlier }),
    ];
    await shop.announce(await transaction(shop.app.database.pool, (tx) => createProducts(tx, releases)));
    const visitor = await shop.visitor();
    await visitor.opens('/releases');
    await visitor.seesHeading(monthText(later.slice(0, 7)));
    await visitor.link(/Later Runner/).waitFor();
    // It loads once its place is in view.
    await visitor.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await visitor.seesHeading('Before that');
    await visitor.link(/Earlier Runner/).waitFor();
    expect(await visitor.link(/Later Runner/).count()).toBe(1);
    await visitor.follows(monthText(earlier.slice(0, 7)));
    await visitor.isAt(`/releases?month=${earlier.slice(0, 7)}`);
    await visitor.link(/Earlier Runner/).waitFor();
    await visitor.page.setViewportSize({ width: 320, height: 568 });
    const months = Array.from({ length: 12 }, (_, index) =>
      monthText(`2026-${`${index + 1}`.padStart(2, '0')}`),
    );
    const month = visitor.heading(monthText(earlier.slice(0, 7)));
    const widths = await month.evaluate((heading, names) => {
      const { textContent } = heading;
      const found = names.map((name) => {
        heading.textContent = name;
        return document.documentElement.scrollWidth;
      });
      heading.textContent = textContent;
      return found;
    }, months);
    expect(widths).toEqual(months.map(() => 320));
    await visitor.follows('March 2021');
    await visitor.sees('10 Mar 2021');
    await visitor.sees('17 Mar 2021');
  });
});
