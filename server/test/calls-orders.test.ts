import { randomUUID } from 'node:crypto';
import type { ProductDetail } from '@perkex/contract/products.js';
import {
  BLANK_ORDER_ROW,
  BLANK_SALE_ROW,
  type UserData,
  userDataSchema,
} from '@perkex/contract/user-data.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changedOrderId } from '../src/orders/change-order.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useSoundMarket } from './test-app.js';

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const market = useSoundMarket();
let seller: TestUser;
let buyer: TestUser;
let product: { id: number; name: string; thumbnail: string };

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

/** A book of its own for each test. */
beforeEach(async () => {
  const name = `Air ${randomUUID()}`;
  const [id = 0] = await buildProducts(market.database, [name]);
  product = { id, name, thumbnail: `/drawings/${id}.svg` };
});

/** Places an order of the product in size 9, which must be accepted. @returns its id and the answer's sentence */
async function place(user: TestUser, call: string, price: number, more: object = {}) {
  const id = randomUUID();
  const answer = await user.post(`/${call}`, { id, name: product.name, price, size: '9', ...more });
  return { id, sentence: sentence(answer) };
}

/** The text of the toast. */
function sentence(answer: Response): string {
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  return answer.body;
}

/** A user's data, without the rows of other tests' products. */
async function dataOf(user: TestUser): Promise<UserData> {
  const answer = await user.get(`/getUserData/${user.uid}`);
  expect(answer.statusCode).toBe(200);
  expect(z.parse(userDataSchema, answer.json())).toEqual(answer.json());
  const data = answer.json<UserData>();
  const isHere = ({ id, name }: { id: string; name: string }) => id === '' || name === product.name;
  return {
    ...data,
    asks: data.asks.filter(isHere),
    bids: data.bids.filter(isHere),
    sales: data.sales.filter(isHere),
    purchases: data.purchases.filter(isHere),
  };
}

/** A dashboard row of the product in size 9. */
function row(id: string, price: number) {
  return {
    id,
    productId: product.id,
    name: product.name,
    brand: 'Test',
    price,
    size: '9',
    thumbnail: product.thumbnail,
  };
}

/** The seller's payout and the buyer's total at the prices of these tests, in dollars (section 9). */
const TOTALS: Readonly<Record<number, { readonly ask: number; readonly bid: number }>> = {
  180: { ask: 148, bid: 195.4 },
  200: { ask: 165, bid: 216 },
  240: { ask: 201, bid: 257.2 },
};

function saleRow(side: Side, id: string, price: number) {
  const total = TOTALS[price]?.[side];
  const fee = side === 'ask' ? { transactionFee: 9.5 } : {};
  return { ...row(id, price), ...fee, total, date: expect.stringMatching(ISO_UTC), deal: null };
}

async function detail(): Promise<ProductDetail> {
  return (await market.app.inject(`/api/${product.id}`)).json<ProductDetail[]>()[0]!;
}

const nothing = {
  asks: [BLANK_ORDER_ROW],
  bids: [BLANK_ORDER_ROW],
  sales: [BLANK_SALE_ROW],
  purchases: [BLANK_SALE_ROW],
};

describe('an order that rests', () => {
  it('an ask is placed, and its seller sees it below the blank row', async () => {
    const { id, sentence } = await place(seller, 'ask', 240);
    expect(sentence).toBe(`Your ask of 240$ for ${product.name}, size 9 is placed.`);
    expect(await dataOf(seller)).toMatchObject({ ...nothing, asks: [BLANK_ORDER_ROW, row(id, 240)] });
    expect(await dataOf(buyer)).toMatchObject(nothing);
    expect((await detail()).asks).toEqual([{ id, size: '9', price: 240 }]);
  });

  it('a bid is placed, and its buyer sees it below the blank row', async () => {
    const { id, sentence } = await place(buyer, 'bid', 180);
    expect(sentence).toBe(`Your bid of 180$ for ${product.name}, size 9 is placed.`);
    expect(await dataOf(buyer)).toMatchObject({ ...nothing, bids: [BLANK_ORDER_ROW, row(id, 180)] });
    expect(await dataOf(seller)).toMatchObject(nothing);
    expect((await detail()).bids).toEqual([{ id, size: '9', price: 180 }]);
  });

  it('is listed with the others in the order of acceptance, not of price', async () => {
    const prices = [300, 250, 275];
    const ids: string[] = [];
    for (const price of prices) {
      ids.push((await place(seller, 'ask', price)).id);
    }
    expect((await dataOf(seller)).asks).toEqual([
      BLANK_ORDER_ROW,
      ...ids.map((id, index) => row(id, prices[index]!)),
    ]);
  });

  it('may rest at the lowest and at the highest allowed price', async () => {
    expect((await place(buyer, 'bid', 1)).sentence).toContain(' of 1$ ');
    expect((await place(seller, 'ask', 1_000_000)).sentence).toContain(' of 1000000$ ');
  });

  it('may have a price with a decimal point or an exponent, which is the same number', async () => {
    const body = { uid: seller.uid, id: randomUUID(), name: product.name, size: '9' };
    const payload = JSON.stringify(body).replace('{', '{"price":2.40e2,');
    const headers = { cookie: seller.cookie, 'content-type': 'application/json' };
    const answer = await market.app.inject({ method: 'POST', url: '/api/ask', headers, payload });
    expect(sentence(answer)).toContain('Your ask of 240$');
  });
});

describe('an order that replaces an open one', () => {
  const raise = (user: TestUser, price: number, more: object) =>
    user.post('/bid', { id: randomUUID(), name: product.name, price, size: '9', ...more });

  it('is placed, and the other one is cancelled, once however often it is sent', async () => {
    const { id: replaces } = await place(buyer, 'bid', 180);
    const id = randomUUID();
    for (let sending = 0; sending < 2; sending += 1) {
      const answer = await raise(buyer, 200, { id, replaces });
      expect(sentence(answer)).toBe(`Your bid of 200$ for ${product.name}, size 9 is placed.`);
      expect((await dataOf(buyer)).bids).toEqual([BLANK_ORDER_ROW, row(id, 200)]);
    }
  });

  it('may trade at once, so that its user has one pair and no bid', async () => {
    const { id: replaces } = await place(buyer, 'bid', 180);
    await place(seller, 'ask', 200);
    sentence(await raise(buyer, 210, { replaces }));
    const { bids, purchases } = await dataOf(buyer);
    expect([bids.length, purchases.length]).toEqual([1, 2]);
  });

  it('is removed by the id of the other one, in any mixture with changes', async () => {
    const { id: replaces } = await place(buyer, 'bid', 180);
    const id = randomUUID();
    sentence(await raise(buyer, 190, { id, replaces }));
    sentence(await buyer.post('/changeOrder', { id, price: 200 }));
    sentence(await raise(buyer, 210, { replaces: changedOrderId(id, 200_00) }));
    for (const named of [replaces, id]) {
      expect(sentence(await buyer.post('/deleteBid', { id: named }))).toContain('Your bid of 210$');
      expect((await dataOf(buyer)).bids).toEqual([BLANK_ORDER_ROW]);
    }
  });

  it('has traded where a removal comes too late, by the id of the other one, too', async () => {
    const { id: replaces } = await place(seller, 'ask', 200);
    await place(seller, 'ask', 190, { replaces });
    await place(buyer, 'buy', 190);
    const answer = await seller.post('/deleteAsk', { id: replaces });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'already-traded']);
  });

  it('placed while its server had an earlier version is found by the id of a change', async () => {
    const { id } = await place(buyer, 'bid', 180);
    sentence(await buyer.post('/changeOrder', { id, price: 190 }));
    const [second, third] = [changedOrderId(id, 190_00), randomUUID()];
    const { pool } = market.database;
    await pool.query('update orders set first_seq = null where order_id = $1', [second]);
    sentence(await raise(buyer, 200, { id: third, replaces: second }));
    const { rows } = await pool.query('select seq from orders where order_id = $1', [second]);
    await pool.query('update orders set first_seq = $1 where order_id = $2', [rows[0].seq, third]);
    expect(sentence(await buyer.post('/deleteBid', { id }))).toContain('Your bid of 200$');
  });

  it('leaves the other one open where it is refused', async () => {
    const { id: replaces } = await place(seller, 'bid', 180);
    await place(seller, 'ask', 200);
    const answer = await raise(seller, 200, { replaces });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'own-order']);
    expect((await dataOf(seller)).bids).toEqual([BLANK_ORDER_ROW, row(replaces, 180)]);
  });

  it.each([
    ['has traded', 409, 'already-traded', (bid: string) => place(seller, 'sell', 180).then(() => bid)],
    ['was cancelled', 404, 'unknown-order', (id: string) => buyer.post('/deleteBid', { id }).then(() => id)],
    ['does not exist', 404, 'unknown-order', async () => randomUUID()],
    [
      'belongs to another user',
      404,
      'unknown-order',
      async (bid: string) => {
        await buyer.post('/deleteBid', { id: bid });
        return (await place(seller, 'bid', 150)).id;
      },
    ],
    [
      'is in another size',
      404,
      'unknown-order',
      async (bid: string) => {
        await buyer.post('/deleteBid', { id: bid });
        return (await place(buyer, 'bid', 150, { size: '10' })).id;
      },
    ],
    [
      'is an ask',
      404,
      'unknown-order',
      async (bid: string) => {
        await buyer.post('/deleteBid', { id: bid });
        return (await place(buyer, 'ask', 900)).id;
      },
    ],
  ])('is refused where the other one %s', async (_how, status, code, prepare) => {
    const replaces = await prepare((await place(buyer, 'bid', 180)).id);
    const before = await dataOf(buyer);
    const answer = await raise(buyer, 200, { replaces });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().detail).toMatch(/^The bid that this order should replace /);
    expect(await dataOf(buyer)).toEqual(before);
  });
});

describe('an order that trades', () => {
  it.each([
    { call: 'buy', price: 240, resting: 240, title: 'buying now at the ask' },
    { call: 'buy', price: 300, resting: 240, title: 'buying now with a limit above the ask' },
    { call: 'bid', price: 240, resting: 240, title: 'a bid as high as the ask' },
    { call: 'bid', price: 999, resting: 240, title: 'a bid far above the ask' },
  ])("$title buys at the ask's price, and both see the trade", async ({ call, price, resting }) => {
    const before = new Date().toISOString();
    const ask = await place(seller, 'ask', resting);
    const bought = await place(buyer, call, price);
    const after = new Date().toISOString();
    expect(bought.sentence).toBe(`You bought ${product.name}, size 9 for ${resting}$.`);
    const [ofSeller, ofBuyer] = await Promise.all([dataOf(seller), dataOf(buyer)]);
    expect(ofSeller).toMatchObject({ ...nothing, sales: [BLANK_SALE_ROW, saleRow('ask', ask.id, resting)] });
    expect(ofBuyer).toMatchObject({
      ...nothing,
      purchases: [BLANK_SALE_ROW, saleRow('bid', bought.id, resting)],
    });
    const { asks, bids, lastsales } = await detail();
    expect({ asks, bids }).toEqual({ asks: [], bids: [] });
    expect(lastsales).toEqual([
      { id: expect.any(String), size: '9', price: resting, date: ofSeller.sales[1]!.date },
    ]);
    expect(ofBuyer.purchases[1]!.date).toBe(ofSeller.sales[1]!.date);
    expect(ofSeller.sales[1]!.date >= before && ofSeller.sales[1]!.date <= after).toBe(true);
  });

  it.each([
    { call: 'sell', price: 180, resting: 180, title: 'selling now at the bid' },
    { call: 'sell', price: 100, resting: 180, title: 'selling now with a limit below the bid' },
    { call: 'ask', price: 180, resting: 180, title: 'an ask as low as the bid' },
    { call: 'ask', price: 1, resting: 180, title: 'an ask far below the bid' },
  ])("$title sells at the bid's price, and both see the trade", async ({ call, price, resting }) => {
    const bid = await place(buyer, 'bid', resting);
    const sold = await place(seller, call, price);
    expect(sold.sentence).toBe(`You sold ${product.name}, size 9 for ${resting}$.`);
    const [ofSeller, ofBuyer] = await Promise.all([dataOf(seller), dataOf(buyer)]);
    expect(ofSeller).toMatchObject({ ...nothing, sales: [BLANK_SALE_ROW, saleRow('ask', sold.id, resting)] });
    expect(ofBuyer).toMatchObject({
      ...nothing,
      purchases: [BLANK_SALE_ROW, saleRow('bid', bid.id, resting)],
    });
    expect(ofSeller.sales[1]!.date).toBe(ofBuyer.purchases[1]!.date);
  });

  it('takes the best price first, and of equal prices the oldest', async () => {
    const dear = await place(seller, 'ask', 260);
    const first = await place(seller, 'ask', 250);
    const second = await place(seller, 'ask', 250);
    await place(buyer, 'buy', 260);
    await place(buyer, 'buy', 260);
    await place(buyer, 'buy', 260);
    expect((await dataOf(seller)).sales.map(({ id, price }) => [id, price])).toEqual([
      ['', null],
      [first.id, 250],
      [second.id, 250],
      [dear.id, 260],
    ]);
  });

  it('trades with orders of its own size only', async () => {
    const ask = await place(seller, 'ask', 240, { size: '9.5' });
    const bid = await place(buyer, 'bid', 300);
    expect(bid.sentence).toContain('is placed');
    expect(await dataOf(seller)).toMatchObject({
      asks: [BLANK_ORDER_ROW, { ...row(ask.id, 240), size: '9.5' }],
    });
  });

  it('lists sales and purchases in the order in which they happened, whatever the order of their asks', async () => {
    const asks = [];
    for (const price of [260, 250, 240]) {
      asks.push(await place(seller, 'ask', price));
    }
    const buys = [];
    for (const price of [240, 250, 260]) {
      buys.push(await place(buyer, 'buy', price));
    }
    const [ofSeller, ofBuyer] = await Promise.all([dataOf(seller), dataOf(buyer)]);
    expect(ofSeller.sales.map(({ id }) => id)).toEqual(['', ...asks.map(({ id }) => id).reverse()]);
    expect(ofBuyer.purchases.map(({ id }) => id)).toEqual(['', ...buys.map(({ id }) => id)]);
    const dates = ofSeller.sales.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
  });

  it('lists sales of the same moment in the order in which they happened', async () => {
    const asks = [];
    for (const price of [260, 250, 240]) {
      asks.push(await place(seller, 'ask', price));
    }
    await Promise.all([260, 260, 260].map((price) => place(buyer, 'buy', price)));
    const { sales } = await dataOf(seller);
    expect(sales.map(({ price }) => price)).toEqual([null, 240, 250, 260]);
    expect((await detail()).lastsales.map(({ price }) => price)).toEqual([240, 250, 260]);
  });

  it('stores the money of seller, buyer and market in cents, whatever fee the order names', async () => {
    await place(seller, 'ask', 201);
    await place(buyer, 'buy', 201);
    const { rows } = await market.database.pool.query(
      `select price_cents, seller_total_cents, buyer_total_cents, platform_cents from trades
       where product_id = $1`,
      [product.id],
    );
    expect(rows).toEqual([
      {
        price_cents: 20_100,
        seller_total_cents: 16_600,
        buyer_total_cents: 21_703,
        platform_cents: 21_703 - 16_600,
      },
    ]);
  });
});

describe('removing an order', () => {
  it.each([
    { call: 'ask', removal: 'deleteAsk', list: 'asks' as const },
    { call: 'bid', removal: 'deleteBid', list: 'bids' as const },
  ])('takes an own $call out of the book and the dashboard', async ({ call, removal, list }) => {
    const kept = await place(seller, call, 200);
    const { id } = await place(seller, call, 210);
    expect(sentence(await seller.post(`/${removal}`, { id }))).toBe(
      `Your ${call} of 210$ for ${product.name}, size 9 was removed.`,
    );
    expect((await dataOf(seller))[list]).toEqual([BLANK_ORDER_ROW, row(kept.id, 200)]);
    expect((await detail())[list]).toEqual([{ id: kept.id, size: '9', price: 200 }]);
  });

  it('needs nothing but the id: name, price, size and thumbnail are ignored', async () => {
    const { id } = await place(seller, 'ask', 200);
    const decoration = { name: 'another', price: 'none', size: 5, thumbnail: null, date: [] };
    expect((await seller.post('/deleteAsk', { id, ...decoration })).statusCode).toBe(200);
    expect((await dataOf(seller)).asks).toEqual([BLANK_ORDER_ROW]);
  });

  it('leaves traded orders among the sales', async () => {
    const ask = await place(seller, 'ask', 200);
    await place(buyer, 'buy', 200);
    expect((await seller.post('/deleteAsk', { id: ask.id })).statusCode).toBe(409);
    expect((await dataOf(seller)).sales).toEqual([BLANK_SALE_ROW, saleRow('ask', ask.id, 200)]);
  });
});
