import { randomUUID } from 'node:crypto';
import type { QueuePlaceRow } from '@perkex/contract/queue-places.js';
import type { UserData } from '@perkex/contract/user-data.js';
import type { ExportedOrder } from '@perkex/contract/user-export.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { age, buildProducts } from './market.js';
import { buildTrader, type TestUser, useSoundMarket } from './test-app.js';

const DAY_MS = 86_400_000;

const market = useSoundMarket();
let user: TestUser;
let other: TestUser;
let name = '';

beforeAll(async () => {
  [user, other] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

beforeEach(async () => {
  name = `Air ${randomUUID()}`;
  await buildProducts(market.database, [name]);
});

async function place(by: TestUser, call: string, price: number, more: object = {}) {
  const id = randomUUID();
  return { id, answer: await by.post(`/${call}`, { id, name, price, size: '9', ...more }) };
}

/** The user's open bids of the test's product. */
async function bids(by: TestUser = user) {
  const data = (await by.get(`/getUserData/${by.uid}`)).json<UserData>();
  return data.bids.filter((row) => row.name === name);
}

function outcome({ statusCode, json }: Response) {
  return [statusCode, json().code];
}

it('a bid expires so many days after it was placed, one without a lifetime never', async () => {
  const before = Date.now();
  const { answer } = await place(user, 'bid', 100, { expiresIn: 7 });
  const after = Date.now();
  expect(answer.body).toBe(`Your bid of 100$ for ${name}, size 9 is placed.`);
  await place(user, 'bid', 90);
  const [expiring, lasting] = await bids();
  const placedMs = Date.parse(expiring?.expiresAt ?? '') - 7 * DAY_MS;
  expect(placedMs).toBeGreaterThanOrEqual(before);
  expect(placedMs).toBeLessThanOrEqual(after);
  expect(lasting).not.toHaveProperty('expiresAt');
});

it('an expired bid is not listed and cannot be sold to', async () => {
  await place(user, 'bid', 100, { expiresIn: 1 });
  await place(user, 'bid', 90, { expiresIn: 3 });
  await age(market.database, 2);
  expect(await bids()).toMatchObject([{ price: 90 }]);
  expect(outcome((await place(other, 'sell', 100)).answer)).toEqual([409, 'price-moved']);
  await age(market.database, 2);
  expect(outcome((await place(other, 'sell', 90)).answer)).toEqual([409, 'no-bids']);
});

it.each([
  ['bid', 2],
  ['ask', '7'],
  ['ask', null],
  ['buy', 30],
  ['sell', 30],
])('%s with a lifetime of %j is refused', async (call, expiresIn) => {
  expect(outcome((await place(user, call, 100, { expiresIn })).answer)).toEqual([422, 'invalid-body']);
});

describe('a change of an order', () => {
  const change = (by: TestUser, id: string, more: object) => by.post('/changeOrder', { id, ...more });

  it('to another price is a new order with the same expiry, once however often it is sent', async () => {
    const { id } = await place(user, 'bid', 100, { expiresIn: 7 });
    const [before] = await bids();
    for (let sending = 0; sending < 2; sending += 1) {
      const answer = await change(user, id, { price: 110 });
      expect(answer.body).toBe(`Your bid of 110$ for ${name}, size 9 is placed.`);
    }
    const [after, ...others] = await bids();
    expect(after).toMatchObject({ price: 110, expiresAt: before?.expiresAt });
    expect(others).toEqual([]);
    expect(outcome(await change(user, id, { price: 120 }))).toEqual([404, 'unknown-order']);
  });

  it('to another price trades at once where a new order would', async () => {
    await place(other, 'ask', 105);
    const { id } = await place(user, 'bid', 100);
    expect((await change(user, id, { price: 110 })).body).toBe(`You bought ${name}, size 9 for 105$.`);
    expect(await bids()).toEqual([]);
  });

  it('to a longer lifetime keeps its place in the queue', async () => {
    const { id } = await place(user, 'bid', 100, { expiresIn: 1 });
    await place(other, 'bid', 100);
    expect((await change(user, id, { expiresIn: 30 })).body).toBe(
      `Your bid of 100$ for ${name}, size 9 expires in 30 days.`,
    );
    await age(market.database, 2);
    const seller = await buildTrader(market);
    await place(seller, 'sell', 100);
    expect([await bids(), await bids(other)]).toMatchObject([[], [{ price: 100 }]]);
  });

  it('that is refused leaves the order as it is, and may be sent again', async () => {
    const { id } = await place(user, 'bid', 100);
    const { id: inTheWay } = await place(user, 'ask', 105);
    expect(outcome(await change(user, id, { price: 110 }))).toEqual([409, 'own-order']);
    expect(await bids()).toMatchObject([{ price: 100 }]);
    await user.post('/deleteAsk', { id: inTheWay });
    expect((await change(user, id, { price: 110 })).statusCode).toBe(200);
    expect(await bids()).toMatchObject([{ price: 110 }]);
  });

  it('needs an own open order, and something to change', async () => {
    const { id } = await place(user, 'bid', 100, { expiresIn: 1 });
    expect(outcome(await change(other, id, { expiresIn: 30 }))).toEqual([404, 'unknown-order']);
    expect(outcome(await change(user, id, {}))).toEqual([422, 'invalid-body']);
    await age(market.database, 1);
    for (const more of [{ expiresIn: 30 }, { price: 110 }, { price: 100 }]) {
      expect(outcome(await change(user, id, more))).toEqual([404, 'unknown-order']);
    }
    expect(await bids()).toEqual([]);
  });

  it('to the price that it has is refused once it is closed', async () => {
    const { id } = await place(user, 'bid', 100);
    expect((await change(user, id, { price: 100 })).statusCode).toBe(200);
    await change(user, id, { price: 110 });
    expect(outcome(await change(user, id, { price: 100 }))).toEqual([404, 'unknown-order']);
    const { id: sold } = await place(user, 'bid', 120);
    await place(await buildTrader(market), 'sell', 120);
    expect(outcome(await change(user, sold, { price: 120 }))).toEqual([409, 'already-traded']);
  });
});

describe('an ask that is not listed again if its buyer does not pay', () => {
  const asks = async () =>
    (await user.get(`/getUserData/${user.uid}`)).json<UserData>().asks.filter((row) => row.name === name);
  const change = (id: string, more: object) => user.post('/changeOrder', { id, ...more });

  it('says so to its seller, and any other ask says nothing', async () => {
    const off = await place(user, 'ask', 100, { relist: false });
    expect(off.answer.body).toBe(`Your ask of 100$ for ${name}, size 9 is placed.`);
    await place(user, 'ask', 110, { relist: true });
    await place(user, 'ask', 120);
    expect((await asks()).map(({ relist }) => relist)).toEqual([false, undefined, undefined]);
    const { orders } = (await user.get('/export')).json<{ orders: ExportedOrder[] }>();
    const exported = orders
      .filter((order) => order.name === name)
      .map(({ price, relist }) => [price, relist]);
    expect(new Map(exported as [number, boolean][])).toEqual(
      new Map([
        [100, false],
        [110, true],
        [120, true],
      ]),
    );
  });

  it('keeps the first choice if its id comes again with another', async () => {
    const { id, answer } = await place(user, 'ask', 100, { relist: false });
    const again = await user.post('/ask', { id, name, price: 100, size: '9', relist: true });
    expect(again.body).toBe(answer.body);
    expect(await asks()).toMatchObject([{ id, relist: false }]);
  });

  it('passes the choice on to an ask that replaces it, unless that one says otherwise', async () => {
    const { id } = await place(user, 'ask', 100, { relist: false });
    await change(id, { price: 110 });
    const [changed] = await asks();
    expect(changed).toMatchObject({ price: 110, relist: false });
    const replacing = await place(user, 'ask', 120, { replaces: changed?.id });
    expect(await asks()).toMatchObject([{ price: 120, relist: false }]);
    await place(user, 'ask', 130, { replaces: replacing.id, relist: true });
    const [last] = await asks();
    expect([last?.price, last?.relist]).toEqual([130, undefined]);
    await change(last?.id ?? '', { price: 140, relist: false });
    expect(await asks()).toMatchObject([{ price: 140, relist: false }]);
  });

  it('is changed alone with its place in the queue and its expiry', async () => {
    const { id } = await place(user, 'ask', 100, { expiresIn: 7 });
    const before = await asks();
    expect((await change(id, { relist: false })).body).toBe(
      `Your ask of 100$ for ${name}, size 9 is not listed again if the buyer does not pay.`,
    );
    expect(await asks()).toEqual([{ ...before[0], relist: false }]);
    await change(id, { expiresIn: 30 });
    expect(await asks()).toMatchObject([{ id, relist: false }]);
    const lasting = await place(user, 'ask', 90, { relist: false });
    expect((await change(lasting.id, { relist: true })).body).toBe(
      `Your ask of 90$ for ${name}, size 9 is listed again if the buyer does not pay.`,
    );
    expect(Object.keys((await asks())[1] ?? {})).not.toContain('relist');
    expect(Object.keys((await asks())[1] ?? {})).not.toContain('expiresAt');
  });

  it('cannot be chosen for a bid', async () => {
    const { id } = await place(user, 'bid', 100);
    for (const call of ['bid', 'buy']) {
      expect(outcome((await place(user, call, 100, { relist: false })).answer)).toEqual([
        422,
        'invalid-body',
      ]);
    }
    for (const more of [{ relist: false }, { price: 110, relist: false }]) {
      expect(outcome(await change(id, more))).toEqual([422, 'invalid-body']);
    }
    expect(await bids()).toMatchObject([{ id, price: 100 }]);
  });

  it('is placed, and sold at once, in a batch', async () => {
    const ask = { call: 'ask', id: randomUUID(), name, price: 100, size: '9', relist: false };
    await place(other, 'bid', 50, { size: '10' });
    const sale = { call: 'sell', id: randomUUID(), name, price: 50, size: '10', relist: false };
    const { answers } = (await user.post('/orders/batch', { commands: [ask, sale] })).json();
    expect(answers).toMatchObject([
      { answer: expect.stringContaining('is placed') },
      { answer: expect.stringContaining('You sold') },
    ]);
    const { rows } = await market.database.pool.query(
      'select call, is_relisting from orders where order_id = any($1) order by call',
      [[ask.id, sale.id]],
    );
    expect(rows).toEqual([
      { call: 'ask', is_relisting: false },
      { call: 'sell', is_relisting: false },
    ]);
  });
});

describe('the places of open orders in their queues', () => {
  let productId = 0;

  beforeEach(async () => {
    productId = Number((await user.get(`/?name=${encodeURIComponent(name)}`)).json()[0].id);
  });

  async function places(ids: readonly string[], by = user) {
    const orders = ids.map((id) => `${productId}/${id}`).join();
    const rows = (await by.get(`/queue?orders=${orders}`)).json<QueuePlaceRow[]>();
    return ids.map((id) => {
      const row = rows.find((each) => each.id === id);
      return row && [row.ahead, row.rank];
    });
  }

  it.each([
    ['bid', [250, 240, 240, 240, 230], 'deleteBid', 'sell'],
    ['ask', [230, 240, 240, 240, 250], 'deleteAsk', 'buy'],
  ] as const)('count the %ss before them, by price and then by time', async (...row) => {
    const [call, [best, same, , own, last], remove, take] = row;
    const first = await place(other, call, best);
    const second = await place(other, call, same);
    await place(other, call, same);
    const mine = [await place(user, call, own), await place(user, call, last)].map(({ id }) => id);
    // Another size has a queue of its own.
    await place(other, call, best, { size: '10' });
    expect(await places(mine)).toEqual([
      [3, 3],
      [4, 1],
    ]);
    await other.post(`/${remove}`, { id: second.id });
    await place(user, take, best);
    expect(await places(mine)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(await places([first.id], other)).toEqual([undefined]);
  });

  it('do not count expired orders that nothing has removed', async () => {
    await place(other, 'bid', 250, { expiresIn: 1 });
    const { id } = await place(user, 'bid', 240);
    expect(await places([id])).toEqual([[1, 1]]);
    await age(market.database, 2);
    expect(await places([id])).toEqual([[0, 1]]);
  });

  it('are only those of the user', async () => {
    const { id } = await place(other, 'bid', 240);
    expect(await places([id])).toEqual([undefined]);
  });

  it('are unknown beyond 1,000 orders', async () => {
    const { id } = await place(user, 'ask', 300);
    await market.database.pool.query(
      `insert into orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status, accepted_at)
       select $1, '9', 1 + n, 'crowd', gen_random_uuid(), 'ask', 'ask', 20000, 'open', now()
       from generate_series(1, 1001) as n`,
      [productId],
    );
    expect(await places([id])).toEqual([[null, null]]);
    await market.database.pool.query(`delete from orders where product_id = $1 and seq = 2`, [productId]);
    expect(await places([id])).toEqual([[1000, 1]]);
    await market.database.pool.query(`delete from orders where product_id = $1`, [productId]);
    await market.database.pool.query(
      `update books set seq = 0, open_asks = 0, lowest_ask_cents = null where product_id = $1`,
      [productId],
    );
  });

  it.each(['', '1', `1/${randomUUID()},`, `1/${randomUUID()};2`, `x/${randomUUID()}`])(
    'are refused for %j',
    async (orders) => {
      expect(outcome(await user.get(`/queue?orders=${orders}`))).toEqual([422, 'invalid-body']);
    },
  );

  it('are refused for more than 25 orders', async () => {
    const orders = Array.from({ length: 26 }, () => `1/${randomUUID()}`).join();
    expect(outcome(await user.get(`/queue?orders=${orders}`))).toEqual([422, 'invalid-body']);
  });
});
