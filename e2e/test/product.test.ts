import { savePastSales } from '@perkex/server/catalogue/save-past-sales.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { failRequests } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** Scrolls down on a product's page, because parts far below load when they are near the viewport. */
async function readsToTheEnd(visitor: Person, name: string): Promise<void> {
  await visitor.seesHeading(name);
  await visitor.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}

describe('a product', () => {
  it('shows its place in the catalogue by links to Home, its brand and its model line', async () => {
    const { id, name } = await shop.product();
    await shop.app.database.pool.query(`update products set model = 'Low Runner' where id = $1`, [id]);
    await shop.announce(new Map([[name, id]]));
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    const breadcrumb = visitor.page.getByRole('navigation', { name: 'Breadcrumb' });
    const path = breadcrumb.getByRole('link');
    expect(await path.allInnerTexts()).toEqual(['Home', 'Test', 'Low Runner']);
    expect(await breadcrumb.locator('svg').count(), 'one between two').toBe(2);
    await path.last().click();
    await visitor.isAt('/brands/test/low-runner');
    await visitor.seesHeading('Low Runner');
  });

  it('shows its lowest ask and highest bid, over all sizes and for the chosen one', async () => {
    const { id, name } = await shop.product();
    const maker = await shop.account();
    await maker.order('ask', { name, size: '9', price: 240 });
    await maker.order('ask', { name, size: '10', price: 300 });
    await maker.order('bid', { name, size: '8', price: 200 });
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.link('Buy For 240$').waitFor();
    await visitor.link('Sell for 200$ or Ask for More').waitFor();
    await visitor.link('Place Bid').waitFor();

    const dropdown = visitor.page.getByRole('button', { name: /^Size/ });
    expect(await dropdown.getAttribute('aria-expanded')).toBe('false');
    await dropdown.click();
    expect(await dropdown.getAttribute('aria-expanded')).toBe('true');
    await dropdown.click();
    expect(await dropdown.getAttribute('aria-expanded')).toBe('false');
    await dropdown.click();
    await visitor.button(/^10\b/).click();
    await visitor.link('Buy For 300$').waitFor();
    await visitor.link('Sell for -- or Ask for More').waitFor();
    await visitor.follows('Buy For 300$');
    await visitor.isAt(`/buy/${id}?size=10&mode=now`);
    expect(await visitor.page.getByLabel('Enter Bid').inputValue()).toBe('300');
  });

  it('shows -- without asks and bids', async () => {
    const { id } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.link('Buy For --').waitFor();
    await visitor.link('Sell for -- or Ask for More').waitFor();
  });

  it('opens bidding, buying and selling in the mode of the pressed button', async () => {
    const { id, name } = await shop.product();
    const maker = await shop.account();
    await maker.order('ask', { name, size: '9', price: 240 });
    await maker.order('bid', { name, size: '9', price: 200 });
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.follows('Place Bid');
    await visitor.seesHeading('Select Size');
    await visitor.link(/^9/).click();
    await visitor.button('Review Bid').waitFor();
    await visitor.opens(`/product/${id}`);
    await visitor.follows('Buy For 240$');
    await visitor.link(/^9/).click();
    await visitor.button('Review Buy').waitFor();
    await visitor.opens(`/product/${id}`);
    await visitor.follows('Sell for 200$ or Ask for More');
    await visitor.isAt(`/sell/${id}`);
    await visitor.sees('Highest Bids');
  });

  it('shows its last sale, the change of its price, and all sales in a panel that opens and closes', async () => {
    const { id, name } = await shop.product();
    const [seller, buyer] = [await shop.account(), await shop.account()];
    for (const price of [100, 103]) {
      await seller.order('ask', { name, size: '9', price });
      await buyer.order('buy', { name, size: '9', price });
    }
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.sees('103$');
    await visitor.sees(/\+3\.0%/);
    const opener = visitor.button('All Sales');
    await opener.click();
    const panel = visitor.page.getByRole('complementary', { name: 'All Sales' });
    await panel.waitFor();
    const today = new Date().toISOString().slice(0, 10);
    expect(await panel.getByText(today).count()).toBe(2);
    await panel.getByText('100$').waitFor();
    await visitor.page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toContain('All Sales');
    for (const width of [1440, 1024, 768, 640]) {
      await visitor.page.setViewportSize({ width, height: 900 });
      await opener.click();
      await panel.waitFor();
      // A press fails on a covered element.
      await opener.click();
      await panel.waitFor({ state: 'hidden' });
    }
  });

  it('shows -- without a last sale', async () => {
    // Without related products, whose change would be shown.
    const { id } = await shop.product('Lonely Okapi Mid');
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.sees('--');
    expect(await visitor.page.getByText('%').count()).toBe(0);
  });

  it('lists related products, whose names begin with the same two words', async () => {
    const { id } = await shop.product('Alpha Beta Low');
    const related = await shop.product('alpha beta High');
    await shop.product('Alpha Gamma Low');
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await readsToTheEnd(visitor, 'Alpha Beta Low');
    const carousel = visitor.page.getByRole('region', { name: 'Related Products' });
    await carousel.getByText('alpha beta High').waitFor();
    expect(await carousel.getByRole('link').count()).toBe(1);
    await carousel.getByRole('link').click();
    await visitor.isAt(`/product/${related.id}`);
    await visitor.seesHeading('alpha beta High');
  });

  it('says when there are no related products', async () => {
    const { id } = await shop.product('Lonely Only Low');
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await readsToTheEnd(visitor, 'Lonely Only Low');
    await visitor.sees('There are no related products yet.');
  });

  it('shows the last sale of the chosen size even after 200 newer sales of other sizes', async () => {
    const { id, name } = await shop.product();
    const [seller, buyer] = [await shop.account(), await shop.account()];
    for (const price of [200, 300]) {
      await seller.order('ask', { name, size: '10', price });
      await buyer.order('buy', { name, size: '10', price });
    }
    const nowMs = Date.now();
    const later = Array.from({ length: 200 }, (_, index) => ({
      productId: id,
      size: '9',
      priceCents: 77_700,
      content: `${index}`,
      soldAt: new Date(nowMs + (index + 1) * 60_000),
    }));
    await transaction(shop.app.database.pool, (tx) => savePastSales(tx, later));
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.sees('777$');
    await visitor.presses(/^Size/);
    await visitor.button(/^10\b/).click();
    await visitor.sees('300$');
    await visitor.sees(/\+50\.0%/);
  });

  it('escapes a hostile name', async () => {
    const name = `</script><img src=x onerror="alert(1)"> & "Low" $& $1`;
    const { id } = await shop.product(name);
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.seesHeading(name);
    expect(await visitor.page.title()).toBe(`${name} | PerkeX`);
    expect(await visitor.page.locator('img[src="x"]').count()).toBe(0);
  });

  it('keeps both trade buttons on the screen of a phone', async () => {
    const { id, name } = await shop.product();
    await (await shop.account()).order('ask', { name, size: '9', price: 240 });
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens(`/product/${id}`);
    await visitor.page.mouse.wheel(0, 2_000);
    for (const label of ['Place Bid', 'Buy For 240$']) {
      const place = await visitor.link(label).last().boundingBox();
      expect(place?.y).toBeGreaterThan(0);
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    }
  });

  it('shows an error while the calls fail, and recovers automatically', async () => {
    const { id, name } = await shop.product();
    const visitor = await shop.visitor({ hasOwnClock: true });
    visitor.expectsComplaint(/ERR_FAILED|ERR_CONNECTION/);
    await visitor.opens('/');
    await visitor.seesHeading('Trending Sneakers');
    const recover = await failRequests(visitor.page, `**/api/${id}`);
    await visitor.page.getByPlaceholder('Search for sneaker').fill(name);
    await visitor.page.getByRole('option', { name }).click();
    await visitor.passes(3_000);
    await visitor.button('Try again').waitFor();
    recover();
    await visitor.passes(6_000);
    await visitor.seesHeading(name);
  });
});

describe('home', () => {
  it('shows trending sneakers that link to their pages', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    const carousel = visitor.page.getByRole('region', { name: 'Trending Sneakers' });
    await carousel.getByRole('listitem').first().getByRole('link').click();
    await visitor.page.waitForURL(/\/product\/\d+$/);
  });

  it('advances its four banners every seven seconds, unless hovered or with reduced motion', async () => {
    const visitor = await shop.visitor({ hasOwnClock: true, reducedMotion: 'no-preference' });
    await visitor.opens('/');
    const slide = (number: number) => visitor.page.getByRole('group', { name: `${number} of 4` });
    await slide(1).waitFor();
    await visitor.passes(8_000);
    await visitor.page.waitForFunction(() => document.querySelector('[aria-label="2 of 4"]:not([inert])'));
    await slide(2).hover();
    await visitor.passes(15_000);
    expect(await visitor.page.locator('[aria-label="2 of 4"]:not([inert])').count()).toBe(1);

    const calm = await shop.visitor({ hasOwnClock: true, reducedMotion: 'reduce' });
    await calm.opens('/');
    await calm.page.getByRole('group', { name: '1 of 4' }).waitFor();
    await calm.passes(20_000);
    expect(await calm.page.locator('[aria-label="1 of 4"]:not([inert])').count()).toBe(1);
  });

  it('has banners for wide and for small screens', async () => {
    const wide = await shop.visitor();
    const small = await shop.visitor({ viewport: PHONE });
    for (const [person, source] of [
      [wide, '/banners/1-desktop.svg'],
      [small, '/banners/1-mobile.svg'],
    ] as const) {
      await person.opens('/');
      const image = person.page.locator('[aria-label="1 of 4"] picture img');
      await image.waitFor();
      expect(
        await image.evaluate((element) => new URL((element as HTMLImageElement).currentSrc).pathname),
      ).toBe(source);
    }
  });
});
