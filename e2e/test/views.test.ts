import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const shop = useShop();

async function opensProduct(viewport?: { width: number; height: number }): Promise<[Person, string]> {
  const { id, name } = await shop.product();
  const visitor = await shop.visitor(viewport ? { viewport } : {});
  await visitor.opens(`/product/${id}`);
  return [visitor, name];
}

const thumb = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

async function isShown(visitor: Person, name: string): Promise<void> {
  await thumb(visitor, name).and(visitor.page.locator('[aria-pressed=true]')).waitFor();
}

/** The zoom factor of the dialog's picture, relative to fitting it. */
function scaleOf(dialog: Locator): Promise<number> {
  return dialog
    .getByRole('img')
    .evaluate((image) => image.getBoundingClientRect().width / (image as HTMLElement).offsetWidth);
}

describe('the views of a product', () => {
  it('are shown by their thumbnails and the arrow keys, each with a text that describes it', async () => {
    const [visitor, name] = await opensProduct();
    await isShown(visitor, 'Front');
    await visitor.page.getByRole('img', { name: `${name}, from the front` }).waitFor();
    await thumb(visitor, 'Heel').click();
    await isShown(visitor, 'Heel');
    const heel = visitor.page.getByRole('img', { name: `${name}, from behind` });
    await expect
      .poll(() => heel.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await heel.getAttribute('src')).toMatch(/^\/drawings\/\d+\/heel\.svg/);
    await thumb(visitor, 'Heel').focus();
    for (const [key, next] of [
      ['ArrowRight', 'Front'],
      ['ArrowRight', 'Side'],
      ['ArrowRight', 'Top'],
      ['ArrowRight', 'Heel'],
      ['ArrowLeft', 'Top'],
    ] as const) {
      await visitor.page.keyboard.press(key);
      await isShown(visitor, next);
    }
    expect(await thumb(visitor, 'Top').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('follow a swipe, only the visible one can be reached by Tab, and two fingers zoom', async () => {
    const [visitor, name] = await opensProduct(PHONE);
    const row = visitor.page.locator('ul', {
      has: visitor.page.getByRole('img', { name: `${name}, from behind` }),
    });
    await row.evaluate((element) => element.scrollBy({ left: element.clientWidth }));
    await isShown(visitor, 'Side');
    const hidden = await row
      .locator('li')
      .evaluateAll((items) => items.map((item) => item.matches('[inert]')));
    expect(hidden).toEqual([true, false, true, true]);
    const thumbTops = await visitor.page
      .getByRole('group', { name: 'Views' })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(new Set(thumbTops).size).toBe(1);

    await visitor.page.getByRole('link', { name: `Enlarge ${name}, from the side` }).click();
    const dialog = visitor.page.getByRole('dialog', { name });
    await dialog.waitFor();
    const touch = await visitor.context.newCDPSession(visitor.page);
    const fingers = (distance: number) => [
      { x: 195 - distance / 2, y: 400, id: 1 },
      { x: 195 + distance / 2, y: 400, id: 2 },
    ];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(80) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(160) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => scaleOf(dialog)).toBeCloseTo(2, 1);
  });
});

describe('the zoom', () => {
  it('opens by a press or Enter, zooms by press, wheel and keys, pans, and closes with the focus on its picture', async () => {
    const [visitor, name] = await opensProduct();
    const { page } = visitor;
    const opener = page.getByRole('link', { name: `Enlarge ${name}, from the front` });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Zoom in' }).press('Enter');
    expect(await scaleOf(dialog)).toBe(1.5);
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);

    await opener.click();
    await dialog.getByText('Front · 1 of 4').waitFor();
    expect(await scaleOf(dialog)).toBe(1);
    const picture = dialog.getByRole('img');
    await picture.click();
    expect(await scaleOf(dialog)).toBe(2.5);
    await picture.hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => scaleOf(dialog)).toBeGreaterThan(2.5);
    const before = await picture.boundingBox();
    await page.mouse.down();
    await page.mouse.move(600, 400, { steps: 3 });
    await page.mouse.up();
    expect(await picture.boundingBox()).not.toEqual(before);
    await page.keyboard.press('0');
    expect(await scaleOf(dialog)).toBe(1);
    await page.keyboard.press('+');
    expect(await scaleOf(dialog)).toBe(1.5);
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Side · 2 of 4').waitFor();
    expect(await scaleOf(dialog)).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await isShown(visitor, 'Side');
  });

  it('links to the picture itself while its code cannot be fetched', async () => {
    const [visitor, name] = await opensProduct();
    visitor.expectsComplaint(/ERR_FAILED|Failed to fetch/);
    await visitor.page.route(/later-parts/, (route) => route.abort());
    const opener = visitor.page.getByRole('link', { name: `Enlarge ${name}, from the front` });
    let failures = 0;
    visitor.page.on('requestfailed', (request) => {
      failures += request.url().includes('later-parts') ? 1 : 0;
    });
    await opener.click();
    // The code is fetched twice more before it counts as missing.
    await expect.poll(() => failures).toBe(3);
    await visitor.seesAllOfIt();
    await opener.click();
    await visitor.page.waitForURL(/\/drawings\/\d+\/front\.svg/);
  });
});
