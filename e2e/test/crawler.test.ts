import { fileURLToPath } from 'node:url';
import { FOUND_A_PAGE } from '@perkex/contract/finding.js';
import type { HelpIndex } from '@perkex/contract/help.js';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { readWebBuild } from '@perkex/server/pages/web-build.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/test/test-app.js';
import { type DemoServer, startDemoServer } from '../src/demo-server.js';

const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const PRODUCTS = 300;
const CRAWLED = /^\/($|browse|brands|releases|help|market)/;

/** Series of pages that link to each other, and how many of each are visited: the others have the same code. */
const SERIES = [
  { paths: /^\/market\/\d{4}-/, most: 3 },
  { paths: /^\/releases\?month=/, most: 6 },
];

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Reads a path of a market. */
type Read = (path: string) => Promise<Answer>;

/** The paths that the HTML links to. */
function linksIn(html: string): string[] {
  const links = html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g);
  return [...links].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

/** All paths reachable from Home through links without scripts, by way of a few pages of each series. */
async function crawl(read: Read): Promise<Set<string>> {
  const found = new Set(['/']);
  const series = SERIES.map(({ paths, most }) => ({ paths, left: most }));
  // Paths added during the loop are visited, too.
  for (const path of found) {
    const its = series.find(({ paths }) => paths.test(path));
    if (!CRAWLED.test(path) || its?.left === 0) {
      continue;
    }
    if (its) {
      its.left -= 1;
    }
    const { status, body } = await read(path);
    expect([path, status]).toEqual([path, 200]);
    for (const link of linksIn(body)) {
      found.add(link);
    }
  }
  return found;
}

/** The paths of all products. */
async function productsOf(read: Read): Promise<string[]> {
  const { body } = await read('/sitemap-1.xml');
  return [...body.matchAll(/<loc>[^<]*(\/product\/\d+)<\/loc>/g)].map(([, path = '']) => path);
}

// React separates texts by empty comments.
const htmlOf = async (read: Read, path: string) => (await read(path)).body.replaceAll('<!-- -->', '');
const partOf = (html: string, tag: string) =>
  html.slice(html.indexOf(`<${tag}`), html.lastIndexOf(`</${tag}>`));

describe('the demonstration market without scripts', () => {
  let market: DemoServer;

  beforeAll(async () => {
    market = await startDemoServer();
  });

  afterAll(() => market.end());

  const read: Read = async (path) => {
    const answer = await fetch(market.url + path);
    return { status: answer.status, body: await answer.text() };
  };

  it('has links from Home to every product, brand, model and release, and none to a missing page', async () => {
    const [found, products] = [await crawl(read), await productsOf(read)];
    expect(products.length).toBeGreaterThan(FOUND_A_PAGE);
    expect(products.filter((path) => !found.has(path))).toEqual([]);
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
      `${products[0]}`,
      `${products[0]}?size=9`,
      '/product/999999',
      '/brands/unknown',
      '/help/nothing',
      '/sell',
    ]) {
      for (const link of linksIn(await htmlOf(read, path))) {
        links.add(link);
      }
    }
    for (const link of [...links].filter((path) => !isKnown(path) && !products.includes(path))) {
      expect([link, (await read(link)).status]).toEqual([link, 200]);
    }
  });
});

describe(`a market of ${PRODUCTS} products without details, without deals and without scripts`, () => {
  let market: TestApp;

  beforeAll(async () => {
    market = await buildTestApp({ pages: await readWebBuild(WEB_BUILD_FOLDER) });
    const names = Array.from({ length: PRODUCTS }, (_, index) => `Plain Shoe ${index}`);
    const unknown = { brand: '', retailPriceCents: null, releaseDate: null, sizes: ['9'] };
    await transaction(market.database.pool, (tx) =>
      createProducts(
        tx,
        names.map((name) => ({ name, ...unknown })),
      ),
    );
  });

  afterAll(() => market.close());

  const read: Read = async (path) => {
    const { statusCode, body } = await market.app.inject(path);
    return { status: statusCode, body };
  };

  it('has links from Home to each product', async () => {
    const [found, products] = [await crawl(read), await productsOf(read)];
    expect(products).toHaveLength(PRODUCTS);
    expect(products.filter((path) => !found.has(path))).toEqual([]);
  });

  it('has every help page in the footer and in the list of help pages, and links between them', async () => {
    const help = JSON.parse((await read('/api/help')).body) as HelpIndex;
    const paths = help.map(({ slug }) => `/help/${slug}`);
    expect(paths.length).toBeGreaterThan(0);
    expect(linksIn(partOf(await htmlOf(read, '/'), 'footer'))).toEqual(expect.arrayContaining(paths));
    const list = partOf(await htmlOf(read, '/help'), 'main');
    for (const { slug, title } of help) {
      expect(list).toMatch(new RegExp(`<a[^>]* href="/help/${slug}"[^>]*>(<[^>]*>)*${title}<`));
      const page = partOf(await htmlOf(read, `/help/${slug}`), 'main');
      expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(linksIn(page), slug).toEqual(expect.arrayContaining(paths));
    }
  });

  it('says that a brand or a help page does not exist', async () => {
    expect(await htmlOf(read, '/brands/unknown')).toContain('There is no such brand');
    const page = partOf(await htmlOf(read, '/help/nothing'), 'main');
    expect(page).toContain('There is no such page');
    expect(linksIn(page)).toContain('/help/fees');
  });
});
