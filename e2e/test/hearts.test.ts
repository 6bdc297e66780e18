import { describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { failRequests, hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** A page of cards in all shops: the products of tests have this brand. */
const CARDS = '/brands/test';

const heart = (person: Person, name: string) => person.button(`Watch ${name}`);
const isFilled = (person: Person, name: string) => heart(person, name).getAttribute('aria-pressed');
const fills = (person: Person, name: string) => expect.poll(() => isFilled(person, name)).toBe('true');
const empties = (person: Person, name: string) => expect.poll(() => isFilled(person, name)).toBe('false');
const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

describe('the heart of a card', () => {
  it('adds and removes a product of the watchlist, wherever the card is', async () => {
    const { name, id } = await shop.product();
    const { person, account } = await shop.trader();
    await (await shop.account()).order('ask', { name, size: '9', price: 240 });
    await person.opens(CARDS);
    await heart(person, name).click();
    await fills(person, name);
    await person.seesAllOfIt();
    for (const path of ['/', '/browse', CARDS]) {
      await person.opens(path);
      await person.page.keyboard.press('End');
      await fills(person, name);
      const { sum, jumps } = await layoutShifts(person.page);
      expect(sum, jumps.join('\n')).toBeLessThan(0.01);
    }
    await person.opens(`/product/${id}`);
    await person.button('Watching all sizes').waitFor();
    await person.opens('/dashboard/watching');
    await row(person, name).waitFor();
    await person.opens(CARDS);
    await fills(person, name);
    await heart(person, name).click();
    await empties(person, name);
    await person.seesAllOfIt();
    await person.opens('/dashboard/watching');
    await person.sees(/^Your watchlist is empty\./);
    expect(await account.post('/watches/remove', { productId: id, size: null })).toBe(
      'You no longer watch it.',
    );
  });

  it('is filled for a watched size, too, and restores a removed watch with its alert', async () => {
    const { name, id } = await shop.product();
    const { person, account } = await shop.trader();
    await account.post('/watches/set', { productId: id, size: '9', alert: 200 });
    await account.post('/watches/set', { productId: id, size: '10' });
    await person.opens(CARDS);
    await fills(person, name);
    await heart(person, name).click();
    await person.seesToast('The alert is off, too. Press the heart again to have it back.');
    await empties(person, name);
    await heart(person, name).click();
    await fills(person, name);
    await person.seesAllOfIt();
    await person.opens('/dashboard/watching');
    const field = person.page.getByLabel(`Alert at: ${name}, size 9`);
    await expect.poll(() => field.inputValue()).toBe('200');
    await person.page.getByLabel(`Alert at: ${name}, size 10`).waitFor();
    expect(await person.page.getByLabel(`Alert at: ${name}, all sizes`).count()).toBe(0);
  });

  it('shows the last of many quick presses at once, and saves it', async () => {
    const { name, id } = await shop.product();
    const { person } = await shop.trader();
    await person.opens(CARDS);
    await person.seesAllOfIt();
    const sent: string[] = [];
    person.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/watches/')) {
        sent.push(pathname);
      }
    });
    const held = await hold(person.page, '/api/watches/*');
    for (const pressed of ['true', 'false', 'true', 'false']) {
      await heart(person, name).click();
      expect(await isFilled(person, name)).toBe(pressed);
      await held.arrive();
    }
    await held.end();
    await person.seesAllOfIt();
    await empties(person, name);
    expect(sent).toEqual(['/api/watches/set', '/api/watches/remove']);
    await person.page.reload();
    await person.seesAllOfIt();
    await empties(person, name);
    const heldAgain = await hold(person.page, '/api/watches/set');
    await heart(person, name).click();
    await heldAgain.arrive();
    await person.link(new RegExp(name)).click();
    await person.isAt(`/product/${id}`);
    await person.button('Watching all sizes').waitFor();
    await heldAgain.end();
    await person.seesAllOfIt();
    await person.button('Watching all sizes').waitFor();
  });

  it('is restored after a failure, which is explained', async () => {
    const { name } = await shop.product();
    const { person } = await shop.trader();
    await person.opens(CARDS);
    person.expectsComplaint(/ERR_FAILED/);
    const recover = await failRequests(person.page, '**/api/watches/set');
    await heart(person, name).click();
    await person.seesToast(/^The connection to PerkeX is lost/);
    await empties(person, name);
    recover();
    await heart(person, name).click();
    await fills(person, name);
  });

  it('reads the watchlist once for all cards of a page', async () => {
    await Promise.all([shop.product(), shop.product()]);
    const { person } = await shop.trader();
    let readings = 0;
    person.page.on('request', (request) => {
      readings += new URL(request.url()).pathname === '/api/hearts' ? 1 : 0;
    });
    await person.opens('/browse');
    await person.seesAllOfIt();
    expect(await person.page.getByRole('button', { name: /^Watch / }).count()).toBeGreaterThan(1);
    expect(readings).toBe(1);
    const visitor = await shop.visitor();
    visitor.page.on('request', (request) => expect(request.url()).not.toMatch(/\/api\/(watches|hearts)/));
    await visitor.opens('/browse');
    await visitor.seesAllOfIt();
  });

  it('can be pressed with the keyboard, right after the link of its card', async () => {
    const { name } = await shop.product();
    const { person } = await shop.trader();
    await person.opens(CARDS);
    const link = person.link(new RegExp(name));
    await link.focus();
    await person.page.keyboard.press('Tab');
    const focused = () => person.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe(`Watch ${name}`);
    expect(await link.getByRole('button').count(), 'no button in a link').toBe(0);
    await person.page.keyboard.press('Enter');
    await fills(person, name);
    expect(await focused()).toBe(`Watch ${name}`);
    await person.isAt(CARDS);
  });

  it.each([
    ['a phone, light', PHONE, 'light'],
    ['a small phone, dark', { width: 320, height: 640 }, 'dark'],
  ] as const)('is large enough for a finger, and accessible, on %s', async (_name, viewport, colorScheme) => {
    const { name } = await shop.product();
    const { person } = await shop.trader({ viewport, colorScheme });
    await person.opens(CARDS);
    await heart(person, name).click();
    await fills(person, name);
    await person.seesAllOfIt();
    const box = await heart(person, name).boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    expect(await faultsOf(person)).toEqual([]);
  });
});

describe('a visitor who presses the heart of a card', () => {
  it('logs in and returns to the card, which is watched', async () => {
    const { name } = await shop.product();
    const account = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens('/browse?brand=test&sort=newest');
    await heart(visitor, name).click();
    await visitor.isAt('/login');
    await visitor.sees(`Log in to watch ${name}.`);
    await visitor.logsIn(account.email, { remember: true });
    await visitor.isAt('/browse?brand=test&sort=newest');
    await visitor.seesToast(`You watch ${name}.`);
    await fills(visitor, name);
    await heart(visitor, name).click();
    await empties(visitor, name);
    await visitor.seesAllOfIt();
    await visitor.page.reload();
    await visitor.seesAllOfIt();
    expect(await isFilled(visitor, name), 'not watched again').toBe('false');
  });

  it("does not watch the product of the page instead of the card's", async () => {
    const [product, related] = [await shop.product('Same Words One'), await shop.product('Same Words Two')];
    const account = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${product.id}`);
    await visitor.page.keyboard.press('End');
    await heart(visitor, related.name).click();
    await visitor.isAt('/login');
    await visitor.logsIn(account.email, { remember: true });
    await visitor.isAt(`/product/${product.id}`);
    await visitor.seesToast(`You watch ${related.name}.`);
    await visitor.page.keyboard.press('End');
    await fills(visitor, related.name);
    await visitor.seesAllOfIt();
    await visitor.button('Watch all sizes').waitFor();
  });
});
