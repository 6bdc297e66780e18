import { randomUUID } from 'node:crypto';
import {
  lastSaleSchema,
  type ProductDetail,
  pricesSchema,
  productCardSchema,
  productDetailSchema,
  SHOWN_SALES,
} from '@perkex/contract/products.js';
import { SHOWN_ORDERS_PER_SIDE } from '@perkex/contract/shown-orders.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listContent } from '../src/catalogue/catalogue.routes.js';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { transaction } from '../src/database/transaction.js';
import { publishProducts } from '../src/products/publish-products.js';
import { buildProducts, UNKNOWN_FACTS } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

/** Names that a careless search or statement could stumble over. */
const ODD_NAMES = [
  "Air O'Brien",
  'Air "Quoted"',
  'Air 100% Wool',
  'Air_Under_Score',
  'Air \\ Slash',
  'Air 👟 é',
];
const JSON_TYPE = 'application/json; charset=utf-8';
const NOW_MS = Date.now();
const HOUR_MS = 3_600_000;

const market = useMarket({ openOrderLimits: { perUser: 500, perBook: 60 } });
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  await buildProducts(market.database, ODD_NAMES);
});

/** A visitor without a session. */
function visit(path: string): Promise<Response> {
  return market.app.inject({ method: 'GET', url: path });
}

function byName(name: string): Promise<Response> {
  return visit(`/api/?name=${encodeURIComponent(name)}`);
}

async function newProduct(sizes?: string[]): Promise<{ id: number; name: string }> {
  const name = `Air ${randomUUID()}`;
  const [id = 0] = await buildProducts(market.database, [name], sizes);
  return { id, name };
}

async function place(user: TestUser, call: string, name: string, price: number, size = '9'): Promise<string> {
  const id = randomUUID();
  const answer = await user.post(`/${call}`, { id, name, price, size });
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

async function detail(id: number): Promise<ProductDetail> {
  const [product] = (await visit(`/api/${id}`)).json<ProductDetail[]>();
  return product!;
}

/** Expects an answer to match the contract exactly, without additional fields. */
function expectShape(schema: z.ZodMiniType, answer: Response): void {
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(z.parse(schema, answer.json())).toEqual(answer.json());
}

function refusal(answer: Response): [number, string] {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

describe('the list of products', () => {
  it('shows a visitor each product with the best ask and the best bid of each size', async () => {
    const { id, name } = await newProduct(['10', '9', '9.5']);
    for (const [call, price, size] of [
      ['ask', 220, '10'],
      ['ask', 200, '9'],
      ['ask', 210, '9'],
      ['bid', 150, '9'],
      ['bid', 160, '9'],
      ['bid', 90, '9.5'],
    ] as const) {
      await place(call === 'ask' ? seller : buyer, call, name, price, size);
    }
    const expected = {
      id,
      name,
      thumbnail: `/drawings/${id}.svg`,
      asks: [
        { size: '9', price: 200 },
        { size: '10', price: 220 },
      ],
      bids: [
        { size: '9', price: 160 },
        { size: '9.5', price: 90 },
      ],
    };
    const answer = await visit('/api/');
    expectShape(z.array(productCardSchema), answer);
    expect(answer.json()).toContainEqual(expected);
    expect((await byName(name)).json()).toEqual([expected]);
  });

  it('accepts an empty name as well', async () => {
    expect((await visit('/api/?name=')).json()).toEqual((await visit('/api/')).json());
  });

  it('is the same with and without a slash at the end', async () => {
    const [without, with_] = await Promise.all([visit('/api'), visit('/api/')]);
    expect(without.statusCode).toBe(200);
    expect(without.body).toBe(with_.body);
  });

  it('continues after a product', async () => {
    const all = (await visit('/api/')).json<{ id: number }[]>();
    const second = all[1]?.id;
    expect((await visit(`/api/?after=${second}`)).json()).toEqual(all.slice(2));
    expect((await visit('/api/?after=999999999')).json()).toEqual([]);
    expect((await visit('/api/?after=x')).statusCode).toBe(422);
  });

  it('lists so many at once, and links to the next ones', () => {
    const cards = new Map([2, 3, 5, 7, 8].map((id) => [id, `{"id":${id}}`]));
    const link = (id: number) => ({ link: `</api/?after=${id}>; rel="next"` });
    expect(listContent(cards, 0, 2)).toMatchObject({ text: '[{"id":2},{"id":3}]', headers: link(3) });
    expect(listContent(cards, 3, 2)).toMatchObject({ text: '[{"id":5},{"id":7}]', headers: link(7) });
    expect(listContent(cards, 5, 2)).toEqual({ type: JSON_TYPE, text: '[{"id":7},{"id":8}]' });
    expect(listContent(cards, 8, 2)).toEqual({ type: JSON_TYPE, text: '[]' });
  });

  it('names every product once, in the order of the ids', async () => {
    const ids = (await visit('/api/')).json<{ id: number }[]>().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids.length).toBeGreaterThanOrEqual(ODD_NAMES.length);
  });

  it.each(ODD_NAMES)('finds %s by its exact name', async (name) => {
    const answer = await byName(name);
    expectShape(z.array(productCardSchema), answer);
    expect(answer.json<{ name: string }[]>().map((product) => product.name)).toEqual([name]);
  });

  it.each([
    ['a name that does not exist', 'No such sneaker'],
    ['another case', ODD_NAMES[0]!.toUpperCase()],
    ['only the beginning', 'Air'],
    ['a pattern', 'Air%'],
    ['a pattern of one character', 'Air_Brien'],
    ['a space at the end', `${ODD_NAMES[0]} `],
    ['a piece of SQL', "' or 1=1 --"],
    ['a lone surrogate, which no address can contain', '\ufffd'],
  ])('is empty for %s', async (_title, name) => {
    const answer = await byName(name);
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
  });

  it.each([
    ['a name of spaces', 'name=%20'],
    ['a null byte', 'name=Air%00'],
    ['a line break', 'name=Air%0a'],
    ['two names', 'name=Air&name=Air'],
    ['a name longer than any product has', `name=${'a'.repeat(10_000)}`],
  ])('refuses %s', async (_title, query) => {
    expect(refusal(await visit(`/api/?${query}`))).toEqual([422, 'invalid-body']);
  });

  it('ignores other parameters of the address', async () => {
    const [plain, more] = await Promise.all([
      visit('/api/'),
      visit('/api/?__proto__=1&constructor=2&page=3'),
    ]);
    expect([more.statusCode, more.body]).toEqual([200, plain.body]);
  });
});

describe('one product', () => {
  it('is an array of one, with its sizes in the order of a shop', async () => {
    const { id, name } = await newProduct(['10', '5.5Y', '9', '9.5']);
    const answer = await visit(`/api/${id}`);
    expectShape(z.array(productDetailSchema), answer);
    expect(answer.json()).toEqual([
      {
        id,
        name,
        thumbnail: `/drawings/${id}.svg`,
        pictures: [],
        sizes: ['9', '9.5', '10', '5.5Y'],
        asks: [],
        bids: [],
        lastsales: [],
        ...UNKNOWN_FACTS,
        brand: 'Test',
        retailPrice: null,
        oldersales: [],
      },
    ]);
  });

  it('shows at most the best 50 orders of each size and side, best first', async () => {
    const { id, name } = await newProduct(['9', '10']);
    const prices = Array.from({ length: SHOWN_ORDERS_PER_SIDE + 5 }, (_, index) => index + 1);
    await Promise.all(
      prices.flatMap((price) => [
        place(seller, 'ask', name, 1_000 + price, '9'),
        place(buyer, 'bid', name, price, '9'),
        place(buyer, 'bid', name, price, '10'),
      ]),
    );
    const { asks, bids } = await detail(id);
    const best = prices.slice(-SHOWN_ORDERS_PER_SIDE).reverse();
    expect(asks.map(({ size, price }) => [size, price])).toEqual(
      prices.slice(0, SHOWN_ORDERS_PER_SIDE).map((price) => ['9', 1_000 + price]),
    );
    expect(bids.map(({ size, price }) => [size, price])).toEqual(
      ['9', '10'].flatMap((size) => best.map((price) => [size, price])),
    );
    expectShape(z.array(productDetailSchema), await visit(`/api/${id}`));
  });

  it('shows the older order before a newer one of the same price', async () => {
    const { id, name } = await newProduct();
    const first = await place(seller, 'ask', name, 200);
    const second = await place(buyer, 'ask', name, 200);
    expect((await detail(id)).asks.map((ask) => ask.id)).toEqual([first, second]);
  });

  it('shows neither removed nor traded orders', async () => {
    const { id, name } = await newProduct();
    const removed = await place(seller, 'ask', name, 300);
    await place(seller, 'ask', name, 200);
    await seller.post('/deleteAsk', { id: removed });
    await place(buyer, 'buy', name, 200);
    expect(await detail(id)).toMatchObject({ asks: [], bids: [], lastsales: [{ size: '9', price: 200 }] });
    expect((await byName(name)).json()).toMatchObject([{ asks: [], bids: [] }]);
  });

  it('shows sales from before this market and sales of this market in one list, oldest first', async () => {
    const { id, name } = await newProduct();
    await savePast(id, [-2 * HOUR_MS, -HOUR_MS], 100);
    await place(seller, 'ask', name, 200);
    await place(buyer, 'buy', name, 200);
    await savePast(id, [HOUR_MS], 300);
    const { lastsales } = await detail(id);
    expect(lastsales.map(({ price }) => price)).toEqual([100, 101, 200, 300]);
    expect(lastsales.map(({ date }) => date)).toEqual(lastsales.map(({ date }) => date).sort());
    expect(lastsales[0]).toEqual({
      id: expect.any(String),
      size: '9',
      price: 100,
      date: new Date(NOW_MS - 2 * HOUR_MS).toISOString(),
    });
    z.parse(z.array(lastSaleSchema), lastsales);
  });

  it('shows the newest 200 sales, the newest last', async () => {
    const { id, name } = await newProduct();
    const hoursAgo = Array.from({ length: SHOWN_SALES + 20 }, (_, index) => -(index + 1) * HOUR_MS).reverse();
    await savePast(id, hoursAgo, 1_000);
    for (const price of [200, 210]) {
      await place(seller, 'ask', name, price);
      await place(buyer, 'buy', name, price);
    }
    const prices = (await detail(id)).lastsales.map(({ price }) => price);
    expect(prices).toHaveLength(SHOWN_SALES);
    expect(prices.slice(-3)).toEqual([1_000 + SHOWN_SALES + 19, 200, 210]);
    expect(prices[0]).toBe(1_000 + 22);
  });

  it('shows the last two sales of a size even if the newest 200 leave them out', async () => {
    const { id, name } = await newProduct(['9', '10', '11']);
    for (const [price, size] of [
      [300, '10'],
      [310, '10'],
      [320, '10'],
      [400, '11'],
    ] as const) {
      await place(seller, 'ask', name, price, size);
      await place(buyer, 'buy', name, price, size);
    }
    await savePast(id, [-2 * HOUR_MS], 100);
    expect((await detail(id)).oldersales).toEqual([]);
    const later = Array.from({ length: SHOWN_SALES }, (_, index) => (index + 1) * HOUR_MS);
    await savePast(id, later, 1_000);
    const { lastsales, oldersales } = await detail(id);
    expect(lastsales.every(({ size }) => size === '9')).toBe(true);
    expect(oldersales.map(({ size, price }) => [size, price])).toEqual([
      ['10', 310],
      ['10', 320],
      ['11', 400],
    ]);
  });

  it.each([
    ['0', 'unknown-product'],
    ['99999', 'unknown-product'],
    ['2147483648', 'unknown-product'],
    ['99999999999999999999', 'unknown-product'],
    ['9'.repeat(250), 'unknown-product'],
    ['abc', 'not-found'],
    ['1.5', 'not-found'],
    ['-1', 'not-found'],
    ['1e3', 'not-found'],
    ['0x1', 'not-found'],
    ["1'", 'not-found'],
    ['1%00', 'not-found'],
    ['%D9%A1', 'not-found'],
  ])('with the id %s is answered 404', async (id, code) => {
    expect(refusal(await visit(`/api/${id}`))).toEqual([404, code]);
  });

  /** Sales at these times from now, at prices that rise from `dollars`. */
  async function savePast(productId: number, offsetsMs: readonly number[], dollars: number): Promise<void> {
    const sales = offsetsMs.map((offsetMs, index) => ({
      productId,
      size: '9',
      priceCents: (dollars + index) * 100,
      soldAt: new Date(NOW_MS + offsetMs),
      content: randomUUID(),
    }));
    await transaction(market.database.pool, async (tx) => {
      await savePastSales(tx, sales);
      await publishProducts(tx, [productId], randomUUID);
    });
    await market.feed.poll();
  }
});

describe('the price lookup by name', () => {
  it('answers the lowest ask and the highest bid of all sizes, or of one, and 0 for none', async () => {
    const { name } = await newProduct(['9', '9.5', '10']);
    expect(await lookUp({ name })).toEqual([0, 0]);
    await place(seller, 'ask', name, 200, '9');
    await place(seller, 'ask', name, 190, '9.5');
    await place(buyer, 'bid', name, 110, '9');
    await place(buyer, 'bid', name, 100, '9.5');
    expect(await lookUp({ name })).toEqual([190, 110]);
    expect(await lookUp({ name, size: '9' })).toEqual([200, 110]);
    expect(await lookUp({ name, size: '9.5' })).toEqual([190, 100]);
    expect(await lookUp({ name, size: '10' })).toEqual([0, 0]);
  });

  it.each([
    ['an unknown product', { name: 'No such sneaker' }, [404, 'unknown-product']],
    ['an unknown product in a size', { name: 'No such sneaker', size: '9' }, [404, 'unknown-product']],
    ['a size that the product does not have', { name: ODD_NAMES[0]!, size: '47' }, [422, 'unknown-size']],
    ['a size of another spelling', { name: ODD_NAMES[0]!, size: '9.0' }, [422, 'unknown-size']],
    ['an empty size', { name: ODD_NAMES[0]!, size: '' }, [422, 'invalid-body']],
    ['a null byte in the size', { name: ODD_NAMES[0]!, size: '9\0' }, [422, 'invalid-body']],
    ['an empty name', { name: '' }, [422, 'invalid-body']],
    ['no name', {}, [422, 'invalid-body']],
  ])('refuses %s', async (_title, query: Record<string, string>, expected) => {
    expect(refusal(await visit(`/api/prices?${new URLSearchParams(query)}`))).toEqual(expected);
  });

  async function lookUp(query: Record<string, string>): Promise<unknown> {
    const answer = await visit(`/api/prices?${new URLSearchParams(query)}`);
    expectShape(pricesSchema, answer);
    return answer.json();
  }
});

describe('the picture of a product', () => {
  it('is a drawing, at the address that the list gives', async () => {
    const { id } = await newProduct();
    const answer = await visit((await detail(id)).thumbnail);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(answer.body).toMatch(/^<svg /);
    expect(answer.body).not.toMatch(/<script|onload|javascript:/i);
  });

  it('is seen from the front, from above and from behind, too, and as a PNG for previews of links', async () => {
    const { id } = await newProduct();
    const views = await Promise.all(
      ['front', 'top', 'heel'].map((view) => visit(`/drawings/${id}/${view}.svg`)),
    );
    expect(views.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(views.map(({ body }) => body)).size).toBe(3);
    const preview = await visit(`/drawings/${id}/preview.png`);
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/png']);
    const png = preview.rawPayload;
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await visit('/drawings/preview.png')).statusCode).toBe(200);
    expect(refusal(await visit(`/drawings/${id}/left.svg`))).toEqual([404, 'not-found']);
    expect(refusal(await visit('/drawings/999999999/preview.png'))).toEqual([404, 'unknown-product']);
  });

  it('is cached for long under the address of its version, and revalidated under any other', async () => {
    const { id } = await newProduct();
    const { headers } = await visit(`/drawings/${id}.svg`);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    const version = /^W\/"([0-9a-f]+)-side"$/.exec(String(headers.etag))?.[1];
    const versioned = await visit(`/drawings/${id}.svg?v=${version}`);
    expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await visit(`/drawings/${id}.svg?v=0`)).headers['cache-control']).toBe('public, max-age=3600');
    const again = await market.app.inject({
      url: `/drawings/${id}.svg`,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is answered 404 for a product that does not exist', async () => {
    expect(refusal(await visit('/drawings/999999999.svg'))).toEqual([404, 'unknown-product']);
    expect(refusal(await visit('/drawings/9999999999.svg'))).toEqual([404, 'not-found']);
  });
});

it.each(['/api/nothing', '/api/getUserData', '/api/1/2', '/api/auth/nothing'])(
  '%s is answered 404',
  async (path) => {
    expect(refusal(await visit(path))).toEqual([404, 'not-found']);
  },
);
