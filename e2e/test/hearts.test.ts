import { describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import { PHONE } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import type { Person } from '../src/person.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** A page of cards in all shops: the products of tests have this brand. */
const CARDS = '/brands/test';

const heart = (person: Person, name: string) => person.button(`Watch ${name}`);
const isFilled = (person: Person, name: string) => heart(person, name).getAttribute('aria-pressed');
const fills = (person: Person, name: string) => expect.poll(() => isFilled(person, name)).toBe('true');
const empties = (person: Person, name: string) => expect.poll(() => isFilled(person, name)).toBe('false');

/** The number of watches of a user. */
async function watchesOf({ uid }: Account): Promise<number> {
  const { rowCount } = await shop.app.database.pool.query('select from watches where user_id = $1', [uid]);
  return rowCount ?? 0;
}

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
      await person.seesAllOfIt();
      const { sum, jumps } = await layoutShifts(person.page);
      expect(sum, `${path}: ${jumps.join('\n')}`).toBeLessThan(0.01);
    }
    await person.link(new RegExp(name)).click();
    await person.isAt(`/product/${id}`);
    await person.button('Watching all sizes').waitFor();
    await person.page.goBack();
    await fills(person, name);
    await heart(person, name).click();
    await empties(person, name);
    await person.seesAllOfIt();
    expect(await watchesOf(account)).toBe(0);
  });

  it('shows the last of many quick presses at once, and saves it', async () => {
    const { name, id } = await shop.product();
    const { person, account } = await shop.trader();
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
    expect(await watchesOf(account)).toBe(0);
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

  it('can be pressed with the keyboard, and by a finger on a phone', async () => {
    const { name } = await shop.product();
    const { person } = await shop.trader({ viewport: PHONE });
    await person.opens(CARDS);
    const link = person.link(new RegExp(name));
    await link.focus();
    await person.page.keyboard.press('Tab');
    const focused = () => person.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused(), 'right after the link of its card').toBe(`Watch ${name}`);
    expect(await link.getByRole('button').count(), 'no button in a link').toBe(0);
    await person.page.keyboard.press('Enter');
    await fills(person, name);
    expect(await focused()).toBe(`Watch ${name}`);
    await person.isAt(CARDS);
    await person.seesAllOfIt();
    const size = async () => {
      const box = await heart(person, name).boundingBox();
      return [box?.width, box?.height];
    };
    expect(await size(), 'on a phone').toEqual([44, 44]);
    await person.page.setViewportSize({ width: 320, height: 640 });
    await person.draws();
    expect(await size(), 'on a small phone').toEqual([44, 44]);
  });
});

describe('a visitor who presses the heart of a card', () => {
  it('logs in and returns to the card, which is watched, and not the product of the page', async () => {
    const [product, related] = [await shop.product('Same Words One'), await shop.product('Same Words Two')];
    const account = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${product.id}`);
    await visitor.page.keyboard.press('End');
    await heart(visitor, related.name).click();
    await visitor.isAt('/login');
    await visitor.sees(`Log in to watch ${related.name}.`);
    await visitor.logsIn(account.email, { remember: true });
    await visitor.isAt(`/product/${product.id}`);
    await visitor.seesToast(`You watch ${related.name}.`);
    await visitor.page.keyboard.press('End');
    await fills(visitor, related.name);
    await visitor.seesAllOfIt();
    await visitor.button('Watch all sizes').waitFor();
    await heart(visitor, related.name).click();
    await empties(visitor, related.name);
    await visitor.seesAllOfIt();
    await visitor.page.reload();
    await visitor.page.keyboard.press('End');
    await heart(visitor, related.name).waitFor();
    await visitor.seesAllOfIt();
    expect(await isFilled(visitor, related.name), 'not watched again').toBe('false');
  });
});
