import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from '../../server/test/market.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { type ShopProduct, SIZES, useShop } from './support/shop.js';

const shop = useShop();

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Products of one model line with subtitles; the last one is long. */
const NICKNAMES = [
  'Bred 2019',
  'Fire Red 2020',
  'University Blue',
  'Off-White Sail',
  'Ben & Jerry’s Chunky Dunky',
];
const names = NICKNAMES.map((nickname) => `Air Jordan 4 Retro ${nickname}`);

let sold: ShopProduct;

beforeAll(async () => {
  const ids = await buildProducts(shop.app.database, names, SIZES);
  await transaction(shop.app.database.pool, async (tx) => {
    await savePastSales(
      tx,
      ids.flatMap((productId, index) =>
        [300, 330].map((price, turn) => ({
          productId,
          size: '9',
          priceCents: 100 * price,
          soldAt: new Date(Date.now() - [10, 2][turn]! * DAY_MS - index * 1_000),
          content: `sale ${productId} ${turn}`,
        })),
      ),
    );
  });
  await shop.announce(new Map(names.map((name, index) => [name, ids[index] ?? 0])));
  sold = { id: ids[0] ?? 0, name: names[0] ?? '' };
  const [seller, buyer] = [await shop.account(), await shop.account()];
  await seller.order('ask', { name: sold.name, size: '9', price: 1_250 });
  await buyer.order('bid', { name: sold.name, size: '9', price: 1_100 });
});

const trending = ({ page }: Person) => page.getByRole('region', { name: 'Trending Sneakers' });

/** The number of fully visible cards, and of at least partly visible ones. */
async function cardsOnScreen(person: Person): Promise<readonly [whole: number, begun: number]> {
  const place = await trending(person).boundingBox();
  const [left, right] = [(place?.x ?? 0) - 1, (place?.x ?? 0) + (place?.width ?? 0) + 1];
  const boxes = await Promise.all(
    (await trending(person).getByRole('listitem').getByRole('link').all()).map((card) => card.boundingBox()),
  );
  const begun = boxes.filter((box) => box && box.x < right && box.x + box.width > left);
  return [begun.filter((box) => box && box.x + box.width <= right).length, begun.length];
}

it('the cards fit every screen', async () => {
  const visitor = await shop.visitor();
  await visitor.opens('/');
  const card = trending(visitor).getByRole('link', { name: new RegExp(`^${sold.name}`) });
  const nickname = card.getByText('Bred 2019', { exact: true });
  const line = card.getByText('Air Jordan 4 Retro', { exact: true });
  const sizeOf = (place: typeof line) =>
    place.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  for (const [screen, viewport, expected] of [
    ['a desktop', DESKTOP, [4, 4]],
    ['a wide phone', { width: 700, height: 400 }, [3, 3]],
    ['a phone of 390 pixels', PHONE, [2, 3]],
    ['a small phone', { width: 320, height: 700 }, [2, 3]],
  ] as const) {
    await visitor.page.setViewportSize(viewport);
    await visitor.seesAllOfIt();
    expect(await cardsOnScreen(visitor), screen).toEqual(expected);
    expect(await sizeOf(nickname), screen).toBeGreaterThan(await sizeOf(line));
    for (const text of ['1250$', '330$', '+10.0%', '7 days']) {
      expect([screen, text, await card.getByText(text).evaluate(isWhole)]).toEqual([screen, text, true]);
    }
  }
});

/** True if no part of an element is clipped by its ancestors. */
function isWhole(element: Element): boolean {
  const own = element.getBoundingClientRect();
  const around = element.closest('a')?.getBoundingClientRect();
  return around !== undefined && own.left >= around.left && own.right <= around.right && own.width > 0;
}

// Without scripts: e2e/test/rendered.test.ts.
it('the banners are updated with the market, offer the highest bid for a size, and link to its panel', async () => {
  const visitor = await shop.visitor();
  await visitor.opens('/');
  const first = visitor.page.getByRole('group', { name: '1 of 4' });
  await first.getByText('1250$').waitFor();
  await expect.poll(() => visitor.openStreams()).not.toEqual([]);
  const seller = await shop.account();
  await seller.order('ask', { name: sold.name, size: '9', price: 1_240 });
  await first.getByText('1240$').waitFor();
  await visitor.presses('Slide 2: Name your price');
  // For its next attempt at an inert link, Playwright scrolls the slides back.
  await visitor.button('Slide 2: Name your price').and(visitor.page.locator('[aria-current=true]')).waitFor();
  await visitor.follows('Bid on this pair');
  await visitor.seesHeading(/Size 9/);
});

describe('the recently viewed products', () => {
  it('are shown on Home in this browser only, most recent first', async () => {
    const [first, second] = [await shop.product('First Viewed'), await shop.product('Then Viewed')];
    const visitor = await shop.visitor();
    for (const { id, name } of [first, second]) {
      await visitor.opens(`/product/${id}`);
      await visitor.seesHeading(name);
    }
    const viewed = ({ page }: Person) => page.getByRole('region', { name: 'Recently viewed' });
    await visitor.opens('/');
    await seesTheEnd(visitor);
    await viewed(visitor).getByRole('link').first().waitFor();
    const links = await viewed(visitor).getByRole('link').allTextContents();
    expect(links.map((text) => text.slice(0, 11))).toEqual(['Then Viewed', 'First Viewe']);
    const other = await shop.visitor();
    await other.opens('/');
    await seesTheEnd(other);
    await other.seesHeading('How it works');
    expect(await viewed(other).count()).toBe(0);
  });
});

/** Scrolls until all parts of the page have loaded. */
async function seesTheEnd(person: Person): Promise<void> {
  await person.page.getByRole('heading', { name: 'How it works' }).scrollIntoViewIfNeeded();
  await person.seesAllOfIt();
}

describe('a help page', () => {
  it('links to other pages without a reload', async () => {
    const reader = await shop.visitor();
    await reader.opens('/help/fees');
    await reader.page.evaluate(() => {
      document.body.dataset.isSame = 'yes';
    });
    await reader.page.getByRole('main').getByRole('link', { name: 'after a trade', exact: true }).click();
    await reader.seesHeading('After a trade');
    expect(reader.place).toBe('/help/after-a-trade');
    expect(await reader.page.locator('body').getAttribute('data-is-same')).toBe('yes');
    await reader.page.goBack();
    await reader.seesHeading('Fees');
  });
});
