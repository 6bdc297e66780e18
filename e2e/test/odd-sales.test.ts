import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import { faultsOf } from './support/accessibility.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

const DAY_MS = 24 * 60 * 60 * 1_000;

let product: ShopProduct;

/** A shoe that costs about 300$, with one sale at 55$. */
beforeAll(async () => {
  product = await shop.product('Odd Runner');
  const usual = Array.from({ length: 20 }, (_, day) => ({ price: 296 + (day % 5) * 2, day: 25 - day }));
  await transaction(shop.app.database.pool, (tx) =>
    savePastSales(
      tx,
      [...usual, { price: 55, day: 3 }].map(({ price, day }) => ({
        productId: product.id,
        size: '9',
        priceCents: price * 100,
        soldAt: new Date(Date.now() - day * DAY_MS),
        content: `${price} on ${day}`,
      })),
    ),
  );
  await shop.announce(new Map([[product.name, product.id]]));
});

it('an odd sale is a hollow dot beside the chart’s line, and in no figure', async () => {
  const visitor = await shop.visitor({ viewport: PHONE, colorScheme: 'light' });
  const { page } = visitor;
  await visitor.opens(`/product/${product.id}?size=9`);
  const chart = page
    .locator('section')
    .filter({ has: visitor.heading('Price history') })
    .last();
  await chart.scrollIntoViewIfNeeded();
  const isMarked = async () => {
    await chart.locator('[data-outlier]').first().waitFor();
    expect(await chart.locator('[data-outlier]').count()).toBe(1);
    await chart.getByText('Odd sale: it counts for no figure.').first().waitFor({ state: 'attached' });
  };
  await isMarked();
  expect(await faultsOf(visitor), 'on a phone, light').toEqual([]);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'dark' });
  await visitor.seesAllOfIt();
  await isMarked();
  expect(await faultsOf(visitor, ['color-contrast']), 'on a desktop, dark').toEqual([]);
  const figures = await (await fetch(`${shop.url}/api/${product.id}/figures?size=9`)).json();
  expect(figures).toMatchObject({ lastSale: 55, low52: 296, high52: 304, average: 300 });
});

it('an odd sale is marked in the trade feed instead of showing its change', async () => {
  const visitor = await shop.visitor();
  await visitor.opens('/market');
  const row = visitor.page.getByRole('listitem').filter({ hasText: '55$' });
  await row.getByText('Odd sale', { exact: true }).waitFor();
  expect(await row.innerText()).not.toContain('%');
});
