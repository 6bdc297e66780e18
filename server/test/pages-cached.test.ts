import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from './market.js';
import { buildPagesMarket, changedCookie, type PagesMarket } from './pages-market.js';
import { buildTrader } from './test-app.js';
import { readPage } from './web-build.js';
import type { WireAnswer } from './wire.js';

let pages: PagesMarket;
let id: number;

beforeAll(async () => {
  pages = await buildPagesMarket();
  id = pages.id;
});

afterAll(() => pages.close());

function visit(url: string, headers?: Record<string, string>): Promise<WireAnswer> {
  return pages.visit(url, headers);
}

describe('a cached page', () => {
  it('is revalidated by browsers that have it', async () => {
    for (const url of ['/', '/market', `/product/${id}`, '/sell']) {
      const { headers } = await visit(url);
      const etag = String(headers.etag);
      const again = await visit(url, { 'if-none-match': etag });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
      const inTheDark = await visit(url, { 'if-none-match': etag, cookie: 'theme=dark' });
      expect([url, inTheDark.statusCode]).toEqual([url, 200]);
    }
  });

  it('is the same for all visitors except for the theme', async () => {
    for (const url of ['/', '/market', `/product/${id}`, '/sell']) {
      const [plain, ofTrader, dark] = await Promise.all([
        visit(url),
        visit(url, { cookie: (await buildTrader(pages.market)).cookie }),
        visit(url, { cookie: 'theme=dark' }),
      ]);
      expect(ofTrader.body).toBe(plain.body);
      expect(dark.body.replace(' data-theme="dark"', '')).toBe(plain.body);
    }
  });

  it('shows an own order once it is answered', async () => {
    const trader = await buildTrader(pages.market);
    const [own = 0] = await buildProducts(pages.market.database, ['Air Kept']);
    for (const price of [400, 390, 380]) {
      await visit(`/product/${own}`);
      const answer = await trader.post('/ask', { id: randomUUID(), name: 'Air Kept', price, size: '9' });
      const page = await visit(`/product/${own}`, { cookie: changedCookie(answer) });
      const { firstScreen, meta } = readPage(page);
      expect(meta.description).toContain(`Lowest ask ${price}$`);
      expect(firstScreen).toMatchObject({
        product: { asks: expect.arrayContaining([expect.objectContaining({ price })]) },
      });
    }
  });

  it('has a sale that another server is adding to the days', async () => {
    const [seller, buyer] = await Promise.all([buildTrader(pages.market), buildTrader(pages.market)]);
    const [own = 0] = await buildProducts(pages.market.database, ['Air Behind']);
    const order = { name: 'Air Behind', price: 200, size: '9' };
    await seller.post('/ask', { id: randomUUID(), ...order });
    const averageOf = async (headers = {}) => {
      const { firstScreen } = readPage(await visit(`/product/${own}`, headers));
      return (firstScreen as { sales: { figures: { average: number | null } } }).sales.figures.average;
    };
    const other = await pages.market.database.pool.connect();
    await other.query('begin');
    await other.query("select from feed_readers where reader = 'history' for update");
    expect(await averageOf()).toBeNull();
    const answer = await buyer.post('/buy', { id: randomUUID(), ...order });
    expect(await averageOf({ cookie: changedCookie(answer) })).toBe(200);
    await other.query('rollback');
    other.release();
  });
});

describe('a page preloads', () => {
  const code = (file: string) => `rel="modulepreload" href="/assets/${file}" crossorigin=""`;
  const FONTS = ['inter-a', 'archivo-c'].map(
    (font) => `rel="preload" as="font" type="font/woff2" href="/assets/${font}.woff2" crossorigin=""`,
  );

  /** Except for the canonical address, in any order. */
  async function linksOf(url: string): Promise<string[]> {
    const { links } = readPage(await visit(url));
    return links.filter((link) => !link.startsWith('rel="canonical"')).sort();
  }

  it('its picture and the fonts', async () => {
    expect(await linksOf(`/product/${id}`)).toEqual(
      [`rel="preload" as="image" href="/drawings/${id}/front.svg" fetchpriority="high"`, ...FONTS].sort(),
    );
  });

  it('its code with all dependencies, when it is rendered only after the first paint', async () => {
    const { pageCode } = readPage(await visit(`/product/${id}`));
    const files = ['main-0', 'react-3', 'product-page-6', 'prices-4', 'sizes-5'];
    expect(pageCode).toEqual({
      needed: files.map((file) => `/assets/${file}.js`),
      forUsers: [],
      forPresses: [],
    });
  });

  it('its code at once, when it is not rendered', async () => {
    expect(await linksOf('/dashboard/ann/buying')).toEqual(
      [
        code('main-0.js'),
        code('react-3.js'),
        code('dashboard-layout-8.js'),
        code('buying-page-9.js'),
        ...FONTS,
      ].sort(),
    );
    expect(readPage(await visit('/login')).pageCode).toBeUndefined();
  });

  it('the first banner, on Home, for the width of the screen, and the pair on it', async () => {
    expect(await linksOf('/')).toEqual(
      [
        `rel="preload" as="image" href="/drawings/${id}/front.svg" fetchpriority="high"`,
        'rel="preload" as="image" href="/banners/1-mobile.svg" media="(max-width: 767px)" fetchpriority="high"',
        'rel="preload" as="image" href="/banners/1-desktop.svg" media="(min-width: 768px)" fetchpriority="high"',
        ...FONTS,
      ].sort(),
    );
  });
});
