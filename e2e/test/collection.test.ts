import { describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

/** Another user sells a pair to the buyer. */
async function sells(product: ShopProduct, buyer: Account, price: number): Promise<void> {
  const order = { name: product.name, size: '9', price };
  await (await shop.account()).order('ask', order);
  await buyer.order('buy', order);
}

describe('the collection', () => {
  it('includes a pair bought here, and its gain when others trade', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/collection');
    await person.sees(/^No pairs yet\./);
    await sells(product, account, 200);
    await expect.poll(() => row(person, product.name).innerText()).toMatch(/200\$\D.*200\$.*0\$/s);
    await person.seesAllOfIt();
    await sells(product, await shop.account(), 250);
    await expect
      .poll(() => row(person, product.name).innerText())
      .toMatch(/250\$\s*last sale\s*\+50\$\s*\+25\.0%/);
    await expect
      .poll(() => person.page.locator('dl').innerText())
      .toMatch(/Bought for\s+200\$\s+Worth now\s+250\$\s+Gain\s+\+50\$/);
    await person.seesHeading('Over time');
    await person.follows(`Sell this pair: ${product.name}, size 9`);
    await person.isAt(`/sell/${product.id}?size=9`);
    await person.button('Review Ask').waitFor();
  });

  it('accepts a pair bought elsewhere once its form is valid', async () => {
    const product = await shop.product('Bought Elsewhere Runner');
    const { person } = await shop.trader();
    await (await shop.account()).order('bid', { name: product.name, size: '10', price: 90 });
    await person.opens('/dashboard/collection');
    await person.presses('Add a pair');
    await person.types('Which sneaker?', 'elsewhere');
    await person.page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
    await person.presses('Add the pair');
    await person.seesFault('Size', 'Choose the size of the pair.');
    await person.seesFault('Bought for, in whole dollars', 'A price is whole dollars, from 1$ to 1000000$.');
    await person.page.getByLabel('Size', { exact: true }).selectOption('10');
    await person.types('Bought for, in whole dollars', '120');
    await person.types('Bought on', '2026-01-15');
    await person.presses('Add the pair');
    await person.seesToast('The pair is in your collection.');
    await expect
      .poll(() => row(person, product.name).innerText())
      .toMatch(/120\$\s*15 Jan 2026\s*90\$\s*highest bid\s*−30\$\s*−25\.0%/);
    await person.presses(`Remove ${product.name}, size 10`);
    await person.presses('I sold it elsewhere');
    await person.sees(/^No pairs yet\./);
  });

  it('has space for the longest prices on every screen, and its dialog is accessible', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader({ viewport: PHONE, colorScheme: 'light' });
    const { page } = person;
    await sells(product, account, 1_000_000);
    await person.opens('/dashboard/collection');
    await person.seesHeading('Over time');
    // Its code loads now and replaces the heading, so nothing can wait for a stable one.
    await person.heading('Over time').evaluate((heading) => heading.scrollIntoView());
    await person.seesAllOfIt();
    for (const opener of [null, `Remove ${product.name}, size 9`]) {
      if (opener) {
        await person.presses(opener);
        await person.seesAllOfIt();
      }
      for (const viewport of [{ width: 320, height: 640 }, DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        // The chart follows the width some frames later.
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
            message: opener ?? 'the page',
          })
          .toBeLessThanOrEqual(viewport.width);
      }
    }
    expect(await faultsOf(person), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await person.draws();
    expect(await faultsOf(person, ['color-contrast']), 'dark').toEqual([]);
  });
});
