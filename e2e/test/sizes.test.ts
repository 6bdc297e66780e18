import { beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import type { Person } from '../src/person.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

let nike: ShopProduct;
let adidas: ShopProduct;
/** It has women's sizes. */
let womens: ShopProduct;
/** It has orders and sales in every size. */
let busy: ShopProduct;

beforeAll(async () => {
  nike = await madeBy('Nike');
  adidas = await madeBy('Adidas');
  womens = await madeBy('Nike', ['9W', '10.5W', '12W']);
  busy = await madeBy('Nike', ['7', '8', '8.5', '9', '9.5', '10', '11', '12']);
  const [seller, buyer] = [await shop.account(), await shop.account()];
  for (const [index, size] of ['8', '9', '10', '9', '11'].entries()) {
    await seller.order('ask', { name: busy.name, size, price: 200 + index });
    await buyer.order('buy', { name: busy.name, size, price: 200 + index });
  }
  for (const [index, size] of ['7', '8', '8.5', '9', '9.5', '10', '11', '9', '9'].entries()) {
    await seller.order('ask', { name: busy.name, size, price: 240 + index });
    await buyer.order('bid', { name: busy.name, size, price: 180 - index });
  }
});

async function madeBy(brand: string, sizes = ['8', '9', '10']): Promise<ShopProduct> {
  const product = await shop.product();
  const { pool } = shop.app.database;
  await pool.query('update products set brand = $2 where id = $1', [product.id, brand]);
  await pool.query('delete from books where product_id = $1', [product.id]);
  for (const size of sizes) {
    await pool.query('insert into books (product_id, size) values ($1, $2)', [product.id, size]);
  }
  await shop.announce(new Map([[product.name, product.id]]));
  return product;
}

const dropdown = (person: Person) => person.page.getByRole('button', { name: /^Size:/ });
const seesSize = (person: Person, size: string) =>
  person.page.getByRole('button', { name: `Size: ${size}`, exact: true }).waitFor();

/** Chooses size 9 and EU sizes in a product's size chart. */
async function saysSize(person: Person): Promise<void> {
  await person.opens(`/product/${nike.id}`);
  await dropdown(person).click();
  await person.presses('Find your size');
  await person.page.getByLabel('Show sizes in').selectOption('eu');
  await person.presses('9, my size');
  await person.sees('Your size is US 9. Press it again to forget it.');
  await person.presses('Done');
  await person.page.keyboard.press('Escape');
  await seesSize(person, '9 EU 42.5');
}

/** Stores size 9 and EU sizes in a visitor's browser, as the size chart does. */
async function storesSize(person: Person): Promise<void> {
  await person.page.goto('/robots.txt');
  await person.page.evaluate(() =>
    localStorage.setItem('perkex:sizes', '{"system":"eu","size":"9","uid":""}'),
  );
}

describe("the user's own size", () => {
  it('is preselected on every product that has it, and in the panels, until it is pressed again', async () => {
    const visitor = await shop.visitor();
    await saysSize(visitor);
    await visitor.opens(`/product/${womens.id}`);
    await seesSize(visitor, '10.5W EU 42.5');
    await visitor.follows('Place Bid');
    await visitor.isAt(`/buy/${womens.id}?size=10.5W&mode=bid`);
    await visitor.seesHeading('Size 10.5W');
    await visitor.sees('EU 42.5');
    await visitor.opens(`/sell/${nike.id}`);
    await visitor.isAt(`/sell/${nike.id}?size=9`);
    await visitor.seesHeading('Size 9');
    await visitor.follows('EDIT');
    await visitor.seesHeading('Select Size');
    await visitor.link('9 EU 42.5 Your size -- highest bid').waitFor();
    await visitor.link(/^10 /).click();
    await visitor.seesHeading('Size 10');
    await visitor.page.goBack();
    await visitor.seesHeading('Select Size');

    // It yields to the size in the address, and to all sizes.
    await visitor.opens(`/product/${nike.id}?size=10`);
    await seesSize(visitor, '10 EU 44');
    await dropdown(visitor).click();
    await visitor.presses('All sizes');
    await seesSize(visitor, 'All');
    await visitor.page.reload();
    await seesSize(visitor, 'All');
    await visitor.follows('Place Bid');
    await visitor.isAt(`/buy/${nike.id}?size=9&mode=bid`);

    await visitor.opens(`/product/${adidas.id}`);
    await seesSize(visitor, '9 EU 42⅔');
    await dropdown(visitor).click();
    await visitor.presses('Find your size');
    await visitor.presses('9, my size');
    await visitor.presses('Done');
    await visitor.opens(`/product/${adidas.id}`);
    await seesSize(visitor, 'All');
    await visitor.opens(`/product/${adidas.id}?size=9`);
    await seesSize(visitor, '9 EU 42⅔');
  });

  it('shifts nothing on hydration, on a phone and on a desktop', async () => {
    const visitor = await shop.visitor();
    await storesSize(visitor);
    for (const viewport of [PHONE, DESKTOP]) {
      await visitor.page.setViewportSize(viewport);
      await visitor.opens(`/product/${busy.id}`);
      await seesSize(visitor, '9 EU 42.5');
      await visitor.seesAllOfIt();
      const { sum, jumps } = await layoutShifts(visitor.page);
      // The date of the last sale is a few pixels further left after 'Size 9' than after 'Size 11'.
      expect(sum, `at ${viewport.width} px: ${jumps.join('\n')}`).toBeLessThan(0.002);
      // As it is painted while the other thumbnails are still arriving.
      const places = await visitor.page.getByRole('group', { name: 'Views' }).evaluate((views) => {
        const [first, second, ...others] = views.querySelectorAll('button');
        const before = first?.getBoundingClientRect().toJSON();
        for (const other of [second, ...others]) {
          other?.remove();
        }
        return [before, first?.getBoundingClientRect().toJSON()];
      });
      expect(places[0]).toEqual(places[1]);
    }
    // As it is painted while the rest of the page is still arriving.
    const moved = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('.run-row, .run-sizes')].map((row) => {
        const [, cell] = row.querySelectorAll<HTMLElement>('[data-size]');
        const before = cell?.getBoundingClientRect().toJSON();
        row.lastElementChild?.remove();
        return [before, cell?.getBoundingClientRect().toJSON()];
      }),
    );
    expect(moved.map(([before]) => before)).toEqual(moved.map(([, after]) => after));
    expect(moved).toHaveLength(3);
  });
});

it('the size chart works with the keyboard alone, on 320 px', async () => {
  const visitor = await shop.visitor({ viewport: { width: 320, height: 640 } });
  await visitor.opens(`/product/${nike.id}`);
  const { keyboard } = visitor.page;
  await dropdown(visitor).focus();
  await keyboard.press('Enter');
  const opener = visitor.button('Find your size');
  await opener.waitFor();
  for (
    let presses = 0;
    presses < 10 && !(await visitor.focused()).startsWith('Find your size');
    presses += 1
  ) {
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await visitor.seesHeading('Size chart');
  expect(await visitor.focused()).toBe('Show sizes in');
  const system = visitor.page.getByLabel('Show sizes in');
  for (const chosen of ['us-women', 'uk']) {
    await keyboard.press('ArrowDown');
    expect(await system.inputValue()).toBe(chosen);
  }
  for (let presses = 0; presses < 10 && (await visitor.focused()) !== '9'; presses += 1) {
    await keyboard.press('Tab');
  }
  await keyboard.press('Space');
  await visitor.sees('Your size is US 9. Press it again to forget it.');
  const dialog = visitor.page.getByRole('dialog');
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // Escape closes the chart, and the sizes stay open behind it.
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await opener.waitFor();
  expect(await visitor.focused()).toBe('Find your size');
  await keyboard.press('Escape');
  await opener.waitFor({ state: 'hidden' });
  await seesSize(visitor, '9 UK 8');
});

it("another size system is shown next to the US size wherever the user's own pairs are", async () => {
  const { person, account } = await shop.trader();
  await account.post('/sizes', { system: 'eu', size: null });
  const other = await shop.account();
  await account.order('ask', { name: nike.name, size: '10', price: 300 });
  await other.order('ask', { name: nike.name, size: '9', price: 200 });
  await account.order('buy', { name: nike.name, size: '9', price: 200 });
  await account.post('/watches/set', { productId: adidas.id, size: '9' });
  const row = (text: string) => person.page.getByRole('row').filter({ hasText: text });
  const reads = (text: string, pattern: RegExp) => expect.poll(() => row(text).innerText()).toMatch(pattern);
  await person.opens('/dashboard/selling');
  await reads('300$', /Size 10\s+EU 44/);
  await person.follows('Buying');
  await person.page.getByRole('tab', { name: 'Puchases' }).click();
  await reads('200$', /Size 9\s+EU 42\.5/);
  await person.presses(`Receipt: ${nike.name}, size 9`);
  await expect.poll(() => person.page.getByRole('dialog').innerText()).toMatch(/Size 9\s+EU 42\.5/);
  await person.presses('Close');
  await person.follows('Profile');
  await person.isAt('/dashboard/profile');
  await expect.poll(() => person.page.getByRole('main').innerText()).toMatch(/Size 9\s+EU 42\.5/);
  await person.follows('Watching');
  await reads(adidas.name, /Size 9\s+EU 42⅔/);
  await person.follows('Collection');
  await reads(nike.name, /Size 9\s+EU 42\.5/);
  await person.presses('Add a pair');
  await person.types('Which sneaker?', adidas.name);
  await person.page.getByRole('dialog').getByRole('button', { name: adidas.name }).click();
  const size = person.page.getByLabel('Size', { exact: true });
  await expect.poll(() => size.locator('option').allInnerTexts()).toContain('9 (EU 42⅔)');
  await person.opens(`/buy/${nike.id}?size=8`);
  await person.page.getByPlaceholder('Enter Bid').fill('250');
  await person.presses('Review Bid');
  await person.seesHeading('Review Bid');
  await person.sees('EU 41');
});

it("another size system is shown next to the US size in a product's lists, in notifications and in the trade feed", async () => {
  const { person, account } = await shop.trader();
  await account.post('/sizes', { system: 'eu', size: null });
  const other = await shop.account();
  const product = await madeBy('Nike');
  await account.order('ask', { name: product.name, size: '9', price: 300 });
  await other.order('buy', { name: product.name, size: '9', price: 300 });
  await other.order('ask', { name: product.name, size: '10', price: 320 });
  await person.opens(`/product/${product.id}`);
  await person.sees(/^Size 9 EU 42\.5, /);
  const main = person.page.getByRole('main');
  await expect.poll(() => main.innerText()).toMatch(/320\$\s+Size 10 EU 44/);
  await expect.poll(() => person.button('Order book of size 10').innerText()).toMatch(/10\s+EU 44/);
  await person.page.getByRole('cell', { name: '10 EU 44' }).waitFor();
  await person.page.getByRole('tab', { name: 'All Sales' }).click();
  await person.page.getByRole('cell', { name: '9 EU 42.5' }).waitFor();
  const consumers = await shop.app.startConsumers();
  await person.presses('Notifications, 1 unread');
  await person.page.getByRole('link', { name: /Sold for 300\$.*Size 9 EU 42\.5/ }).waitFor();
  await consumers.close();
  await person.page.keyboard.press('Escape');
  await person.follows('Market');
  const newest = person.page
    .getByRole('region', { name: 'Newest sales' })
    .locator(`a[href="/product/${product.id}"]`)
    .first();
  await expect.poll(() => newest.innerText()).toMatch(/Size 9 EU 42\.5 ·/);
  await expect.poll(() => person.answeredStreams()).toContain('/api/live');
  await person.seesAllOfIt();
  await account.order('buy', { name: product.name, size: '10', price: 320 });
  await expect.poll(() => newest.innerText()).toMatch(/Size 10 EU 44 ·/);
});

/** The sizes of an account. */
async function sizesOf({ uid }: Account): Promise<unknown> {
  const { rows } = await shop.app.database.pool.query(
    'select size_system as system, own_size as size from accounts where user_id = $1',
    [uid],
  );
  return rows[0];
}

describe('an account', () => {
  it('brings its sizes to a browser, and removes them at logout', async () => {
    const { person, account } = await shop.trader();
    await account.post('/sizes', { system: 'uk', size: '9' });
    await person.opens(`/product/${nike.id}`);
    await seesSize(person, '9 UK 8');
    await person.opens('/dashboard/settings');
    expect(await person.page.getByLabel('My size').inputValue()).toBe('9');
    person.expectsComplaint(/status of 401/);
    await person.button('Logout').first().click();
    await person.isAt('/');
    await person.opens(`/product/${nike.id}`);
    await seesSize(person, 'All');
  });

  it('without sizes takes over those of the visitor, and otherwise keeps its own', async () => {
    const account = await shop.account();
    const logsIn = async (visitor: Person) => {
      await storesSize(visitor);
      await visitor.opens('/login');
      await visitor.logsIn(account.email, { remember: true });
      await visitor.isAt('/');
    };
    await logsIn(await shop.visitor());
    await expect.poll(() => sizesOf(account)).toEqual({ system: 'eu', size: '9' });
    await account.post('/sizes', { system: 'cm', size: '10' });
    const other = await shop.visitor();
    await logsIn(other);
    await other.opens(`/product/${nike.id}`);
    await seesSize(other, '10 28 cm');
    expect(await sizesOf(account)).toEqual({ system: 'cm', size: '10' });
  });
});
