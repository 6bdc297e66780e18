import { randomUUID } from 'node:crypto';
import { buildProducts } from './market.js';
import { buildTestApp, buildTrader, type TestApp } from './test-app.js';
import { createWebBuild } from './web-build.js';
import { getByWire, type WireAnswer } from './wire.js';

/** A market whose pages are tested. */
export interface PagesMarket {
  readonly market: TestApp;
  /**
   * The id of 'Air Test', with asks of 220 to 1,310 dollars in size 9 and a bid of 180 in size 10. The next id is 'Air
   * Silent'.
   */
  readonly id: number;
  visit(url: string, headers?: Record<string, string>): Promise<WireAnswer>;
  close(): Promise<void>;
}

export const NAME = 'Air Test';

/** The cookie by which the answer to a user's change makes the browser's next pages exact. */
export function changedCookie({
  headers,
}: {
  readonly headers: { readonly 'set-cookie'?: unknown };
}): string {
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

export async function buildPagesMarket(): Promise<PagesMarket> {
  const { build, remove } = await createWebBuild();
  const market = await buildTestApp({ pages: await build() });
  const [id = 0] = await buildProducts(market.database, [NAME, 'Air Silent']);
  await market.database.pool.query(`update products set model = 'Runner' where name = 'Air Silent'`);
  const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  for (const price of [240, 220, 1_310]) {
    await seller.post('/ask', { id: randomUUID(), name: NAME, price, size: '9' });
  }
  await buyer.post('/bid', { id: randomUUID(), name: NAME, price: 180, size: '10' });
  return {
    market,
    id,
    visit: (url, headers = {}) => getByWire(market, url, headers),
    async close() {
      await market.close();
      await remove();
    },
  };
}
