import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { FOUND_A_PAGE } from '@perkex/contract/finding.js';
import type { HelpIndex } from '@perkex/contract/help.js';
import { fillEmptyMarket } from '@perkex/demo/fill-empty-market.js';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { readWebBuild } from '@perkex/server/pages/web-build.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/test/test-app.js';

const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const PRODUCTS = 300;
const CRAWLED = /^\/($|browse|brands|releases|help|market)/;

/** Opens a market of the real pages, rendered by the server. */
async function openMarket(): Promise<TestApp> {
  return buildTestApp({ pages: await readWebBuild(WEB_BUILD_FOLDER) });
}

/** The paths that the HTML links to. */
function linksIn(html: string): string[] {
  const links = html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g);
  return [...links].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

/** All paths reachable from Home through links without scripts. */
async function crawl({ app }: TestApp): Promise<Set<string>> {
  const found = new Set(['/']);
  // Paths added during the loop are visited, too.
  for (const path of found) {
    if (CRAWLED.test(path)) {
      const { statusCode, body } = await app.inject(path);
      expect([path, statusCode]).toEqual([path, 200]);
      for (const link of linksIn(body)) {
        found.add(link);
      }
    }
  }
  return found;
}

async function idsOf({ database }: TestApp): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>('select id from products order by id');
  return rows.map(({ id }) => id);
}

describe('the demonstration market without scripts', () => {
  let market: TestApp;

  beforeAll(async () => {
    market = await openMarket();
    await fillEmptyMarket(market.database, new Date(), { newId: randomUUID });
  });

  afterAll(() => market.close());

  // React separates texts by empty comments.
  const htmlOf = async (path: string) => (await market.app.inject(path)).body.replaceAll('<!-- -->', '');
  const partOf = (html: string, tag: string) =>
    html.slice(html.indexOf(`<${tag}`), html.lastIndexOf(`</${tag}>`));

  it('has links from Home to every product, brand, model and release, and none to a missing page', async () => {
    const [found, ids] = [await crawl(market), await idsOf(market)];
    expect(ids.length).toBeGreaterThan(FOUND_A_PAGE);
    expect(ids.filter((id) => !found.has(`/product/${id}`))).toEqual([]);
    expect([...found]).toEqual(
      expect.arrayContaining([
        '/login',
        '/brands/jordan',
        '/brands/jordan/air-jordan-4',
        '/browse?page=2',
        '/releases',
      ]),
    );
    const isKnown = (path: string) => CRAWLED.test(path) && found.has(path);
    const links = new Set([...found].filter((path) => !CRAWLED.test(path)));
    for (const path of [
      '/market?period=7d',
      `/product/${ids[0]}`,
      `/product/${ids[0]}?size=9`,
      '/product/999999',
      '/brands/unknown',
      '/help/nothing',
      '/sell',
    ]) {
      for (const link of linksIn(await htmlOf(path))) {
        links.add(link);
      }
    }
    const products = ids.map((id) => `/product/${id}`);
    for (const link of [...links].filter((path) => !isKnown(path) && !products.includes(path))) {
      expect([link, (await market.app.inject(link)).statusCode]).toEqual([link, 200]);
    }
  });

  it('has every help page in the footer and in the list of help pages, and links between them', async () => {
    const help = (await market.app.inject('/api/help')).json<HelpIndex>();
    const paths = help.map(({ slug }) => `/help/${slug}`);
    expect(paths.length).toBeGreaterThan(0);
    expect(linksIn(partOf(await htmlOf('/'), 'footer'))).toEqual(expect.arrayContaining(paths));
    const list = partOf(await htmlOf('/help'), 'main');
    for (const { slug, title } of help) {
      expect(list).toMatch(new RegExp(`<a[^>]* href="/help/${slug}"[^>]*>(<[^>]*>)*${title}<`));
      const page = partOf(await htmlOf(`/help/${slug}`), 'main');
      expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(linksIn(page), slug).toEqual(expect.arrayContaining(paths));
    }
  });

  it('says that a brand or a help page does not exist', async () => {
    expect(await htmlOf('/brands/unknown')).toContain('There is no such brand');
    const page = partOf(await htmlOf('/help/nothing'), 'main');
    expect(page).toContain('There is no such page');
    expect(linksIn(page)).toContain('/help/fees');
  });
});

it(`links without scripts reach each of ${PRODUCTS} products without details from Home`, async () => {
  const names = Array.from({ length: PRODUCTS }, (_, index) => `Plain Shoe ${index}`);
  const unknown = { brand: '', retailPriceCents: null, releaseDate: null, sizes: ['9'] };
  const market = await openMarket();
  try {
    await transaction(market.database.pool, (tx) =>
      createProducts(
        tx,
        names.map((name) => ({ name, ...unknown })),
      ),
    );
    const [found, ids] = [await crawl(market), await idsOf(market)];
    expect(ids).toHaveLength(PRODUCTS);
    expect(ids.filter((id) => !found.has(`/product/${id}`))).toEqual([]);
  } finally {
    await market.close();
  }
});
