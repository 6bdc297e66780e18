import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ProductCard, ProductDetail } from '@perkex/contract/products.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateProducts } from '../src/catalogue/update-products.js';
import { transaction } from '../src/database/transaction.js';
import { publishProducts } from '../src/products/publish-products.js';
import { buildProducts, UNKNOWN_FACTS } from './market.js';
import { buildTrader, PUBLIC_URL, type TestApp, type TestUser, useMarket } from './test-app.js';
import { getByWire, type WireAnswer } from './wire.js';

/** From a cache attacker's view: outdated responses, other users' data and full memory are bugs. */

const here = useMarket();
/** Another server on the same database. */
const there = useMarket(() => ({ database: here.database }));
let ann: TestUser;
let bob: TestUser;
let productCount = 0;

beforeAll(async () => {
  [ann, bob] = await Promise.all([buildTrader(here), buildTrader(here)]);
});

async function newProduct(): Promise<{ readonly id: number; readonly name: string }> {
  productCount += 1;
  const name = `Air Kept ${productCount}`;
  const [id = 0] = await buildProducts(here.database, [name]);
  return { id, name };
}

function get(url: string, headers: Record<string, string> = {}, market = here): Promise<WireAnswer> {
  return getByWire(market, url, headers);
}

async function order(user: TestUser, call: string, name: string, price: number): Promise<void> {
  const answer = await user.post(`/${call}`, { id: randomUUID(), name, price, size: '9' });
  expect(answer.statusCode, answer.body).toBe(200);
}

function lowestAsk(answer: WireAnswer): number {
  return Math.min(...(answer.json<ProductDetail[]>()[0]?.asks.map(({ price }) => price) ?? []));
}

const etagOf = (answer: { readonly headers: { readonly etag?: unknown } }) => String(answer.headers.etag);

describe('an order that is answered', () => {
  it('shows in every response of its server at once', async () => {
    const { id, name } = await newProduct();
    const addresses = [
      '',
      '/figures',
      '/figures?size=9',
      '/book?size=9',
      '/history?range=ALL',
      '/sales?limit=50',
    ];
    for (let price = 200; price > 190; price -= 1) {
      await order(ann, 'ask', name, price);
      expect(lowestAsk(await get(`/api/${id}`))).toBe(price);
      expect((await get(`/api/${id}/figures`)).json()).toMatchObject({ openAsks: 1 });
      const before = await Promise.all(addresses.map((address) => get(`/api/${id}${address}`)));
      await order(bob, 'buy', name, price);
      const after = await Promise.all(
        addresses.map((address, index) =>
          get(`/api/${id}${address}`, { 'if-none-match': etagOf(before[index] as WireAnswer) }),
        ),
      );
      expect(after.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 200));
      expect(after[0]?.json<ProductDetail[]>()[0]?.lastsales.at(-1)).toMatchObject({ price });
      expect(after[1]?.json()).toMatchObject({ lastSale: price, openAsks: 0 });
      expect((await get('/api/market/tape?limit=1')).json()).toMatchObject({
        sales: [{ product: id, price }],
      });
    }
  });

  it('shows in another server within a second', async () => {
    const { id, name } = await newProduct();
    await order(ann, 'ask', name, 200);
    await expect.poll(async () => lowestAsk(await get(`/api/${id}`, {}, there))).toBe(200);
    const { etag } = (await get(`/api/${id}`, {}, there)).headers;
    await order(ann, 'ask', name, 190);
    await there.feed.poll(); // as it does four times a second
    const answer = await get(`/api/${id}`, { 'if-none-match': String(etag) }, there);
    expect([answer.statusCode, lowestAsk(answer)]).toEqual([200, 190]);
  });

  it('is never hidden by a 304, even with concurrent reads', async () => {
    const { id, name } = await newProduct();
    const priceOf = new Map<string, number>();
    let answeredPrice = 1_000;
    let isOver = false;
    await order(ann, 'ask', name, answeredPrice);
    async function readOn(): Promise<number> {
      let tag = '';
      for (;;) {
        const [priceBefore, isLast] = [answeredPrice, isOver];
        const answer = await get(`/api/${id}`, { 'if-none-match': tag });
        if (answer.statusCode === 304) {
          expect(etagOf(answer)).toBe(tag);
        } else {
          tag = etagOf(answer);
          priceOf.set(tag, lowestAsk(answer));
        }
        // This reader's version is at least as new as the last order that was answered before the request.
        expect(priceOf.get(tag)).toBeLessThanOrEqual(priceBefore);
        if (isLast) {
          return (await get(`/api/${id}`, { 'if-none-match': tag })).statusCode;
        }
        await new Promise(setImmediate);
      }
    }
    const readers = Array.from({ length: 8 }, readOn);
    for (let price = 999; price >= 960; price -= 1) {
      await order(ann, 'ask', name, price);
      answeredPrice = price;
      await get('/api/health'); // lets the readers continue
    }
    isOver = true;
    expect(new Set(await Promise.all(readers))).toEqual(new Set([304]));
  });

  it('is in the figures while another server is adding it to the days', async () => {
    const { id, name } = await newProduct();
    await order(ann, 'ask', name, 200);
    const averageOf = async () =>
      (await get(`/api/${id}/figures`)).json<{ average: number | null }>().average;
    expect(await averageOf()).toBeNull();
    const other = await here.database.pool.connect();
    await other.query('begin');
    await other.query("select from feed_readers where reader = 'history' for update");
    await order(bob, 'buy', name, 200);
    expect(await averageOf()).toBe(200);
    await other.query('rollback');
    other.release();
  });

  it('shows through either server, whichever it was sent to', async () => {
    const { id, name } = await newProduct();
    const servers = [here, there];
    for (let price = 300; price > 290; price -= 1) {
      const [own, other] = price % 2 === 0 ? servers : servers.toReversed();
      const { app } = own as TestApp;
      const answer = await app.inject({
        method: 'POST',
        url: '/api/ask',
        headers: { cookie: ann.cookie, origin: PUBLIC_URL },
        payload: { uid: ann.uid, id: randomUUID(), name, price, size: '9' },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(lowestAsk(await get(`/api/${id}`, {}, own))).toBe(price);
      await (other as TestApp).feed.poll();
      expect(lowestAsk(await get(`/api/${id}`, {}, other))).toBe(price);
    }
  });
});

describe('a change by the command line', () => {
  it('shows in every server', async () => {
    const { id, name } = await newProduct();
    await order(ann, 'ask', name, 200);
    const thumbnails = (app: TestApp) =>
      Promise.all([
        get(`/api/${id}`, {}, app).then((answer) => answer.json<ProductDetail[]>()[0]?.thumbnail),
        get('/api/', {}, app).then(
          (answer) => answer.json<ProductCard[]>().find((card) => card.id === id)?.thumbnail,
        ),
      ]);
    await Promise.all([thumbnails(here), thumbnails(there)]);
    const update = { ...UNKNOWN_FACTS, id, brand: 'B', thumbnail: '/new.svg', retailPriceCents: null };
    await transaction(here.database.pool, async (tx) => {
      await updateProducts(tx, [update]);
      await publishProducts(tx, [id], randomUUID);
    });
    for (const app of [here, there]) {
      await expect.poll(() => thumbnails(app)).toEqual(['/new.svg', '/new.svg']);
    }
  });
});

describe('a cached response', () => {
  it('is the same for all users, and sets no cookie', async () => {
    const { id } = await newProduct();
    for (const address of [
      '/api/',
      `/api/${id}`,
      '/api/trending',
      `/api/${id}/book`,
      '/api/market?period=7d',
    ]) {
      const [first, ofAnn, ofBob] = [
        await get(address),
        await get(address, { cookie: ann.cookie, authorization: 'Bearer x' }),
        await get(address, { cookie: bob.cookie }),
      ];
      expect([ofAnn?.body, ofBob?.body]).toEqual([first?.body, first?.body]);
      for (const answer of [first, ofAnn, ofBob]) {
        expect(answer?.headers['set-cookie']).toBeUndefined();
        expect(answer?.headers['cache-control']).toBe('no-cache');
        expect(answer?.headers.vary).toContain('accept-encoding');
      }
    }
  });

  it('never replaces private data, which needs the user’s own session', async () => {
    const own = await ann.get(`/getUserData/${ann.uid}`);
    expect(own.statusCode).toBe(200);
    expect(own.headers.etag).toBeUndefined();
    expect(own.headers['cache-control']).toBe('no-store');
    expect((await get(`/api/getUserData/${ann.uid}`)).statusCode).toBe(401);
    expect((await get(`/api/getUserData/${ann.uid}`, { 'if-none-match': '*' })).statusCode).toBe(401);
    expect((await bob.get(`/getUserData/${ann.uid}`)).statusCode).toBe(403);
  });

  it('has one version per format and encoding, in whatever order they are requested', async () => {
    const { id, name } = await newProduct();
    await order(ann, 'ask', name, 123);
    const address = `/api/${id}/book`;
    for (let round = 0; round < 2; round += 1) {
      const table = await get(address, { accept: 'text/csv' });
      expect(table.body).toBe('side,price,quantity\r\nask,123,1\r\n');
      const page = await get(address);
      expect(page.json()).toEqual({ asks: [{ price: 123, quantity: 1 }], bids: [] });
      expect(etagOf(page)).not.toBe(etagOf(table));
      expect((await get(address, { 'if-none-match': etagOf(table) })).statusCode).toBe(200);
      for (const answer of [table, page]) {
        expect(answer.headers.vary).toBe('accept-encoding, accept');
      }
    }
    const names = Array.from({ length: 20 }, (_, index) => `Air Long ${index}`);
    const ids = await buildProducts(here.database, names);
    await transaction(here.database.pool, (tx) => publishProducts(tx, ids, randomUUID));
    await here.feed.poll();
    const listed = async () => (await get('/api/')).json<unknown[]>().length;
    await expect.poll(listed).toBe(productCount + ids.length);
    const plain = (await get('/api/')).rawPayload.toString();
    expect(plain.length).toBeGreaterThan(1_024);
    for (let round = 0; round < 2; round += 1) {
      const packed = { br: brotliDecompressSync, gzip: gunzipSync };
      for (const [compression, unpack] of Object.entries(packed)) {
        const answer = await get('/api/', { 'accept-encoding': compression });
        expect(answer.headers['content-encoding']).toBe(compression);
        expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
        expect(unpack(answer.rawPayload).toString()).toBe(plain);
      }
      expect((await get('/api/')).headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('the memory for cached responses', () => {
  it('does not depend on how an address is spelt, and has none for unknown products, sizes and pages', async () => {
    const { id } = await newProduct();
    await get(`/api/${id}`);
    await get(`/api/${id}/figures`);
    const before = here.app.countCached();
    // Every number of zeros and every size below.
    for (let number = 0; number < 60; number += 1) {
      const answers = await Promise.all([
        get(`/api/${id}?attempt=${number}`),
        get(`/api/${'0'.repeat(number % 50)}${id}/figures?x=${number}`),
        get(`/api/${1_000_000 + number}`),
        get(`/api/${id}/figures?size=${30 + (number % 60)}`),
        get(`/api/${id}/history?range=${number}`),
        get(`/nowhere/${number}`),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 422, 422, 404]);
    }
    expect(here.app.countCached()).toEqual(before);
  });

  it('has one response for cards of unknown products, whatever their ids', async () => {
    const { id } = await newProduct();
    const known = await get(`/api/cards?ids=${id}`);
    await get('/api/cards?ids=999999');
    const before = here.app.countCached();
    for (let number = 1; number <= 50; number += 1) {
      const unknown = Array.from({ length: 40 }, (_, index) => number * 1_000_000 + index).join();
      expect((await get(`/api/cards?ids=${unknown}`)).json()).toEqual([]);
      expect((await get(`/api/cards?ids=${unknown},${id}`)).json()).toEqual(known.json());
    }
    expect(here.app.countCached()).toEqual(before);
  });
});

describe('the headers of a response', () => {
  const EVERYWHERE = {
    'content-security-policy':
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';connect-src 'self';frame-src 'self';" +
      "img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };

  it('control what browsers may do with it, whether it is cached, fresh, unchanged, refused or not found', async () => {
    const { id } = await newProduct();
    const made = await get(`/api/${id}`);
    const answers = [
      made,
      await get(`/api/${id}`),
      await get(`/api/${id}`, { 'if-none-match': etagOf(made) }),
      await get(`/api/${id}?x`, { 'if-none-match': etagOf(made) }),
      await get('/api/prices'),
      await get('/api/export'),
      await get('/nowhere'),
      await ann.get(`/getUserData/${ann.uid}`),
      await get('/api/prices', { 'content-encoding': 'gzip' }),
      await here.app.inject({ method: 'POST', url: '/api/ask', headers: { origin: 'https://evil.example' } }),
    ];
    for (const answer of answers) {
      expect(answer.headers).toMatchObject(EVERYWHERE);
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 304, 304, 422, 401, 404, 200, 415, 403,
    ]);
    for (const unchanged of answers.slice(2, 4)) {
      expect(unchanged.body).toBe('');
      expect([etagOf(unchanged), unchanged.headers.vary]).toEqual([etagOf(made), made.headers.vary]);
    }
  });

  it('are the same for HEAD, without the body', async () => {
    const { id } = await newProduct();
    const whole = await get(`/api/${id}`);
    const head = await here.app.inject({ method: 'HEAD', url: `/api/${id}` });
    expect([head.statusCode, head.body, etagOf(head)]).toEqual([200, '', etagOf(whole)]);
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
  });
});
