import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, newEmail } from '../src/accounts.js';
import { appCode } from '../src/authenticator-app.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { beginApp } from '../src/second-factor.js';
import { named } from './support/named.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const SMALL_PHONE = { width: 390, height: 800 };
/** Longer than the time for which a new control ignores presses. */
const SETTLED_MS = 1_100;

const rows = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

/** The middle of an element, for presses regardless of what is there by then. */
async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) {
    throw new Error('The element is not visible.');
  }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Counts the page's posts to a call. */
function countPosts(person: Person, path: string): () => number {
  let posts = 0;
  person.page.on('request', (request) => {
    posts += request.method() === 'POST' && request.url().endsWith(path) ? 1 : 0;
  });
  return () => posts;
}

describe('a double tap on a phone', () => {
  it('opens the review and places nothing', async () => {
    const { id, name } = await shop.product();
    await (await shop.account()).order('ask', { name, size: '9', price: 240 });
    const { person } = await shop.trader({ viewport: SMALL_PHONE, hasTouch: true, hasOwnClock: true });
    await person.opens(`/buy/${id}?size=9`);
    await person.keepsToasts();
    for (const { button, confirmation, call, gapMs, begin } of [
      {
        button: 'Review Buy',
        confirmation: 'PLACE ORDER',
        call: '/api/buy',
        gapMs: 250,
        begin: () => person.chooses('Buy Now'),
      },
      {
        button: 'Review Bid',
        confirmation: 'PLACE BID',
        call: '/api/bid',
        gapMs: 100,
        begin: () => person.types('Enter Bid', '150'),
      },
    ]) {
      await named(button, async () => {
        const posts = countPosts(person, call);
        await begin();
        await person.stopsTheClock();
        const { x, y } = await middleOf(person.button(button));
        await person.page.touchscreen.tap(x, y);
        const confirm = person.button(confirmation);
        await confirm.waitFor();
        await person.passes(gapMs);
        await person.page.touchscreen.tap(x, y);
        expect(await confirm.isDisabled()).toBe(true);
        await person.passes(399);
        expect(await confirm.isDisabled()).toBe(true);
        await person.passes(SETTLED_MS);
        expect(await confirm.isDisabled()).toBe(false);
        expect(posts()).toBe(0);
        await person.page.touchscreen.tap(x, y);
        await expect.poll(posts).toBe(1);
        await person.page.clock.resume();
        await person.isAt('/dashboard/buying');
        // It would cover the button of the next round.
        await person.closesToast();
        await person.page.locator('.Toastify__toast').waitFor({ state: 'detached' });
        await person.page.goBack();
        await person.chooses('Place Bid');
      });
    }
  });
});

describe('a key held down', () => {
  it('does not confirm what has just appeared', async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader({ hasOwnClock: true });
    const posts = countPosts(person, '/api/bid');
    await person.opens(`/buy/${id}?size=9`);
    await person.types('Enter Bid', '150');
    const confirm = person.button('PLACE BID');
    for (const key of ['Enter', 'Space']) {
      await named(key, async () => {
        await person.button('Review Bid').focus();
        await person.stopsTheClock();
        await person.page.keyboard.press('Enter');
        await confirm.waitFor();
        await person.page.keyboard.down(key);
        await person.passes(5_000);
        expect(await confirm.isDisabled()).toBe(true);
        await person.page.keyboard.up(key);
        await person.passes(400);
        expect(await confirm.isDisabled()).toBe(false);
        expect(posts()).toBe(0);
        await person.page.clock.resume();
        await person.presses('BACK');
      });
    }
  });
});

/** Lists in which a press removes a row. */
const LISTS: readonly {
  readonly what: string;
  readonly path: string;
  readonly removal: RegExp;
  readonly call: string;
  readonly listed: string;
  readonly fill: (account: Account, name: string, id: number) => Promise<unknown>;
}[] = [
  {
    what: 'an open order',
    path: '/dashboard/buying',
    removal: /^Remove bid/,
    call: '/api/deleteBid',
    listed: 'main tbody tr',
    fill: (account, name) => account.order('bid', { name, size: '9', price: 100 }),
  },
  {
    what: 'a watched product',
    path: '/dashboard/watching',
    removal: /^Stop watching/,
    call: '/api/watches/remove',
    listed: 'main tbody tr',
    fill: (account, _name, id) => account.post('/watches/set', { productId: id, size: null }),
  },
  {
    what: 'a session',
    path: '/dashboard/settings/security',
    removal: /^End session/,
    call: '/end',
    listed: 'ul[aria-label="Open sessions"] button',
    fill: (account) => account.signInBy('Firefox/140.0'),
  },
];

describe('a second press', () => {
  it('where a row was removed does not affect the next row, and where recovery codes appeared does not close them', async () => {
    const { person, account } = await shop.trader({ viewport: DESKTOP, hasOwnClock: true });
    const products = [await shop.product(), await shop.product(), await shop.product()];
    await Promise.all(LISTS.flatMap(({ fill }) => products.map(({ id, name }) => fill(account, name, id))));
    for (const { what, path, removal, call, listed } of LISTS) {
      await named(what, async () => {
        const posts = countPosts(person, call);
        await person.page.clock.resume();
        await person.opens(path);
        await person.keepsToasts();
        const left = () => person.page.locator(listed).count();
        await expect.poll(left).toBe(3);
        await person.stopsTheClock();
        await person.passes(SETTLED_MS);
        const takesPresses = () => person.button(removal).first().isEnabled();
        await person.waitsUntil(takesPresses);
        await person.button(removal).first().scrollIntoViewIfNeeded();
        const { x, y } = await middleOf(person.button(removal).first());
        await person.page.mouse.click(x, y);
        await person.waitsUntil(async () => (await left()) === 2);
        await person.page.mouse.click(x, y);
        await person.passes(300);
        await person.page.mouse.click(x, y);
        await person.passes(100);
        expect([posts(), await left()]).toEqual([1, 2]);

        // The focus has moved to the next row, where Enter would act as well.
        await person.passes(SETTLED_MS);
        await person.waitsUntil(takesPresses);
        await person.button(removal).first().focus();
        await person.page.keyboard.press('Enter');
        await person.waitsUntil(async () => (await left()) === 1);
        await person.page.keyboard.press('Enter');
        await person.passes(100);
        expect([posts(), await left()]).toEqual([2, 1]);
        // Each removal is reported, though the sentences may be equal.
        const toasts = person.page.locator('.Toastify__toast');
        await person.waitsUntil(async () => (await toasts.count()) === 2);
      });
    }

    await person.page.clock.resume();
    await person.types('CODE', appCode(await beginApp(person)));
    const isDisabled = (name: string) => person.button(name).isDisabled();
    await person.stopsTheClock();
    await person.presses('CONFIRM');
    await person.waitsUntil(() => person.heading('Your recovery codes').isVisible());
    expect(await isDisabled('I HAVE SAVED THEM')).toBe(true);
    await person.passes(SETTLED_MS);
    expect(await isDisabled('I HAVE SAVED THEM')).toBe(false);
    await person.link('Market').first().click();
    await person.button('LEAVE').waitFor();
    expect(await isDisabled('LEAVE'), 'the warning before leaving them').toBe(true);
    await person.passes(SETTLED_MS);
    expect(await isDisabled('LEAVE')).toBe(false);
  });
});

describe('Undo', () => {
  it('restores a watch with its alert, and a pair removed for any reason, entered or bought', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader();
    await (await shop.account()).order('ask', { name, size: '9', price: 200 });
    await account.order('buy', { name, size: '9', price: 200 });
    const entered = { productId: id, size: '10', price: 120, date: '2026-01-15' };
    await account.post('/collection/add', { id: crypto.randomUUID(), ...entered });
    await account.post('/watches/set', { productId: id, size: '9', alert: 200 });
    await person.opens('/dashboard/watching');
    await person.presses(`Stop watching ${name}, size 9`);
    await person.seesToast(`You no longer watch ${name}, size 9.`);
    await person.sees(/^Your watchlist is empty\./);
    await person.presses('Undo');
    await rows(person, name).waitFor();
    expect(await person.page.getByLabel(`Alert at: ${name}, size 9`).inputValue()).toBe('200');

    await person.follows('Collection');
    for (const [reason, size, paid] of [
      ['I sold it elsewhere', '9', '200$'],
      ["This isn't mine", '10', '120$'],
    ] as const) {
      await named(reason, async () => {
        await person.presses(`Remove ${name}, size ${size}`);
        await person.presses(reason);
        await person.seesToast(`${name}, size ${size} is no longer in your collection.`);
        await expect.poll(() => rows(person, name).count()).toBe(1);
        await person.presses('Undo');
        await expect.poll(() => rows(person, name).count()).toBe(2);
        await person.button('Undo').waitFor({ state: 'detached' });
        await rows(person, name).filter({ hasText: paid }).waitFor();
      });
    }
  });
});

describe('a toast on a phone', () => {
  it('does not cover the first field', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens('/login');
    await visitor.types('E-MAIL', newEmail());
    await visitor.presses('LOG IN');
    const text = 'Please input valid username and password with more than 5 letters!';
    await visitor.seesToast(text);
    const field = await visitor.page.getByLabel('E-MAIL').boundingBox();
    const bottomOf = async () => {
      const toast = await visitor.page.locator('.Toastify__toast').first().boundingBox();
      return toast ? toast.y + toast.height : Number.POSITIVE_INFINITY;
    };
    await expect.poll(bottomOf).toBeLessThan(field?.y ?? 0);
  });
});

describe('a press on a facet', () => {
  it('that ends the typing of a price counts: nothing moves while the pointer is down', async () => {
    const facts = { retailPriceCents: 15_000, releaseDate: null, sizes: ['9'], brand: 'Nike' };
    const ids = await transaction(shop.app.database.pool, (tx) =>
      createProducts(tx, [
        { ...facts, name: 'Facet Runner', kind: 'women' },
        { ...facts, name: 'Facet Walker', kind: 'men' },
      ]),
    );
    await shop.announce(ids);
    await (await shop.account()).order('ask', { name: 'Facet Runner', size: '9', price: 120 });
    const visitor = await shop.visitor({ viewport: { width: 1_440, height: 1_200 } });
    await visitor.opens('/browse');
    await visitor.page.getByRole('textbox', { name: 'To' }).fill('200');
    const women = visitor.page.getByRole('checkbox', { name: /^Women/ });
    const [facets, sort] = [visitor.page.locator('#choices'), visitor.page.getByRole('combobox').last()];
    const topOf = async (element: Locator) => (await element.boundingBox())?.y;
    const tops = [await topOf(facets), await topOf(sort)];
    const before = await middleOf(women);
    await visitor.page.mouse.move(before.x, before.y);
    await visitor.page.mouse.down();
    expect(await middleOf(women)).toEqual(before);
    expect(visitor.place).toBe('/browse');
    await visitor.page.mouse.up();
    await visitor.isAt('/browse?kind=women&to=200');
    await visitor.link(/^Remove .*200\$/).waitFor();
    // The chips of the filters push nothing down.
    expect([await topOf(facets), await topOf(sort)]).toEqual(tops);
  });
});
