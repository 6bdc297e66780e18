import { randomUUID } from 'node:crypto';
import type { ProductSales } from '@perkex/contract/figures.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProducts } from '../src/catalogue/create-products.js';
import { transaction } from '../src/database/transaction.js';
import { publishProducts } from '../src/products/publish-products.js';
import { buildProducts } from './market.js';
import { buildPagesMarket, NAME, type PagesMarket } from './pages-market.js';
import { buildTrader, PUBLIC_URL } from './test-app.js';
import { readPage } from './web-build.js';
import type { WireAnswer } from './wire.js';

const UNKNOWN_ID = 2 ** 31 - 1;

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

async function detail(): Promise<ProductDetail> {
  const [product] = (await visit(`/api/${id}`)).json<ProductDetail[]>();
  return product!;
}

describe('the page of a product', () => {
  it('has its name, its prices and its picture for previews of links', async () => {
    const { title, meta } = readPage(await visit(`/product/${id}`));
    expect(title).toBe('Air Test | PerkeX');
    expect(meta).toMatchObject({
      'og:type': 'product',
      'og:image': `${PUBLIC_URL}/drawings/${id}/preview.png`,
      'og:url': `${PUBLIC_URL}/product/${id}`,
    });
    expect(meta.description).toContain('new Air Test. Lowest ask 220$, highest bid 180$.');
  });

  it('contains the product as the call returns it', async () => {
    const figures = (await visit(`/api/${id}/figures`)).json();
    const history = (await visit(`/api/${id}/history?range=3M`)).json();
    expect(readPage(await visit(`/product/${id}`)).firstScreen).toEqual({
      product: await detail(),
      sales: { size: null, figures, history },
    });
  });

  it('has a page for each of its sales, with a preview of its label and without its traders', async () => {
    const { market } = pages;
    const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
    const [productId = 0] = await buildProducts(market.database, ['Air Sold']);
    const order = { name: 'Air Sold', price: 300, size: '9' };
    await seller.post('/ask', { id: randomUUID(), ...order });
    await buyer.post('/buy', { id: randomUUID(), ...order });
    const [sale] = (await visit(`/api/${productId}/sales`)).json<ProductSales>().sales;
    const answer = await visit(`/sold/${productId}/${sale?.id.toUpperCase()}`);
    const { title, meta, firstScreen } = readPage(answer);
    expect([answer.statusCode, title]).toEqual([200, 'Air Sold in size 9, sold for 300$ | PerkeX']);
    expect(meta).toMatchObject({
      robots: 'noindex',
      'og:image': `${PUBLIC_URL}/drawings/${productId}/sold/${sale?.id}.png`,
    });
    expect(firstScreen).toMatchObject({ soldPair: { name: 'Air Sold', price: 300, date: sale?.date } });
    expect([seller, buyer].filter(({ uid }) => answer.body.includes(uid))).toEqual([]);
    for (const address of [`${id}/${sale?.id}`, `${productId}/${randomUUID()}`, `${productId}/none`, 'x/y']) {
      const unknown = await visit(`/sold/${address}`);
      expect([unknown.statusCode, readPage(unknown).title]).toEqual([404, 'No such sale | PerkeX']);
    }
  });

  it('gives search engines the product and its price', async () => {
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

  it('gives them the known facts', async () => {
    const known = {
      name: 'Air Known',
      brand: 'Test',
      retailPriceCents: 11_950,
      releaseDate: '2022-11-19',
      styleCode: 'DZ5485-612',
      colourway: 'Red/Black',
      model: 'Air',
      nickname: 'Known / Familiar',
      kind: 'women' as const,
      description: 'Made of </script> and leather.',
      sizes: ['9'],
    };
    const ids = await transaction(pages.market.database.pool, async (tx) => {
      const created = await createProducts(tx, [known]);
      await publishProducts(tx, [...created.values()], randomUUID);
      return created;
    });
    await pages.market.feed.poll();
    const page = readPage(await visit(`/product/${ids.get(known.name)}`));
    expect(page.linkedData).toMatchObject({
      '@graph': [
        {
          mpn: 'DZ5485-612',
          color: 'Red/Black',
          releaseDate: '2022-11-19',
          model: 'Air',
          alternateName: ['Familiar'],
          audience: { '@type': 'PeopleAudience', suggestedGender: 'female' },
          description: known.description,
        },
        { itemListElement: [{ name: 'Home' }, { name: 'Test' }, { name: 'Air' }, { name: known.name }] },
      ],
    });
    expect(page.meta.description).toContain('Buy and sell new Air Known (DZ5485-612). ');
    const { retailPriceCents, ...facts } = known;
    expect(page.firstScreen).toMatchObject({
      product: { ...facts, retailPrice: retailPriceCents / 100 },
    });
  });

  it('has no offers without asks', async () => {
    const { linkedData, meta } = readPage(await visit(`/product/${id + 1}`));
    expect(linkedData).toMatchObject({ '@graph': [{ '@type': 'Product', name: 'Air Silent' }, {}] });
    expect(JSON.stringify(linkedData)).not.toContain('offers');
    expect(meta.description).toContain('Lowest ask --, highest bid --.');
  });

  it('stays the same page when its id is written differently', async () => {
    expect(readPage(await visit(`/product/000${id}`)).canonical).toBe(`${PUBLIC_URL}/product/${id}`);
  });

  it.each(['%00', '%ud800', '%F0', 'x'.repeat(5_000), '9&size=10', '10.5', '%209'])(
    'is of all sizes when the address has the unknown size %j',
    async (size) => {
      const page = await visit(`/product/${id}?size=${size}`);
      expect(page.statusCode).toBe(200);
      expect(readPage(page).firstScreen).toMatchObject({ sales: { size: null } });
    },
  );

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
  ])('is also a page when there is no product %s, and says so', async (unknown) => {
    const page = await visit(`/product/${unknown}`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const { title, meta, canonical, firstScreen, linkedData } = readPage(page);
    expect([title, meta.robots, meta['og:url']]).toEqual(['No such product | PerkeX', 'noindex', undefined]);
    expect([canonical, firstScreen, linkedData]).toEqual([undefined, { product: null }, undefined]);
  });
});

describe('a page that cannot be rendered', () => {
  it('is drawn by the application', async () => {
    const [own = 0] = await buildProducts(pages.market.database, ['Unrenderable']);
    const page = await visit(`/product/${own}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<div id="root"><p>/placeholder of </p></div>');
    const { title, firstScreen, pageCode } = readPage(page);
    expect([title, firstScreen, pageCode]).toEqual(['Unrenderable | PerkeX', undefined, undefined]);
    expect((await visit(`/product/${id}`)).body).toContain('<p>/product/');
  });
});
