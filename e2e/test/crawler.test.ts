import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { FOUND_A_PAGE } from '@perkex/contract/finding.js';
import { fillEmptyMarket } from '@perkex/demo/fill-empty-market.js';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { readWebBuild } from '@perkex/server/pages/web-build.js';
import { describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/test/test-app.js';

const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const PRODUCTS = 300;

/** Opens a market of the real pages, rendered by the server, for the duration of the task. */
async function withMarket<Result>(
  fill: (market: TestApp) => Promise<unknown>,
  task: (market: TestApp) => Promise<Result>,
): Promise<Result> {
  const market = await buildTestApp({ pages: await readWebBuild(WEB_BUILD_FOLDER) });
  try {
    await fill(market);
    return await task(market);
  } finally {
    await market.close();
  }
}

/** All paths reachable from Home through links without scripts. */
async function crawl({ app }: TestApp): Promise<Set<string>> {
  const found = new Set(['/']);
  // Paths added during the loop are visited, too.
  for (const path of found) {
    if (/^\/($|browse|brands|releases|help|market)/.test(path)) {
      const { statusCode, body } = await app.inject(path);
      expect([path, statusCode]).toEqual([path, 200]);
      for (const [, href = ''] of body.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)) {
        found.add(href.replaceAll('&amp;', '&'));
      }
    }
  }
  return found;
}

async function idsOf({ database }: TestApp): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>('select id from products order by id');
  return rows.map(({ id }) => id);
}

describe('links without scripts', () => {
  it('reach every product of the demonstration market, its brands, models and releases from Home', async () => {
    const { found, ids } = await withMarket(
      ({ database }) => fillEmptyMarket(database, new Date(), { newId: randomUUID }),
      async (market) => ({ found: await crawl(market), ids: await idsOf(market) }),
    );
    expect(ids.length).toBeGreaterThan(FOUND_A_PAGE);
    expect(ids.filter((id) => !found.has(`/product/${id}`))).toEqual([]);
    expect([...found]).toEqual(
      expect.arrayContaining([
        '/brands/jordan',
        '/brands/jordan/air-jordan-4',
        '/browse?page=2',
        '/releases',
      ]),
    );
  });

  it(`reach each of ${PRODUCTS} products without details from Home`, async () => {
    const names = Array.from({ length: PRODUCTS }, (_, index) => `Plain Shoe ${index}`);
    const unknown = { brand: '', retailPriceCents: null, releaseDate: null, sizes: ['9'] };
    const { found, ids } = await withMarket(
      ({ database: { pool } }) =>
        transaction(pool, (tx) =>
          createProducts(
            tx,
            names.map((name) => ({ name, ...unknown })),
          ),
        ),
      async (market) => ({ found: await crawl(market), ids: await idsOf(market) }),
    );
    expect(ids).toHaveLength(PRODUCTS);
    expect(ids.filter((id) => !found.has(`/product/${id}`))).toEqual([]);
  });
});
