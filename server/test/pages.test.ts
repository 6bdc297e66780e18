import { randomUUID } from 'node:crypto';
import type { Browse } from '@perkex/contract/finding.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProducts } from '../src/catalogue/create-products.js';
import { transaction } from '../src/database/transaction.js';
import { tellOfProducts } from '../src/feed/tell-of-products.js';
import { buildProducts } from './market.js';
import { buildTestApp, buildTrader, PUBLIC_URL, type TestApp } from './test-app.js';
import { createWebBuild, everyAddress, readPage } from './web-build.js';
import { getByWire, type WireAnswer } from './wire.js';

const NAME = 'Air Test';
const UNKNOWN_ID = 2 ** 31 - 1;

let market: TestApp;
let removeBuild: () => Promise<void>;
let id: number;

beforeAll(async () => {
  const { build, remove } = await createWebBuild();
  removeBuild = remove;
  market = await buildTestApp({ pages: await build() });
  id = (await buildProducts(market.database, [NAME, 'Air Silent']))[0]!;
  await market.database.pool.query(`update products set model = 'Runner' where name = 'Air Silent'`);
  const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  for (const price of [240, 220, 1_310]) {
    await seller.post('/ask', { id: randomUUID(), name: NAME, price, size: '9' });
  }
  await buyer.post('/bid', { id: randomUUID(), name: NAME, price: 180, size: '10' });
});

afterAll(async () => {
  await market.close();
  await removeBuild();
});

function visit(url: string, headers: Record<string, string> = {}): Promise<WireAnswer> {
  return getByWire(market, url, headers);
}

async function detail(): Promise<ProductDetail> {
  const [product] = (await visit(`/api/${id}`)).json<ProductDetail[]>();
  return product!;
}

describe('every page', () => {
  it('is HTML that is asked for each time, guarded as everything is', async () => {
    for (const url of everyAddress({ uid: 'ann', id })) {
      const { statusCode, headers } = await visit(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.vary).toContain('cookie');
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it.each([
    ['/', '/ of banners,market,shelves,trending'],
    ['/market', '/market of market'],
    ['/market?period=7d', '/market?period=7d of market'],
    ['/market?period=2y&more=1', '/market of market'],
    ['/product/ID', '/product/ID of product,sales'],
    ['/product/ID?size=9', '/product/ID?size=9 of product,sales'],
    ['/product/00ID?utm_source=mail&size=9', '/product/ID?size=9 of product,sales'],
    ['/product/ID?size=nothing', '/product/ID of product,sales'],
    ['/product/ID?size=9&size=10', '/product/ID of product,sales'],
    ['/product/999999', '/product/0 of product'],
    ['/brands/test', '/brands/test of brand'],
    ['/brands/Test', '/brands/- of brand'],
    ['/brands', '/brands of brands'],
    ['/brands/test/runner', '/brands/test/runner of model'],
    ['/brands/test/nothing', '/brands/-/- of model'],
    ['/browse', '/browse of browse'],
    ['/browse?utm_source=mail&page=1', '/browse of browse'],
    ['/browse?size=9&brand=test&brand=nothing', '/browse?brand=nothing&brand=test&size=9 of browse'],
    ['/releases', '/releases of releases'],
    ['/releases?month=2024-02', '/releases?month=2024-02 of releases'],
    ['/releases?month=2024-13', '/releases of releases'],
    ['/help', '/help of helpIndex'],
    ['/help/fees', '/help/fees of help,helpIndex'],
    ['/help/nothing', '/help/- of help,helpIndex'],
    ['/sell', '/sell of '],
  ])('%s is rendered as %s', async (url, rendered) => {
    const { body } = await visit(url.replace('ID', String(id)));
    expect(body).toContain(`<div id="root"><p>${rendered.replace('ID', String(id))}</p></div>`);
  });

  it.each([
    ['/login', '/placeholder'],
    ['/sell/1', '/placeholder'],
    ['/dashboard/ann/buying', '/dashboard/placeholder'],
  ])('%s, which is not rendered, shows %s until the application has started', async (url, what) => {
    const { body } = await visit(url);
    expect(body).toContain(`<div id="root"><p>${what} of </p></div>`);
  });

  it('brings its styles along', async () => {
    for (const url of everyAddress({ uid: 'ann', id })) {
      expect((await visit(url)).body, url).toContain('<style>p { color: gray }</style>');
    }
  });

  it('is there with a slash at the end and a query, too', async () => {
    for (const url of ['/?utm_source=mail', '/sell/', `/product/${id}/?size=9`, '/dashboard/ann/profile/']) {
      expect([url, (await visit(url)).statusCode]).toEqual([url, 200]);
    }
  });

  it.each([
    ['/', 'PerkeX: buy and sell new sneakers'],
    ['/market', 'Market | PerkeX'],
    ['/brands', 'Brands | PerkeX'],
    ['/brands/test', 'Test | PerkeX'],
    ['/brands/test/runner', 'Runner | PerkeX'],
    ['/browse', 'All sneakers | PerkeX'],
    ['/browse?brand=test&size=9', 'Test sneakers in size 9 | PerkeX'],
    ['/browse?brand=nothing', 'All sneakers | PerkeX'],
    ['/browse?q=air', 'Results for “air” | PerkeX'],
    ['/releases', 'Releases | PerkeX'],
    ['/releases?month=2024-02', 'Releases in February 2024 | PerkeX'],
    ['/help', 'Help | PerkeX'],
    ['/help/fees', 'Fees | PerkeX'],
    ['/sell', 'Choose a product | PerkeX'],
    ['/sell/1', 'Sell | PerkeX'],
    ['/buy/1', 'Buy | PerkeX'],
    ['/login', 'Log in | PerkeX'],
    ['/register', 'Sign up | PerkeX'],
    ['/forgot-password', 'Forgot password | PerkeX'],
    ['/reset-password?oobCode=secret', 'Reset password | PerkeX'],
    ['/dashboard/profile', 'Profile | PerkeX'],
    ['/dashboard/ann/buying', 'Buying | PerkeX'],
    ['/dashboard/selling', 'Selling | PerkeX'],
    ['/dashboard/watching', 'Watching | PerkeX'],
    ['/dashboard/collection', 'Collection | PerkeX'],
    ['/dashboard/ann/settings', 'Settings | PerkeX'],
    ['/dashboard/settings/shipping', 'Shipping | PerkeX'],
    ['/dashboard/ann/settings/shipping', 'Shipping | PerkeX'],
  ])('%s is called %s', async (url, title) => {
    const page = await visit(url);
    const { title: found, meta } = readPage(page);
    expect([found, meta['og:title']]).toEqual([title, title]);
    expect(page.body.match(/<title>/g)).toHaveLength(1);
  });

  it('says what it is to search engines and to those who preview a link', async () => {
    for (const url of everyAddress({ uid: 'ann', id })) {
      const { meta, canonical } = readPage(await visit(`${url}?from=mail`));
      expect(meta.description?.length, url).toBeGreaterThan(20);
      expect(meta).toMatchObject({
        'og:site_name': 'PerkeX',
        'og:description': meta.description,
        'og:url': canonical,
        'og:type': expect.stringMatching(/^(website|product)$/),
        'twitter:card': 'summary_large_image',
      });
      expect(meta['og:image'], url).toMatch(/^http:\/\/localhost:3000\/drawings\/(\d+\/)?preview\.png$/);
    }
  });

  it.each([
    ['/', '/'],
    ['/?next=//evil.example', '/'],
    ['/sell/?a=b', '/sell'],
    ['/sell/7?size=9', '/sell/7'],
    ['/dashboard/ann/settings', '/dashboard/settings'],
    ['/reset-password?oobCode=secret', '/reset-password'],
  ])('%s has one address of its own, %s, wherever it was asked for', async (url, path) => {
    const page = await visit(url, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(readPage(page).canonical).toBe(`${PUBLIC_URL}${path}`);
    expect(page.body).not.toMatch(/evil|secret/);
  });

  it('is for search engines only when it says something to everybody', async () => {
    const addresses = everyAddress({ uid: 'ann', id });
    const indexed: string[] = [];
    for (const url of addresses) {
      const { robots } = readPage(await visit(url)).meta;
      expect([undefined, 'noindex']).toContain(robots);
      indexed.push(...(robots === undefined ? [url] : []));
    }
    expect(indexed).toEqual([
      '/',
      '/market',
      '/browse',
      `/product/${id}`,
      '/brands',
      '/brands/test',
      '/brands/test/runner',
      '/releases',
      '/help',
      '/help/fees',
      '/sell',
    ]);
  });
});

describe('Home', () => {
  it('brings what is trending along', async () => {
    const trending = (await visit('/api/trending')).json<object[]>();
    expect(trending).toHaveLength(2);
    const banners = (await visit('/api/home/banners')).json<object>();
    expect(readPage(await visit('/')).firstScreen).toEqual({ trending, banners });
  });

  it('tells search engines what the website is and shows', async () => {
    expect(readPage(await visit('/')).linkedData).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'PerkeX', url: `${PUBLIC_URL}/` },
        {
          '@type': 'ItemList',
          name: 'Trending',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: NAME, url: `${PUBLIC_URL}/product/${id}` },
            { '@type': 'ListItem', position: 2, name: 'Air Silent', url: `${PUBLIC_URL}/product/${id + 1}` },
          ],
        },
      ],
    });
  });
});

describe('the sneakers that fit some choices', () => {
  it('come along as the call gives them, with the address that they were asked for by', async () => {
    const found = (await visit('/api/browse?brand=test&size=9')).json<Browse>();
    expect(found.count).toBe(1);
    expect(readPage(await visit('/browse?size=9&brand=test')).firstScreen).toEqual({
      browse: { address: 'brand=test&size=9', found },
    });
  });

  it.each([
    ['/browse', '/browse', undefined],
    ['/browse?sort=newest', '/browse', undefined],
    ['/browse?page=99', '/browse', undefined],
    ['/browse?size=9&brand=test', '/browse?brand=test&size=9', undefined],
    ['/browse?brand=nothing&size=9', '/browse?size=9', undefined],
    ['/browse?brand=test&size=9&from=1', '/browse?brand=test&size=9&from=1', 'noindex'],
    ['/browse?q=air', '/browse?q=air', 'noindex'],
    ['/browse?year=1985', '/browse', undefined],
    ['/browse?from=999999', '/browse?from=999999', 'noindex'],
  ])('at %s are known as %s, robots: %s', async (url, path, robots) => {
    const { canonical, meta } = readPage(await visit(url));
    expect([canonical, meta.robots]).toEqual([`${PUBLIC_URL}${path}`, robots]);
  });

  it('are a list for search engines, below all sneakers', async () => {
    const { linkedData } = readPage(await visit('/browse?brand=test'));
    expect(linkedData).toMatchObject({
      '@graph': [
        { '@type': 'ItemList', name: 'Test sneakers', itemListElement: [{ position: 1 }, { position: 2 }] },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { name: 'All sneakers', item: `${PUBLIC_URL}/browse` },
            { name: 'Test sneakers', item: `${PUBLIC_URL}/browse?brand=test` },
          ],
        },
      ],
    });
  });

  it('stay text, whatever somebody writes into the address', async () => {
    const { body } = await visit(`/browse?q=${encodeURIComponent('</script><b>"x"')}&brand=%3Ci%3E`);
    expect(body).not.toMatch(/<b>|<i>/);
  });
});

describe('the page of a model line', () => {
  it('has the products of it, below its brand', async () => {
    const { firstScreen, linkedData } = readPage(await visit('/brands/test/runner'));
    expect(firstScreen).toEqual({ model: (await visit('/api/brands/test/runner')).json() });
    expect(firstScreen).toMatchObject({
      model: { name: 'Runner', brand: { slug: 'test', name: 'Test' }, of: 1, products: [{ id: id + 1 }] },
    });
    expect(linkedData).toMatchObject({
      '@graph': [
        { '@type': 'ItemList' },
        { itemListElement: [{ name: 'Brands' }, { name: 'Test' }, { name: 'Runner' }] },
      ],
    });
  });

  it('is linked to from its brand', async () => {
    expect((await visit('/api/brands/test')).json()).toMatchObject({
      models: [{ slug: 'runner', name: 'Runner', products: 1 }],
    });
  });

  it.each(['/brands/test/nothing', '/brands/nothing/runner'])('is not at %s', async (url) => {
    const page = await visit(url);
    expect([page.statusCode, readPage(page).meta.robots]).toEqual([404, 'noindex']);
  });
});

describe('the page of a product', () => {
  it('has its name, its prices and its picture for whoever gets a link to it', async () => {
    const { title, meta } = readPage(await visit(`/product/${id}`));
    expect(title).toBe('Air Test | PerkeX');
    expect(meta).toMatchObject({
      'og:type': 'product',
      'og:image': `${PUBLIC_URL}/drawings/${id}/preview.png`,
      'og:url': `${PUBLIC_URL}/product/${id}`,
    });
    expect(meta.description).toContain('new Air Test. Lowest ask 220$, highest bid 180$.');
  });

  it('brings the product along, as the call gives it', async () => {
    const figures = (await visit(`/api/${id}/figures`)).json();
    const history = (await visit(`/api/${id}/history?range=3M`)).json();
    expect(readPage(await visit(`/product/${id}`)).firstScreen).toEqual({
      product: await detail(),
      sales: { size: null, figures, history },
    });
  });

  it('tells search engines what it is and what it costs', async () => {
    expect(readPage(await visit(`/product/${id}`)).linkedData).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Product',
          name: NAME,
          url: `${PUBLIC_URL}/product/${id}`,
          image: `${PUBLIC_URL}/drawings/${id}.svg`,
          brand: { '@type': 'Brand', name: 'Test' },
          offers: {
            '@type': 'AggregateOffer',
            priceCurrency: 'USD',
            lowPrice: 220,
            highPrice: 1_310,
            offerCount: 3,
            availability: 'https://schema.org/InStock',
            itemCondition: 'https://schema.org/NewCondition',
          },
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: `${PUBLIC_URL}/` },
            { '@type': 'ListItem', position: 2, name: 'Test', item: `${PUBLIC_URL}/brands/test` },
            { '@type': 'ListItem', position: 3, name: NAME, item: `${PUBLIC_URL}/product/${id}` },
          ],
        },
      ],
    });
  });

  it('tells them what is known of it', async () => {
    const told = {
      name: 'Air Told',
      brand: 'Test',
      retailPriceCents: 11_950,
      releaseDate: '2022-11-19',
      styleCode: 'DZ5485-612',
      colourway: 'Red/Black',
      model: 'Air',
      nickname: 'Told / Tale',
      kind: 'women' as const,
      description: 'Made of </script> and leather.',
      sizes: ['9'],
    };
    const ids = await transaction(market.database.pool, async (tx) => {
      const created = await createProducts(tx, [told]);
      await tellOfProducts(tx, [...created.values()]);
      return created;
    });
    await market.feed.poll();
    const page = readPage(await visit(`/product/${ids.get(told.name)}`));
    expect(page.linkedData).toMatchObject({
      '@graph': [
        {
          mpn: 'DZ5485-612',
          color: 'Red/Black',
          releaseDate: '2022-11-19',
          model: 'Air',
          alternateName: ['Tale'],
          audience: { '@type': 'PeopleAudience', suggestedGender: 'female' },
          description: told.description,
        },
        { itemListElement: [{ name: 'Home' }, { name: 'Test' }, { name: 'Air' }, { name: told.name }] },
      ],
    });
    expect(page.meta.description).toContain('Buy and sell new Air Told (DZ5485-612). ');
    const { retailPriceCents, ...facts } = told;
    expect(page.firstScreen).toMatchObject({
      product: { ...facts, retailPrice: retailPriceCents / 100 },
    });
  });

  it('offers nothing when nobody asks', async () => {
    const { linkedData, meta } = readPage(await visit(`/product/${id + 1}`));
    expect(linkedData).toMatchObject({ '@graph': [{ '@type': 'Product', name: 'Air Silent' }, {}] });
    expect(JSON.stringify(linkedData)).not.toContain('offers');
    expect(meta.description).toContain('Lowest ask --, highest bid --.');
  });

  it('stays the same page when its id is written in another way', async () => {
    expect(readPage(await visit(`/product/000${id}`)).canonical).toBe(`${PUBLIC_URL}/product/${id}`);
  });

  it.each([
    '0',
    UNKNOWN_ID,
    UNKNOWN_ID + 1,
    '9'.repeat(200),
    '-1',
    '1.0',
    '1e0',
    '0x1',
    'abc',
    '%20',
    '1%2f2',
  ])('is a page, too, when there is no product %s, and says so', async (unknown) => {
    const page = await visit(`/product/${unknown}`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const { title, meta, canonical, firstScreen, linkedData } = readPage(page);
    expect([title, meta.robots, meta['og:url']]).toEqual(['No such product | PerkeX', 'noindex', undefined]);
    expect([canonical, firstScreen, linkedData]).toEqual([undefined, { product: null }, undefined]);
  });
});

describe('a page loads early', () => {
  const code = (file: string) => `rel="modulepreload" href="/assets/${file}" crossorigin=""`;
  const FONTS = ['inter-a', 'archivo-c'].map(
    (font) => `rel="preload" as="font" type="font/woff2" href="/assets/${font}.woff2" crossorigin=""`,
  );

  /** But for the canonical address, in any order. */
  async function linksOf(url: string): Promise<string[]> {
    const { links } = readPage(await visit(url));
    return links.filter((link) => !link.startsWith('rel="canonical"')).sort();
  }

  it('its styles, its picture and the fonts', async () => {
    expect(await linksOf(`/product/${id}`)).toEqual(
      [
        'rel="stylesheet" href="/assets/chart-7.css" crossorigin=""',
        `rel="preload" as="image" href="/drawings/${id}.svg" fetchpriority="high"`,
        ...FONTS,
      ].sort(),
    );
  });

  it('its code with all that this needs, when it is rendered only after it is painted', async () => {
    const { pageCode } = readPage(await visit(`/product/${id}`));
    const files = ['main-0', 'react-3', 'product-page-6', 'prices-4', 'sizes-5'];
    expect(pageCode).toEqual(files.map((file) => `/assets/${file}.js`));
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
        `rel="preload" as="image" href="/drawings/${id}.svg" fetchpriority="high"`,
        'rel="preload" as="image" href="/banners/1-mobile.svg" media="(max-width: 767px)" fetchpriority="high"',
        'rel="preload" as="image" href="/banners/1-desktop.svg" media="(min-width: 768px)" fetchpriority="high"',
        ...FONTS,
      ].sort(),
    );
  });
});

describe('a page that is kept', () => {
  it('is known again by browsers that have it', async () => {
    for (const url of ['/', '/market', `/product/${id}`, '/sell']) {
      const { headers } = await visit(url);
      const etag = String(headers.etag);
      const again = await visit(url, { 'if-none-match': etag });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
      const inTheDark = await visit(url, { 'if-none-match': etag, cookie: 'theme=dark' });
      expect([url, inTheDark.statusCode]).toEqual([url, 200]);
    }
  });

  it('is the same for everybody but for the theme', async () => {
    for (const url of ['/', '/market', `/product/${id}`, '/sell']) {
      const [plain, ofTrader, dark] = await Promise.all([
        visit(url),
        visit(url, { cookie: (await buildTrader(market)).cookie }),
        visit(url, { cookie: 'theme=dark' }),
      ]);
      expect(ofTrader.body).toBe(plain.body);
      expect(dark.body.replace(' data-theme="dark"', '')).toBe(plain.body);
    }
  });

  it('shows an order once it is answered', async () => {
    const trader = await buildTrader(market);
    const [own = 0] = await buildProducts(market.database, ['Air Kept']);
    for (const price of [400, 390, 380]) {
      await visit(`/product/${own}`);
      await trader.post('/ask', { id: randomUUID(), name: 'Air Kept', price, size: '9' });
      const { firstScreen, meta } = readPage(await visit(`/product/${own}`));
      expect(meta.description).toContain(`Lowest ask ${price}$`);
      expect(firstScreen).toMatchObject({
        product: { asks: expect.arrayContaining([expect.objectContaining({ price })]) },
      });
    }
  });

  it('has a sale that another server is just adding to the days', async () => {
    const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
    const [own = 0] = await buildProducts(market.database, ['Air Behind']);
    const order = { name: 'Air Behind', price: 200, size: '9' };
    await seller.post('/ask', { id: randomUUID(), ...order });
    const averageOf = async () => {
      const { firstScreen } = readPage(await visit(`/product/${own}`));
      return (firstScreen as { sales: { figures: { average: number | null } } }).sales.figures.average;
    };
    const other = await market.database.pool.connect();
    await other.query('begin');
    await other.query("select from feed_readers where reader = 'history' for update");
    expect(await averageOf()).toBeNull();
    await buyer.post('/buy', { id: randomUUID(), ...order });
    expect(await averageOf()).toBe(200);
    await other.query('rollback');
    other.release();
  });
});

describe('a page that cannot be rendered', () => {
  it('is one that the application draws', async () => {
    const [own = 0] = await buildProducts(market.database, ['Unrenderable']);
    const page = await visit(`/product/${own}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<div id="root"><p>/placeholder of </p></div>');
    const { title, firstScreen, pageCode } = readPage(page);
    expect([title, firstScreen, pageCode]).toEqual(['Unrenderable | PerkeX', undefined, undefined]);
    expect((await visit(`/product/${id}`)).body).toContain('<p>/product/');
  });
});

describe('the theme', () => {
  it.each([
    ['theme=dark', ' data-theme="dark"'],
    ['theme=light', ' data-theme="light"'],
    ['session=a; theme=dark; other=b', ' data-theme="dark"'],
    ['session=a;theme=light', ' data-theme="light"'],
    ['', ''],
    ['theme=', ''],
    ['theme=blue', ''],
    ['theme=DARK', ''],
    ['theme=darker', ''],
    ['theme="dark"', ''],
    ['theme=dark"><script>', ''],
    ['my-theme=dark', ''],
    ['session=theme=dark', ''],
  ])('that was chosen is there at once: %s', async (cookie, theme) => {
    expect(readPage(await visit('/', { cookie })).theme).toBe(theme);
    expect(readPage(await visit('/product/999', { cookie })).theme).toBe(theme);
  });
});

describe('when the market cannot be read', () => {
  let away: TestApp;

  beforeAll(async () => {
    const { build, remove } = await createWebBuild();
    away = await buildTestApp({ pages: await build() });
    await remove();
    await away.database.pool.query('alter table products rename to gone');
  });

  afterAll(() => away.close());

  it('Home is a page that asks for its data itself', async () => {
    const page = await away.app.inject('/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const { title, firstScreen, linkedData } = readPage(page);
    expect([title, firstScreen]).toEqual(['PerkeX: buy and sell new sneakers', undefined]);
    expect(linkedData).toMatchObject({ '@graph': [{ '@type': 'WebSite' }] });
  });

  it('the page of a product is one, too, and nobody takes it for the product', async () => {
    const page = await away.app.inject('/product/1');
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '1']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(readPage(page).title).toBe('Product | PerkeX');
    expect(readPage(page).firstScreen).toBeUndefined();
  });
});
