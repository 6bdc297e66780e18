import { randomUUID } from 'node:crypto';
import { transaction } from '@perkex/server/database/transaction.js';
import { replaceSearchAliases } from '@perkex/server/products/search-aliases.js';
import { describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const box = (person: Person) => person.page.getByPlaceholder('Search for sneaker');
const found = (person: Person, name: string | RegExp) =>
  person.page.getByRole('option', { name, exact: true });

describe('search', () => {
  it('in the header finds products by part of their name in any case or by an alias, and links to them', async () => {
    const { id, name } = await shop.product('Quick Fox Low Red');
    await transaction(shop.app.database.pool, (tx) =>
      replaceSearchAliases(tx, [{ alias: 'qf1', meaning: 'quick fox' }], randomUUID),
    );
    await shop.app.feed.poll();
    await shop.product('Quick Fox High Blue');
    await shop.product('Lazy Dog');
    const visitor = await shop.visitor();
    await visitor.opens('/');
    // In any order, with a size.
    for (const text of ['FOX lo', 'size 9 red qf1']) {
      await box(visitor).fill(text);
      await found(visitor, name).waitFor();
      await expect.poll(() => found(visitor, 'Quick Fox High Blue').count()).toBe(0);
      await box(visitor).fill('');
    }
    await box(visitor).fill('FOX lo');
    await found(visitor, name).click();
    await visitor.isAt(`/product/${id}`);
    await expect.poll(() => box(visitor).inputValue()).toBe('');
  });

  it('is empty as soon as the address changes, while the previous page is still shown', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/browse?q=nothing');
    expect(await box(visitor).inputValue()).toBe('');
    let sendCode = () => {};
    const held = new Promise<void>((resolve) => {
      sendCode = resolve;
    });
    await visitor.page.route('**/assets/market-page-*.js', (route) => held.then(() => route.continue()));
    await box(visitor).fill('something');
    await visitor.follows('Market');
    await visitor.isAt('/market');
    await expect.poll(() => box(visitor).inputValue()).toBe('');
    await visitor.seesHeading('No sneakers found');
    await box(visitor).fill('typed early');
    await visitor.page.goBack();
    await visitor.isAt('/browse?q=nothing');
    await expect.poll(() => box(visitor).inputValue()).toBe('');
    sendCode();
  });

  it('is disabled while the products of a market that could not be read load', async () => {
    const { id } = await shop.product();
    const { pool } = shop.app.database;
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 50[03]/);
    const held = await hold(visitor.page, '/api/search');
    const waiting = visitor.page.getByPlaceholder('Please wait a minute for backend to load ;)');
    await pool.query('alter table products rename to away');
    try {
      const scripts = await hold(visitor.page, '/assets/*.js');
      await visitor.page.goto(`/product/${id}`, { waitUntil: 'commit' });
      expect(await waiting.isDisabled()).toBe(true);
      await scripts.end();
      await held.arrive();
      expect(await waiting.isDisabled()).toBe(true);
    } finally {
      await pool.query('alter table away rename to products');
    }
    await held.end();
    await box(visitor).waitFor();
    expect(await box(visitor).isEnabled()).toBe(true);
  });

  it('is behind an icon on a phone, beside the link to the dashboard', async () => {
    const { id } = await shop.product('Pocket Sneaker');
    const { person } = await shop.trader({ viewport: PHONE });
    await person.opens('/');
    expect(await box(person).isVisible()).toBe(false);
    await person.presses('Open the search');
    await box(person).fill('pocket');
    await found(person, 'Pocket Sneaker').click();
    await person.isAt(`/product/${id}`);
    await person.page.getByRole('link', { name: /dashboard/i }).click();
    await person.isAt('/dashboard/profile');
  });

  it('is beside the link to the login for visitors on a phone, whose sections are in a bar at the bottom', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens('/');
    const section = (name: string) =>
      visitor.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
    for (const [name, place] of [
      ['Market', '/market'],
      ['Browse', '/browse'],
    ] as const) {
      await section(name).click();
      await visitor.isAt(place);
      await section(name).and(visitor.page.locator('[aria-current=page]')).waitFor();
    }
    const bar = await section('You').boundingBox();
    expect(PHONE.height - (bar?.y ?? 0) - (bar?.height ?? 0)).toBeLessThan(20);
    await visitor.presses('Open the search');
    await box(visitor).focus();
    await section('You').waitFor({ state: 'hidden' });
    await visitor.page.keyboard.press('Escape');
    await visitor.page.getByRole('link', { name: /^Your account/ }).click();
    await visitor.isAt('/login');
  });
});

describe('the search of /sell', () => {
  it('suggests products to sell before any typing', async () => {
    const { person, account } = await shop.trader();
    const [owned, seen] = [await shop.product('Owned Boot'), await shop.product('Seen Boot')];
    const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    const pair = { id: randomUUID(), productId: owned.id, size: '9', price: 200, date: day };
    await account.post('/collection/add', pair);
    const buyer = await shop.account();
    await buyer.order('bid', { name: owned.name, size: '9', price: 210 });
    await buyer.order('bid', { name: seen.name, size: '9', price: 180 });
    await buyer.order('bid', { name: seen.name, size: '10', price: 190 });
    await person.opens(`/product/${seen.id}`);
    const readings: string[] = [];
    person.page.on('request', (request) => {
      readings.push(new URL(request.url()).pathname);
    });
    await person.opens('/sell');
    const part = (title: string) => person.page.locator('section').filter({ has: person.heading(title) });
    await part('Your collection').getByRole('link', { name: 'Owned Boot Size 9 Worth now 210$' }).waitFor();
    const viewed = part('Recently viewed').getByRole('link', { name: /^Seen Boot/ });
    await expect.poll(() => viewed.innerText()).toMatch(/Highest bid\s+190\$/);
    // The opening stream may have had them read a second time.
    const ofPrices = readings.filter((path) => /highest-bids|prices/.test(path));
    expect(new Set(ofPrices)).toEqual(new Set(['/api/highest-bids']));
    await expect.poll(() => person.openStreams()).toContainEqual(expect.stringContaining(`${seen.id}`));
    await buyer.order('bid', { name: seen.name, size: '10', price: 195 });
    await expect.poll(() => viewed.innerText()).toMatch(/Highest bid\s+195\$/);
    await box(person).fill('boot');
    await found(person, 'Seen Boot').waitFor();
    expect(await part('Your collection').count()).toBe(0);
    await box(person).fill('');
    await part('Your collection').getByRole('link').click();
    await person.isAt(`/sell/${owned.id}?size=9`);
  });

  it('lists all matches, thirty at a time, keeps them for going back, and continues in the header', async () => {
    const names = Array.from({ length: 64 }, (_, index) => `Galosh ${index}`);
    await shop.products([...names, 'Galoshes']);
    const visitor = await shop.visitor();
    const options = visitor.page.getByRole('option');
    await visitor.opens('/sell?q=galosh');
    await visitor.sees('65 sneakers, 30 of them listed');
    await expect.poll(() => options.count()).toBe(31);
    await found(visitor, 'Show more').click();
    await expect.poll(() => options.count()).toBe(61);
    await box(visitor).press('ArrowUp');
    await box(visitor).press('Enter');
    await expect.poll(() => options.count()).toBe(65);
    await visitor.sees('65 sneakers');
    expect(await options.last().innerText()).toBe('Galoshes');
    const pointed = visitor.page.locator('[aria-selected=true]');
    expect(await pointed.innerText()).toBe(await options.nth(60).innerText());
    expect(new Set(await options.allInnerTexts()).size).toBe(65);
    await box(visitor).fill('  ');
    await expect.poll(() => options.count()).toBe(0);
    await box(visitor).fill('galoshes');
    await found(visitor, 'Galoshes').click();
    await visitor.seesHeading('Select Size');
    await visitor.page.goBack();
    await visitor.isAt('/sell?q=galoshes');
    await found(visitor, 'Galoshes').waitFor();
    expect(await box(visitor).inputValue()).toBe('galoshes');
    await visitor.page.goForward();
    await visitor.seesHeading('Select Size');

    // The header of this page leads to selling, too.
    const path = new URL(visitor.page.url()).pathname;
    await box(visitor).fill('galosh');
    await found(visitor, 'See all 65 results').click();
    await visitor.isAt('/sell?q=galosh');
    await expect.poll(() => options.count()).toBe(65);
    await visitor.page.goBack();
    await visitor.isAt(path);
    await box(visitor).fill('galosh');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt('/sell?q=galosh');
    await visitor.follows('Sell');
    await expect.poll(() => box(visitor).inputValue()).toBe('');
    await visitor.page.goBack();
    await options.first().click();
    await visitor.seesHeading('Select Size');
    await box(visitor).fill('galoshes');
    await found(visitor, 'Galoshes').click();
    await visitor.isAt(path);
  });
});
