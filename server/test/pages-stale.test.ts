import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from './market.js';
import { changedCookie } from './pages-market.js';
import { buildTrader, type TestApp, type TestUser, useMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';
import { getByWire, type WireAnswer } from './wire.js';

/** From a visitor's view: a page may be stale for a moment, but never after an own order. */

let nowMs = 0;
const clock = { wallMs: Date.now, steadyMs: () => nowMs };
const web = useWebBuild();
const here = useMarket(async () => ({ pages: await web.build(), clock }));
/** Another server on the same database. */
const there = useMarket(async () => ({ pages: await web.build(), clock, database: here.database }));
let ann: TestUser;
let productCount = 0;

beforeAll(async () => {
  ann = await buildTrader(here);
});

async function newProduct(): Promise<{ readonly path: string; readonly name: string }> {
  productCount += 1;
  const name = `Air Stale ${productCount}`;
  const [id = 0] = await buildProducts(here.database, [name]);
  return { path: `/product/${id}`, name };
}

/** @returns the cookie that the answer sets */
async function ask(user: TestUser, name: string, price: number): Promise<string> {
  const answer = await user.post('/ask', { id: randomUUID(), name, price, size: '9' });
  expect(answer.statusCode, answer.body).toBe(200);
  return changedCookie(answer);
}

/** The price in dollars; Infinity without asks. */
function lowestAsk(page: WireAnswer): number {
  const { product } = readPage(page).firstScreen as {
    product: { asks: readonly { readonly price: number }[] };
  };
  return Math.min(...product.asks.map(({ price }) => price));
}

async function priceAt(server: TestApp, path: string, headers: Record<string, string> = {}): Promise<number> {
  return lowestAsk(await getByWire(server, path, headers));
}

describe('a page after an order of another user', () => {
  it('is served at once, and is at most 250 ms stale', async () => {
    const { path, name } = await newProduct();
    const etag = String((await getByWire(here, path)).headers.etag);
    await ask(ann, name, 300);
    expect((await getByWire(here, path, { 'if-none-match': etag })).statusCode).toBe(304);
    nowMs += 99;
    expect(await priceAt(here, path)).toBe(Number.POSITIVE_INFINITY);
    nowMs += 151;
    const fresh = await getByWire(here, path, { 'if-none-match': etag });
    expect([fresh.statusCode, lowestAsk(fresh)]).toEqual([200, 300]);
  });

  it('is at most 250 ms stale after its server has heard of the order', async () => {
    const { path, name } = await newProduct();
    expect(await priceAt(there, path)).toBe(Number.POSITIVE_INFINITY);
    await ask(ann, name, 300);
    await there.feed.poll();
    nowMs += 250;
    expect(await priceAt(there, path)).toBe(300);
  });
});

describe('a page after an own order', () => {
  it('shows it through either server, also to a browser that has the earlier page', async () => {
    const { path, name } = await newProduct();
    for (let price = 300; price > 290; price -= 1) {
      const before = await Promise.all([here, there].map((server) => getByWire(server, path)));
      const cookie = await ask(ann, name, price);
      const after = await Promise.all(
        [here, there].map((server, index) =>
          getByWire(server, path, { cookie, 'if-none-match': String(before[index]?.headers.etag) }),
        ),
      );
      expect(after.map((page) => [page.statusCode, lowestAsk(page)])).toEqual([
        [200, price],
        [200, price],
      ]);
    }
  });

  it('shows it while others order and read through both servers', async () => {
    const { path, name } = await newProduct();
    const traders = await Promise.all([here, there, here, there].map((server) => buildTrader(server)));
    let isOver = false;
    const readAll = async (server: TestApp) => {
      while (!isOver) {
        await getByWire(server, path);
        nowMs += 7;
      }
    };
    const reading = [here, there, here, there].map(readAll);
    let price = 1_000;
    const trade = async (user: TestUser, index: number) => {
      for (let round = 0; round < 12; round += 1) {
        price -= 1;
        const own = price;
        const cookie = await ask(user, name, own);
        const server = (round + index) % 2 === 0 ? here : there;
        expect(await priceAt(server, path, { cookie })).toBeLessThanOrEqual(own);
      }
    };
    await Promise.all(traders.map(trade)).finally(() => {
      isOver = true;
    });
    await Promise.all(reading);
  });

  it('is not the page of a browser that only reads', async () => {
    const { path, name } = await newProduct();
    await getByWire(here, path);
    await ask(ann, name, 300);
    const { headers } = await getByWire(here, path, { cookie: ann.cookie });
    expect(headers['set-cookie']).toBeUndefined();
    expect(await priceAt(here, path, { cookie: ann.cookie })).toBe(Number.POSITIVE_INFINITY);
  });

  it('is requested with a cookie that lives until no server has an older page', async () => {
    const answer = await ann.post('/bid', { id: randomUUID(), name: 'None', price: 1, size: '9' });
    expect(answer.headers['set-cookie']).toBe('changed=1; Max-Age=4; Path=/; HttpOnly; SameSite=Lax');
    expect((await ann.get(`/${ann.uid}/bids`)).headers['set-cookie']).toBeUndefined();
  });
});

it('a page that could not be rendered is rendered after ten seconds, though its data are the same', async () => {
  const [id = 0] = await buildProducts(here.database, ['Unrenderable once']);
  const body = async () => (await getByWire(here, `/product/${id}`)).body;
  expect(await body()).toContain('<p>/placeholder of </p>');
  nowMs += 10_100;
  expect(await body()).toContain(`<p>/product/${id} of `);
});
