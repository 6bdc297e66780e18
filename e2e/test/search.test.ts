import { randomUUID } from 'node:crypto';
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
  it('in the header finds products by part of their name in any case, and links to them', async () => {
    const { id, name } = await shop.product('Quick Fox Low Red');
    await shop.product('Quick Fox High Blue');
    await shop.product('Lazy Dog');
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('FOX lo');
    await found(visitor, name).waitFor();
    expect(await found(visitor, 'Quick Fox High Blue').count()).toBe(0);
    await found(visitor, name).click();
    await visitor.isAt(`/product/${id}`);
    await expect.poll(() => box(visitor).inputValue()).toBe('');
  });

  it('is empty again on every page', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('something');
    await visitor.follows('Log In');
    await visitor.isAt('/login');
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
    await visitor.seesHeading('No sneakers match these filters');
    await box(visitor).fill('typed early');
    await visitor.page.goBack();
    await visitor.isAt('/browse?q=nothing');
    await expect.poll(() => box(visitor).inputValue()).toBe('');
    sendCode();
  });

  it('tolerates typing errors, and says so', async () => {
    const { id, name } = await shop.product('Fuzzy Panda Mid');
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('fuzy pnada');
    await visitor.sees('No exact match. 1 sneaker with a similar name:');
    await found(visitor, name).click();
    await visitor.isAt(`/product/${id}`);
  });

  it('shows ten matches, and all of them on a page', async () => {
    await shop.products(Array.from({ length: 12 }, (_, index) => `Dozen ${index}`));
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('dozen');
    await visitor.sees('12 sneakers');
    // The code of the list may load after its number.
    await found(visitor, 'See all 12 results').waitFor();
    expect(await visitor.page.getByRole('option').count()).toBe(11);
    await found(visitor, 'See all 12 results').click();
    await visitor.isAt('/browse?q=dozen');
  });

  it('offers recent searches, which can be removed', async () => {
    await shop.products(['Recent One', 'Recent Two']);
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('recent');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt('/browse?q=recent');
    await box(visitor).click();
    await found(visitor, 'recent Recent').click();
    await visitor.isAt('/browse?q=recent');
    await box(visitor).click();
    await visitor.presses('Forget recent searches');
    await found(visitor, 'recent Recent').waitFor({ state: 'hidden' });
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

  it('is behind an icon on a phone', async () => {
    const { id } = await shop.product('Pocket Sneaker');
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens('/');
    expect(await box(visitor).isVisible()).toBe(false);
    await visitor.presses('Open the search');
    await box(visitor).fill('pocket');
    await found(visitor, 'Pocket Sneaker').click();
    await visitor.isAt(`/product/${id}`);
  });

  it('on a phone the profile icon links to the login, or to the dashboard', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens('/');
    await visitor.page.getByRole('link', { name: /^Your account/ }).click();
    await visitor.isAt('/login');
    const { person } = await shop.trader({ viewport: PHONE });
    await person.opens('/');
    await person.page.getByRole('link', { name: /dashboard/i }).click();
    await person.isAt('/dashboard/profile');
  });
});

describe('the search of /sell', () => {
  it('shows matches while typing, nothing for spaces, and leads to selling', async () => {
    const { id } = await shop.product('Sellable Boot');
    const visitor = await shop.visitor();
    await visitor.opens('/sell');
    await visitor.sees("Find the product you're looking for");
    await box(visitor).fill('sellable');
    await found(visitor, 'Sellable Boot').waitFor();
    await box(visitor).fill('   ');
    await found(visitor, 'Sellable Boot').waitFor({ state: 'hidden' });
    await box(visitor).fill('BOOT');
    await found(visitor, 'Sellable Boot').click();
    await visitor.isAt(`/sell/${id}`);
  });

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

  it('lists all matches, thirty at a time, and keeps them for going back', async () => {
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
    await visitor.follows('Sell');
    await expect.poll(() => box(visitor).inputValue()).toBe('');
  });

  it('leads from its header to all matches, on /sell', async () => {
    const [id] = await shop.products(Array.from({ length: 12 }, (_, index) => `Wader ${index}`));
    const visitor = await shop.visitor();
    await visitor.opens(`/sell/${id}`);
    await box(visitor).fill('wader');
    await found(visitor, 'See all 12 results').click();
    await visitor.isAt('/sell?q=wader');
    await expect.poll(() => visitor.page.getByRole('option').count()).toBe(12);
    await visitor.page.goBack();
    await visitor.isAt(`/sell/${id}`);
    await box(visitor).fill('wader');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt('/sell?q=wader');
  });

  it('leads from its header to selling, too', async () => {
    const { id } = await shop.product('Another Boot');
    const visitor = await shop.visitor();
    await visitor.opens(`/sell/${id}`);
    await box(visitor).fill('another b');
    await found(visitor, 'Another Boot').click();
    await visitor.isAt(`/sell/${id}`);
  });
});
