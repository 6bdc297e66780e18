import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProductNames } from '../src/live/product-names.js';
import { EventReader } from './event-reader.js';
import { buildProducts } from './market.js';
import { buildTestApp, buildTrader, PASSWORD, signIn, signUp, type TestUser, useMarket } from './test-app.js';

const NAME = 'Live Runner';

const market = useMarket();
let seller: TestUser;
let buyer: TestUser;
let productId: number;
let otherId: number;
const readers: EventReader[] = [];

beforeAll(async () => {
  [productId = 0, otherId = 0] = await buildProducts(market.database, [NAME, 'Other Runner']);
  seller = await buildTrader(market);
  buyer = await buildTrader(market);
});

afterEach(() => {
  for (const reader of readers.splice(0)) {
    reader.close();
  }
});

async function open(path: string, headers: Record<string, string> = {}, app = market): Promise<EventReader> {
  const reader = await EventReader.open(app, path, headers);
  readers.push(reader);
  return reader;
}

async function place(user: TestUser, call: string, price: number, more: object = {}): Promise<string> {
  const id = randomUUID();
  const answer = await user.post(`/${call}`, { id, name: NAME, size: '9', price, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

const bookOf = (fields: object) => (event: { name: string; data: object }) =>
  event.name === 'book' && Object.entries(fields).every(([key, value]) => event.data[key as never] === value);

describe('GET /api/live', () => {
  it('streams the books and sales of the requested products, and no user ids', async () => {
    const reader = await open(`/live?product=${productId}`);
    const id = await place(seller, 'ask', 250);
    expect(await reader.find(bookOf({ lowestAsk: 250 }))).toEqual({
      id: expect.any(String),
      name: 'book',
      data: { product: productId, size: '9', seq: 1, lowestAsk: 250, highestBid: 0, asks: 1, bids: 0 },
    });
    await place(seller, 'ask', 999, { name: 'Other Runner' });
    await place(buyer, 'buy', 250);
    const { data } = await reader.find(({ name }) => name === 'sale');
    expect(data).toEqual({
      id: expect.any(String),
      product: productId,
      name: NAME,
      thumbnail: expect.any(String),
      brand: 'Test',
      size: '9',
      price: 250,
      change: null,
      isOdd: false,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    await place(seller, 'ask', 260);
    await place(buyer, 'buy', 260);
    const second = await reader.find(({ name, data: { price } }) => name === 'sale' && price === 260);
    expect(second.data.change).toBe(4);
    expect(reader.events.every((event) => event.data.product === productId)).toBe(true);
    const everything = JSON.stringify(reader.events);
    for (const secret of [seller.uid, buyer.uid, id]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('measures the first trade of a size against the last sale before this market', async () => {
    await market.database.pool.query(
      `insert into past_sales (product_id, id, size, price_cents, sold_at)
       values ($1, '00000000-0000-8000-8000-000000000001', '10', 20000, '2020-01-01')`,
      [productId],
    );
    const reader = await open(`/live?product=${productId}`);
    await place(seller, 'ask', 230, { size: '10' });
    await place(buyer, 'buy', 230, { size: '10' });
    expect((await reader.find(({ name }) => name === 'sale')).data.change).toBe(15);
  });

  it('streams all products without a product', async () => {
    const reader = await open('/live');
    await place(seller, 'ask', 300);
    await place(seller, 'ask', 400, { name: 'Other Runner' });
    await place(buyer, 'buy', 300);
    await reader.find(bookOf({ product: otherId, lowestAsk: 400 }));
    expect((await reader.find(({ name }) => name === 'sale')).data.price).toBe(300);
  });

  it('with a size streams the price levels, now and as they change', async () => {
    await place(seller, 'ask', 500, { size: '9.5' });
    await place(seller, 'ask', 500, { size: '9.5' });
    const reader = await open(`/live?product=${productId}&size=9.5`);
    const levels = { product: productId, size: '9.5', bids: [] };
    expect((await reader.find(({ name }) => name === 'levels')).data).toEqual({
      ...levels,
      asks: [{ price: 500, quantity: 2 }],
    });
    await place(seller, 'ask', 510, { size: '9.5' });
    const changed = await reader.find(
      ({ name, data }) => name === 'levels' && JSON.stringify(data).includes('510'),
    );
    expect(changed.data.asks).toEqual([
      { price: 500, quantity: 2 },
      { price: 510, quantity: 1 },
    ]);
  });

  it('continues after the last event that a reader has, or reports that it cannot', async () => {
    const reader = await open(`/live?product=${productId}`);
    await place(seller, 'ask', 610);
    const last = await reader.find(bookOf({ size: '9' }));
    reader.close();
    await place(seller, 'ask', 605, { size: '10' });
    await place(seller, 'ask', 777, { name: 'Other Runner' });
    const back = await open(`/live?product=${productId}`, { 'last-event-id': last.id ?? '' });
    await place(seller, 'ask', 600);
    await back.find(bookOf({ lowestAsk: 600 }));
    expect(back.events.filter(({ name }) => name === 'reset')).toEqual([]);
    expect(back.events.map(({ data }) => data.lowestAsk)).toContain(605);
    expect(back.events.map(({ data }) => data.product)).not.toContain(otherId);

    for (const id of [`${randomUUID()}/5`, 'nonsense', `${last.id}0000`, `${last.id?.split('/')[0]}/x`]) {
      const lost = await open(`/live?product=${productId}`, { 'last-event-id': id });
      expect((await lost.find(() => true)).name).toBe('reset');
    }
  });

  it.each([
    ['?product=99999', 404, 'unknown-product', 'There is no such product.'],
    ['?product=99999999999', 422, 'invalid-body', 'The product must be the id of a product.'],
    ['?product=4294967296', 404, 'unknown-product', 'There is no such product.'],
    ['?product=one', 422, 'invalid-body', 'The product must be the id of a product.'],
    ['?product=1&size=99', 422, 'unknown-size', 'This product does not come in that size.'],
    ['?size=9', 422, 'invalid-body', 'The size must come with exactly one product.'],
    ['?product=1&product=2&size=9', 422, 'invalid-body', 'The size must come with exactly one product.'],
    [
      `?${Array.from({ length: 51 }, (_, index) => `product=${index}`).join('&')}`,
      422,
      'invalid-body',
      'The product must name one to 50 products.',
    ],
  ])('refuses %s', async (query, status, code, detail) => {
    const answer = await market.app.inject(`/api/live${query}`);
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ code, detail })]);
  });

  it('answers no HEAD and no POST', async () => {
    for (const method of ['HEAD', 'POST'] as const) {
      expect((await market.app.inject({ method, url: '/api/live', payload: {} })).statusCode).toBe(404);
    }
  });
});

describe('GET /api/live/me', () => {
  it('needs a session', async () => {
    const answer = await market.app.inject('/api/live/me');
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
  });

  it('is open to ten browsers of a user, and again once one has closed', async () => {
    const limited = await buildTestApp({ database: market.database, rateLimits: true });
    const { cookie } = seller;
    const some = [];
    for (let count = 0; count < 10; count += 1) {
      some.push(await open('/live/me', { cookie }, limited));
    }
    await expect(open('/live/me', { cookie }, limited)).rejects.toThrow(/^429 /);
    some[0]?.close();
    for (let isIn = false; !isIn; ) {
      isIn = await open('/live/me', { cookie }, limited).then(
        () => true,
        () => false,
      );
    }
    await limited.close();
    await Promise.all(some.map((stream) => stream.end()));
  });

  it('notifies each side of a trade of its own', async () => {
    const [ofSeller, ofBuyer, ofOther] = await Promise.all(
      [seller, buyer, await signUp(market)].map(({ cookie }) => open('/live/me', { cookie })),
    );
    await place(seller, 'ask', 150);
    await place(buyer, 'bid', 160);
    const trade = { id: expect.any(String), product: productId, name: NAME, size: '9', price: 150 };
    expect((await ofSeller!.find(({ name }) => name === 'trade')).data).toMatchObject({
      ...trade,
      side: 'ask',
    });
    expect((await ofBuyer!.find(({ name }) => name === 'trade')).data).toMatchObject({
      ...trade,
      side: 'bid',
    });
    const order = { product: productId, size: '9', side: 'ask' };
    expect(ofSeller!.events.filter(({ name }) => name === 'order').map(({ data }) => data)).toEqual([
      { ...order, status: 'open' },
      { ...order, status: 'traded' },
    ]);
    expect(ofOther!.events).toEqual([]);
  });

  it.each([
    ['its session', '/auth/sign-out', {}],
    ['its account', '/auth/account/delete', { password: PASSWORD }],
  ])('ends with %s, and sends nothing after that', async (_what, call, body) => {
    const user = await buildTrader(market);
    const stream = await open('/live/me', { cookie: user.cookie });
    await place(user, 'ask', 700);
    await stream.find(({ name }) => name === 'order');
    expect((await user.post(call, body)).statusCode).toBe(200);
    const [order] = (
      await market.database.pool.query(
        'select order_id, product_id, size, seq from orders where user_id = $1',
        [user.uid],
      )
    ).rows;
    await market.engine.submit({
      kind: 'cancellation',
      reason: 'owner',
      side: 'ask',
      userId: user.uid,
      orderId: order.order_id,
      productId: order.product_id,
      size: order.size,
      seq: order.seq,
    });
    await stream.end();
    expect(stream.events.filter(({ data }) => data.status === 'cancelled')).toEqual([]);
  });

  it('ends with its session at another server, without an event to send, and leaves the user’s other streams open', async () => {
    const other = await buildTestApp({ database: market.database });
    const email = `${randomUUID()}@shop.example`;
    const user = await buildTrader(market, email);
    const [ending, staying] = await Promise.all(
      [user, await signIn(market, email)].map(({ cookie }) => open('/live/me', { cookie }, other)),
    );
    expect((await user.post('/auth/sign-out', {})).statusCode).toBe(200);
    await ending!.end();
    expect([ending!.events, staying!.isOver]).toEqual([[], false]);
    await other.close();
  });
});

describe('the product data in sales', () => {
  it('is that of an import, a minute later', async () => {
    const { pool } = market.database;
    let nowMs = 0;
    const products = new ProductNames(pool, () => nowMs);
    const picture = async () => (await products.find([otherId]))?.[0]?.thumbnail;
    const before = await picture();
    await pool.query("update products set thumbnail = '/new.svg' where id = $1", [otherId]);
    nowMs = 60_000;
    expect(await picture()).toBe(before);
    nowMs = 60_001;
    expect(await picture()).toBe('/new.svg');
  });
});

describe('several servers', () => {
  it('stream each other’s orders, including those of one that died right after its commit', async () => {
    const other = await buildTestApp({ database: market.database });
    const reader = await open(`/live?product=${productId}`, {}, other);
    const own = await open('/live/me', { cookie: seller.cookie }, other);
    await place(seller, 'ask', 140);
    await reader.find(bookOf({ lowestAsk: 140 }));
    await own.find(({ name }) => name === 'order');
    await other.close();
    await Promise.all([reader.end(), own.end()]);
  });

  it('end their streams when they stop', async () => {
    const other = await buildTestApp({ database: market.database });
    const streams = await Promise.all([
      open('/live', {}, other),
      open(`/live?product=${productId}`, {}, other),
    ]);
    await other.close();
    await Promise.all(streams.map((stream) => stream.end()));
  });
});
