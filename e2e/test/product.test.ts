import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import { useShop } from './support/shop.js';

const shop = useShop();

describe('a product', () => {
  it('shows its lowest ask and highest bid, over all sizes and for the chosen one', async () => {
    const { id, name } = await shop.product();
    const maker = await shop.account();
    await maker.order('ask', { name, size: '9', price: 240 });
    await maker.order('ask', { name, size: '10', price: 300 });
    await maker.order('bid', { name, size: '8', price: 200 });
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens(`/product/${id}`);
    await visitor.page.mouse.wheel(0, 2_000);
    for (const label of ['Place Bid', 'Buy For 240$']) {
      const place = await visitor.link(label).last().boundingBox();
      expect(place?.y, `${label} stays on the screen of a phone`).toBeGreaterThan(0);
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    }
    await visitor.page.setViewportSize(DESKTOP);
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
    await visitor.page.goBack();
    await visitor.follows('Sell for -- or Ask for More');
    await visitor.isAt(`/sell/${id}?size=10`);
  });

  it('without orders, sales and related products says so, and its name is escaped', async () => {
    const name = `</script><img src=x onerror="alert(1)"> & "Low" $& $1`;
    const { id } = await shop.product(name);
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.seesHeading(name);
    expect(await visitor.page.title()).toBe(`${name} | PerkeX`);
    expect(await visitor.page.locator('img[src="x"]').count()).toBe(0);
    await visitor.link('Buy For --').waitFor();
    await visitor.link('Sell for -- or Ask for More').waitFor();
    await visitor.page.getByRole('heading', { name: 'Last Sale' }).locator('..').getByText('--').waitFor();
    expect(await visitor.page.getByText('%').count()).toBe(0);
    await visitor.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await visitor.sees('There are no related products yet.');
  });

  it('shows its last sale, the change of its price, and all sales in a panel that opens and closes', async () => {
    const { id, name } = await shop.product('Alpha Beta Low');
    const related = await shop.product('alpha beta High');
    await shop.product('Alpha Gamma Low');
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
    await visitor.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const carousel = visitor.page.getByRole('region', { name: 'Related Products' });
    await carousel.getByText('alpha beta High').waitFor();
    expect(await carousel.getByRole('link').count(), 'those that begin with the same two words').toBe(1);
    await carousel.getByRole('link').click();
    await visitor.isAt(`/product/${related.id}`);
    await visitor.seesHeading('alpha beta High');
  });
});

describe('home', () => {
  it('advances its four banners every seven seconds, unless hovered or with reduced motion', async () => {
    const visitor = await shop.visitor({ hasOwnClock: true, reducedMotion: 'no-preference' });
    const { page } = visitor;
    await visitor.opens('/');
    const slide = (number: number) => page.getByRole('group', { name: `${number} of 4` });
    await slide(1).waitFor();
    const ground = page.locator('[aria-label="1 of 4"] picture img');
    const source = () => ground.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
    expect(await source()).toBe('/banners/1-desktop.svg');
    await visitor.passes(8_000);
    await page.waitForFunction(() => document.querySelector('[aria-label="2 of 4"]:not([inert])'));
    await slide(2).hover();
    await visitor.passes(15_000);
    const shown = page.locator('[aria-label$=" of 4"]:not([inert])');
    expect(await shown.getAttribute('aria-label'), 'hovered').toBe('2 of 4');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
    await visitor.passes(20_000);
    expect(await shown.getAttribute('aria-label'), 'with reduced motion').toBe('2 of 4');
    await page.setViewportSize(PHONE);
    await expect.poll(source).toBe('/banners/1-mobile.svg');
  });
});
