import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { givePictures } from '../../server/test/give-pictures.js';
import { plainPicture } from '../../server/test/picture-server.js';
import { PHONE } from '../src/browser.js';
import { layoutShifts } from '../src/layout-shifts.js';
import { faultsOf } from './support/accessibility.js';
import { type ShopProduct, useShop } from './support/shop.js';

// One server's store has the pictures.
const shop = useShop({ servers: 1 });

const PICTURE = /\/pictures\/[0-9a-f]{32}-(\d+)\.avif$/;

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Photo Runner Red');
  const shapes = [
    { width: 1300, height: 600, background: '#c22' },
    { width: 320, height: 320, background: '#22c' },
    { width: 640, height: 420, background: '#2c2' },
  ];
  const photos = await Promise.all(shapes.map((shape) => plainPicture(shape).jpeg().toBuffer()));
  const { fetched } = await givePictures(shop.app, product, photos);
  expect(fetched).toBe(3);
});

/** The width of the file that the browser has chosen. */
async function chosenWidth(image: Locator): Promise<number> {
  const source = () => image.evaluate((element: HTMLImageElement) => element.currentSrc);
  await expect.poll(source).toMatch(PICTURE);
  return Number(PICTURE.exec(await source())?.[1]);
}

describe('a product with pictures', () => {
  it('shows them in its strip, each in a file of the size of its place, and whole in the zoom', async () => {
    const visitor = await shop.visitor();
    const { page } = visitor;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visitor.opens(`/product/${product.id}`);
    const first = page.getByRole('img', { name: `${product.name}, picture 1` });
    expect(await chosenWidth(first)).toBe(640);
    const thumbs = page.getByRole('group', { name: 'Views' }).getByRole('button');
    expect(await thumbs.evaluateAll((all) => all.map((thumb) => thumb.getAttribute('aria-label')))).toEqual([
      'Picture 1',
      'Picture 2',
      'Picture 3',
    ]);
    // For the first, the browser may use the larger file that it already has.
    expect(await chosenWidth(thumbs.nth(1).locator('img'))).toBe(160);
    await thumbs.nth(2).click();
    const third = page.getByRole('img', { name: `${product.name}, picture 3` });
    expect(await chosenWidth(third)).toBe(640);
    await expect
      .poll(() => third.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
    const largest = asked.filter((path) => /-640\.avif$/.test(path));
    expect(new Set(largest).size, 'preloaded and shown from one file').toBe(largest.length);
    expect(asked.filter((path) => /\.(jpg|webp)$/.test(path))).toEqual([]);
    const { sum, jumps } = await layoutShifts(page);
    expect(sum, jumps.join('\n')).toBeLessThan(0.01);
    expect(await faultsOf(visitor)).toEqual([]);
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: `Enlarge ${product.name}, picture 3` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Picture 3 · 3 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Picture 1 · 1 of 3').waitFor();
    await expect
      .poll(() => dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1280);
  });

  it('shows a placeholder until a picture has loaded', async () => {
    const visitor = await shop.visitor();
    await visitor.page.route(/\/pictures\//, () => {});
    await visitor.page.goto(`/product/${product.id}`, { waitUntil: 'commit' });
    const ground = () =>
      visitor.page
        .getByRole('img', { name: `${product.name}, picture 1` })
        .evaluate((image) => getComputedStyle(image).backgroundImage);
    await expect.poll(ground).toMatch(/^url\("data:image\/webp;base64,/);
  });

  it('is on its cards with a smaller file', async () => {
    const other = await shop.product('Photo Runner Blue');
    // A browser that has a larger picture already shows that one.
    const visitor = await shop.visitor({ isFirstVisit: true });
    await visitor.opens(`/product/${other.id}`);
    // Cards far down the page are loaded when one scrolls near them.
    await visitor.page.mouse.wheel(0, 1_000);
    const card = visitor.page.getByRole('link', { name: /Photo Runner Red/ }).first();
    await card.scrollIntoViewIfNeeded();
    expect(await chosenWidth(card.locator('img'))).toBe(320);
  });

  it('gives its pictures to link previews and search engines', async () => {
    const html = await (await fetch(`${shop.url}/product/${product.id}`)).text();
    const [, picture] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(picture).toMatch(/^http:\/\/localhost:\d+\/pictures\/[0-9a-f]{32}-1280\.jpg$/);
    const [, data = ''] = /<script type="application\/ld\+json"[^>]*>([^<]+)</.exec(html) ?? [];
    const { '@graph': graph } = JSON.parse(data) as { '@graph': { '@type': string; image?: unknown }[] };
    expect(graph.find((each) => each['@type'] === 'Product')?.image).toEqual([
      picture,
      expect.stringMatching(/-320\.jpg$/),
      expect.stringMatching(/-640\.jpg$/),
    ]);
    expect((await fetch(picture ?? '')).headers.get('content-type')).toBe('image/jpeg');
  });
});
