import type { Browse } from '@perkex/contract/finding.js';
import { PAGES } from '@perkex/contract/pages.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDemoMarket } from '../src/accounts/is-demo-market.js';
import { buildPagesMarket, NAME, type PagesMarket } from './pages-market.js';
import { buildTestApp, PUBLIC_URL, useMarket } from './test-app.js';
import { createWebBuild, everyAddress, readPage, useWebBuild } from './web-build.js';
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

describe('every page', () => {
  it('is HTML that is revalidated each time, with the same security headers as everything', async () => {
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
    ['/', '/ of banners,campaigns,market,shelves,trending'],
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
    ['/releases?month=0000-01', '/releases of releases'],
    ['/releases?month=9999-12', '/releases of releases'],
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
    ['/sell/1', '/placeholder/trade'],
    ['/dashboard/ann/buying', '/dashboard/placeholder'],
  ])('%s, which is not rendered, shows %s until the application has started', async (url, what) => {
    const { body } = await visit(url);
    expect(body).toContain(`<div id="root"><p>${what} of </p></div>`);
  });

  it.each(['/product/999999', '/buy/999999', '/sell/999999?size=9', '/buy/0', '/sell/shoe', '/buy/1e9'])(
    '%s is answered 404, and not for search engines',
    async (url) => {
      const page = await visit(url);
      const { title, meta, canonical } = readPage(page);
      expect([page.statusCode, title, meta.robots, canonical]).toEqual([
        404,
        'No such product | PerkeX',
        'noindex',
        undefined,
      ]);
    },
  );

  it('contains its styles', async () => {
    for (const url of everyAddress({ uid: 'ann', id })) {
      expect((await visit(url)).body, url).toContain('<style>p { color: gray }</style>');
    }
  });

  it('exists with a slash at the end and a query, too', async () => {
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
  ])('%s has the title %s', async (url, title) => {
    const page = await visit(url);
    const { title: found, meta } = readPage(page);
    expect([found, meta['og:title']]).toEqual([title, title]);
    expect(page.body.match(/<title>/g)).toHaveLength(1);
  });

  it('describes itself to search engines and previews of links', async () => {
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
    ['/sell/1?size=9', '/sell/1'],
    ['/dashboard/ann/settings', '/dashboard/settings'],
    ['/reset-password?oobCode=secret', '/reset-password'],
  ])('%s has one canonical address, %s, at whatever address it was requested', async (url, path) => {
    const page = await visit(url, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(readPage(page).canonical).toBe(`${PUBLIC_URL}${path}`);
    expect(page.body).not.toMatch(/evil|secret/);
  });

  it('is for search engines only when it has public content', async () => {
    const addresses = everyAddress({ uid: 'ann', id });
    const isPublic = (url: string) =>
      Object.values(PAGES).some(
        ({ path, isIndexed }) => isIndexed && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(url),
      );
    expect(addresses.filter(isPublic)).toContain(`/product/${id}`);
    for (const url of addresses) {
      const { robots } = readPage(await visit(url)).meta;
      expect([url, robots]).toEqual([url, isPublic(url) ? undefined : 'noindex']);
    }
  });
});

describe('Home', () => {
  it('contains the trending products', async () => {
    const trending = (await visit('/api/trending')).json<object[]>();
    expect(trending).toHaveLength(2);
    const banners = (await visit('/api/home/banners')).json<object>();
    const campaigns = (await visit('/api/home/campaigns')).json<object>();
    expect(readPage(await visit('/')).firstScreen).toEqual({ trending, banners, campaigns });
  });

  it('describes the website to search engines', async () => {
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

describe('the sneakers that match some filters', () => {
  it('are in the page as the call returns them, with the address of the call', async () => {
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
  ])('at %s have the canonical address %s, robots: %s', async (url, path, robots) => {
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

  it('are escaped, whatever the address contains', async () => {
    const { body } = await visit(`/browse?q=${encodeURIComponent('</script><b>"x"')}&brand=%3Ci%3E`);
    expect(body).not.toMatch(/<b>|<i>/);
  });
});

describe('the page of a model line', () => {
  it('has its products, below its brand', async () => {
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

  it('is linked from its brand', async () => {
    expect((await visit('/api/brands/test')).json()).toMatchObject({
      models: [{ slug: 'runner', name: 'Runner', products: 1 }],
    });
  });

  it.each(['/brands/test/nothing', '/brands/nothing/runner'])('is not at %s', async (url) => {
    const page = await visit(url);
    expect([page.statusCode, readPage(page).meta.robots]).toEqual([404, 'noindex']);
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
  ])('that was chosen is applied at once: %s', async (cookie, theme) => {
    expect(readPage(await visit('/', { cookie })).theme).toBe(theme);
    expect(readPage(await visit('/product/999', { cookie })).theme).toBe(theme);
  });
});

describe('when the market cannot be read', () => {
  const web = useWebBuild();
  const away = useMarket(async () => ({ pages: await web.build() }));

  beforeAll(async () => {
    await web.remove();
    await away.database.pool.query('alter table products rename to gone');
  });

  it('Home is a page that requests its data itself', async () => {
    const page = await away.app.inject('/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const { title, firstScreen, linkedData } = readPage(page);
    expect([title, firstScreen]).toEqual(['PerkeX: buy and sell new sneakers', undefined]);
    expect(linkedData).toMatchObject({ '@graph': [{ '@type': 'WebSite' }] });
  });

  it('the page of a product does too, and is not taken for the product by search engines', async () => {
    const page = await away.app.inject('/product/1');
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '1']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(readPage(page).title).toBe('Product | PerkeX');
    expect(readPage(page).firstScreen).toBeUndefined();
  });
});

describe('a demonstration market', () => {
  const NOTICE = 'Demo market: orders are real, money and shoes do not move';

  it('is marked as one on every page, unlike any other market', async () => {
    const web = await createWebBuild();
    const { database } = pages.market;
    const demo = await buildTestApp({ pages: await web.build(), isDemo: true, database });
    for (const url of [...everyAddress({ uid: 'ann', id }), '/product/999999', '/help/nothing']) {
      expect((await demo.app.inject({ url })).body.split(NOTICE)).toHaveLength(2);
      expect((await visit(url)).body).not.toContain(NOTICE);
    }
    await demo.close();
    await web.remove();
  });

  it('is recognised by its traders, even if it was not filled just now', async () => {
    const { pool } = pages.market.database;
    expect(await isDemoMarket(pool)).toBe(false);
    await pool.query(`insert into accounts (user_id, is_house) values ('demo-trader-0', true)`);
    expect(await isDemoMarket(pool)).toBe(true);
    await pool.query(`delete from accounts where user_id = 'demo-trader-0'`);
  });
});
