import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();
const NEVER = new Promise<void>(() => {});

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Slow Connection Runner');
});

/** Opens a page of which only the HTML loads. @param until when the rest loads */
async function opensHtmlAlone(person: Person, path: string, until: Promise<void> = NEVER): Promise<void> {
  await person.page.route(/\/(assets|banners|drawings|api)\//, async (route) => {
    await until;
    await route.continue();
  });
  await person.page.goto(path.replace('ID', String(product.id)), { waitUntil: 'commit' });
}

/** Waits until the browser has painted something other than the background. */
async function seesPaint({ page }: Person): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

describe('before styles and scripts have loaded', () => {
  it.each([
    ['light', {}, 'rgb(255, 255, 255)'],
    ['dark', {}, 'rgb(11, 11, 12)'],
    ['light', { theme: 'dark' }, 'rgb(11, 11, 12)'],
  ] as const)(
    'Home is painted, on a %s system and with the cookies %o',
    async (colorScheme, cookies, ground) => {
      const visitor = await shop.visitor({ viewport: DESKTOP, colorScheme });
      await visitor.context.addCookies(
        Object.entries(cookies).map(([name, value]) => ({ name, value, url: shop.url })),
      );
      await opensHtmlAlone(visitor, '/');
      await seesPaint(visitor);
      await visitor.link('PerkeX').waitFor();
      await visitor.link('Sell').first().waitFor();
      expect(await visitor.page.getByPlaceholder('Search for sneaker').isEnabled()).toBe(true);
      await visitor.seesHeading('The market for new sneakers');
      await visitor.seesHeading('Trending Sneakers');
      const colour = await visitor.page.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(colour).toBe(ground);
    },
  );

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])(
    'the search has its place in the header without the links, which follow in the HTML, on %s',
    async (_name, viewport) => {
      const visitor = await shop.visitor({ viewport });
      await visitor.opens('/market');
      const header = visitor.page.locator('header');
      const search = header
        .getByRole('button', { name: 'Open the search' })
        .or(header.getByPlaceholder('Search for sneaker'))
        .filter({ visible: true });
      const place = await search.boundingBox();
      await header.getByRole('navigation').evaluate((links) => links.remove());
      expect(await search.boundingBox()).toEqual(place);
    },
  );

  it.each([
    ['/market', 'Market'],
    ['/product/ID', 'Slow Connection Runner'],
    ['/product/999999', 'There is no such product'],
    ['/sell', 'Choose a product'],
  ])('%s is painted', async (path, heading) => {
    const visitor = await shop.visitor({ viewport: PHONE });
    visitor.expectsComplaint(/status of 404/);
    await opensHtmlAlone(visitor, path);
    await seesPaint(visitor);
    await visitor.link('PerkeX').waitFor();
    await visitor.seesHeading(heading);
  });

  it.each(['/login', '/sell/ID', '/dashboard/buying'])(
    '%s, which is not rendered by the server, is painted',
    async (path) => {
      const visitor = await shop.visitor({ viewport: PHONE });
      await opensHtmlAlone(visitor, path);
      await seesPaint(visitor);
      await visitor.link('PerkeX').waitFor();
      await visitor.page.getByRole('status').getByText('Loading').waitFor();
    },
  );
});

describe('when the application takes over', () => {
  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('nothing on Home shifts, on %s', async (_name, viewport) => {
    const visitor = await shop.visitor({ viewport });
    let letTheRestCome = () => {};
    const until = new Promise<void>((resolve) => {
      letTheRestCome = resolve;
    });
    /** The start of each part; the width of a text depends on its font, which loads later. */
    const places = () =>
      Promise.all(
        [
          visitor.link('PerkeX'),
          visitor.link('Sell').first(),
          visitor.heading('The market for new sneakers'),
          visitor.heading('Trending Sneakers'),
          visitor.page.getByRole('combobox', { includeHidden: true }).first(),
        ].map(async (part) => {
          const box = await part.boundingBox();
          return [box?.x ?? 0, box?.y ?? 0];
        }),
      );
    await opensHtmlAlone(visitor, '/', until);
    await seesPaint(visitor);
    const before = (await places()).flat();
    letTheRestCome();
    await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
    await visitor.page.evaluate(() => document.fonts.ready);
    const moves = (await places()).flat().map((at, index) => Math.abs(at - (before[index] ?? 0)));
    expect(Math.max(...moves)).toBeLessThan(2);
  });
});

describe('pictures outside the first screen of a phone', () => {
  const NAMES = Array.from({ length: 8 }, (_, index) => `Far Below Number ${index + 1}`);

  beforeAll(() => shop.products(NAMES));

  /** The pictures that the browser has requested, one for each card. */
  async function opensCards(viewport: { width: number; height: number }): Promise<[Person, () => number]> {
    const visitor = await shop.visitor({ viewport });
    const asked = new Set<string>();
    visitor.page.on('request', (request) => {
      if (request.resourceType() === 'image') {
        asked.add(request.url());
      }
    });
    await visitor.page.route(/\/assets\/.*\.js$/, () => NEVER);
    // The test advances their time.
    const devtools = await visitor.context.newCDPSession(visitor.page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await visitor.page.goto('/browse?q=far+below', { waitUntil: 'commit' });
    await seesPaint(visitor);
    await visitor.link(/Number 8/).waitFor({ state: 'attached' });
    return [visitor, () => asked.size];
  }

  it('are requested only after it is painted, but soon, even if no code loads', async () => {
    const [visitor, asked] = await opensCards(PHONE);
    await expect.poll(asked).toBe(6);
    await visitor.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    expect(asked()).toBe(6);
    await visitor.page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        animation.finish();
      }
    });
    await expect.poll(asked).toBe(8);
  });

  it('are requested at once on other screens', async () => {
    const [, asked] = await opensCards(DESKTOP);
    await expect.poll(asked).toBe(8);
  });
});
