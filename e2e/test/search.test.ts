import { describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { buildToldProducts, useShop } from './support/shop.js';

const shop = useShop();
const box = (person: Person) => person.page.getByPlaceholder('Search for sneaker');

describe('search', () => {
  it('in the header finds products by part of their name, whatever its case, and links to them', async () => {
    const { id, name } = await shop.product('Quick Fox Low Red');
    await shop.product('Quick Fox High Blue');
    await shop.product('Lazy Dog');
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('FOX lo');
    await visitor.link(name).waitFor();
    expect(await visitor.link('Quick Fox High Blue').count()).toBe(0);
    await visitor.follows(name);
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

  it('works by keyboard: down to a match, Enter to open it, Escape to empty the box', async () => {
    const { id } = await shop.product('Keyboard Runner');
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('keyboard');
    await visitor.link('Keyboard Runner').waitFor();
    await visitor.page.keyboard.press('Escape');
    await expect.poll(() => box(visitor).inputValue()).toBe('');
    await box(visitor).fill('keyboard');
    await visitor.link('Keyboard Runner').waitFor();
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt(`/product/${id}`);
  });

  it('says when nothing is found', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('no such shoe');
    await visitor.sees('No sneakers found.');
  });

  it('forgives typing errors, and says so; Enter opens the best match', async () => {
    const { id, name } = await shop.product('Fuzzy Panda Mid');
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await box(visitor).fill('fuzy pnada');
    await visitor.link(name).waitFor();
    await visitor.sees('No exact match. 1 sneaker with a similar name:');
    await visitor.page.keyboard.press('Enter');
    await visitor.isAt(`/product/${id}`);
  });

  it('is disabled while the products load', async () => {
    const visitor = await shop.visitor();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await visitor.page.route('**/api/', async (route) => {
      await asked;
      await route.continue();
    });
    await visitor.opens('/');
    const waiting = visitor.page.getByPlaceholder('Please wait a minute for backend to load ;)');
    await waiting.waitFor();
    expect(await waiting.isDisabled()).toBe(true);
    answer();
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
    await visitor.follows('Pocket Sneaker');
    await visitor.isAt(`/product/${id}`);
  });

  it('on a phone the profile icon leads to the login, or to the dashboard', async () => {
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
  it('shows all matches, more of them as one goes down, and the best first', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `The Plénty ${index} Runner`);
    await buildToldProducts(shop.app, [...names, 'Plenty Of Them']);
    const visitor = await shop.visitor();
    await visitor.opens('/sell');
    await box(visitor).fill('  plenty ');
    await visitor.page.getByText('71 sneakers').first().waitFor();
    const matches = visitor.page.getByRole('main').getByRole('listitem');
    // Its text is not laid out before it is in sight.
    expect(await matches.first().textContent()).toBe('Plenty Of Them');
    expect(await matches.count()).toBeLessThan(71);
    const countBelow = async () => {
      await visitor.page.keyboard.press('ArrowDown');
      return matches.count();
    };
    await expect.poll(countBelow, { interval: 1 }).toBe(71);
    expect(await matches.last().getAttribute('aria-posinset')).toBe('71');
    await visitor.page.keyboard.press('End');
    await visitor.link('The Plénty 69 Runner').waitFor();
  });

  it('shows matches as one types, nothing for spaces, and leads to selling', async () => {
    const { id } = await shop.product('Sellable Boot');
    const visitor = await shop.visitor();
    await visitor.opens('/sell');
    await visitor.sees("Find the product you're looking for");
    await box(visitor).fill('sellable');
    await visitor.link('Sellable Boot').waitFor();
    await box(visitor).fill('   ');
    await visitor.link('Sellable Boot').waitFor({ state: 'hidden' });
    await box(visitor).fill('BOOT');
    await visitor.follows('Sellable Boot');
    await visitor.isAt(`/sell/${id}`);
  });

  it('of its header leads to selling, too', async () => {
    const { id } = await shop.product('Another Boot');
    const visitor = await shop.visitor();
    await visitor.opens(`/sell/${id}`);
    await box(visitor).fill('another b');
    await visitor.page.getByRole('listitem').getByRole('link', { name: 'Another Boot' }).click();
    await visitor.isAt(`/sell/${id}`);
  });
});
