import { randomUUID } from 'node:crypto';
import type { CommandAnswer } from '@perkex/contract/order-batch.js';
import type { UserData } from '@perkex/contract/user-data.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupOrderId } from '../src/orders/order-command.js';
import { age, buildProducts } from './market.js';
import { buildTrader, type TestUser, useSoundMarket } from './test-app.js';

const SIZES = ['8', '9', '10', '11'];

const market = useSoundMarket();
let buyer: TestUser;
let seller: TestUser;
let name = '';

beforeAll(async () => {
  [buyer, seller] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

beforeEach(async () => {
  name = `Air ${randomUUID()}`;
  await buildProducts(market.database, [name], SIZES);
});

function bid(more: object = {}, by = buyer): Promise<Response> {
  return by.post('/bidAnySize', { id: randomUUID(), name, price: 100, sizes: ['10', '8', '9'], ...more });
}

function place(by: TestUser, call: string, price: number, size: string): Promise<Response> {
  return by.post(`/${call}`, { id: randomUUID(), name, price, size });
}

/** The buyer's open bids of the test's product, as `size price`. */
async function bids(): Promise<string[]> {
  const data = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
  return data.bids.flatMap((row) => (row.name === name ? [`${row.size} ${row.price}`] : [])).sort();
}

function outcome({ statusCode, json }: Response) {
  return [statusCode, json().code];
}

it('gives a resend its first answer, also if the price has become doubtful', async () => {
  await place(seller, 'ask', 95, '9');
  const sent = { id: randomUUID(), confirmedPrice: null };
  const first = await bid(sent);
  expect(first.body).toBe(`You bought ${name}, size 9 for 95$.`);
  await place(seller, 'ask', 70, '10');
  expect(outcome(await bid({ ...sent, id: randomUUID() }))).toEqual([409, 'price-unconfirmed']);
  expect((await bid(sent)).body).toBe(first.body);
});

it('rests in each size until one of them trades, which removes the others in the same moment', async () => {
  const id = randomUUID();
  expect((await bid({ id })).body).toBe(`Your bid of 100$ for ${name}, size 8, 9 or 10, is placed.`);
  expect(await bids()).toEqual(['10 100', '8 100', '9 100']);
  const data = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
  expect(new Set(data.bids.filter((row) => row.name === name).map(({ group }) => group))).toEqual(
    new Set([id]),
  );
  const { orders } = (await buyer.get('/export')).json<{ orders: { name: string; group: string }[] }>();
  const exported = orders.flatMap((order) => (order.name === name ? [order.group] : []));
  expect(exported).toEqual([id, id, id]);
  expect((await place(seller, 'sell', 100, '9')).body).toBe(`You sold ${name}, size 9 for 100$.`);
  expect(await bids()).toEqual([]);
  expect(outcome(await place(seller, 'sell', 100, '8'))).toEqual([409, 'no-bids']);
  const { rows } = await market.database.pool.query(
    `select size, status from orders join products on products.id = product_id
     where name = $1 and user_id = $2 order by size`,
    [name, buyer.uid],
  );
  expect(rows).toEqual([
    { size: '10', status: 'cancelled' },
    { size: '8', status: 'cancelled' },
    { size: '9', status: 'traded' },
  ]);
});

it('buys at once where the lowest ask is, and rests nowhere', async () => {
  await place(seller, 'ask', 99, '8');
  await place(seller, 'ask', 95, '10');
  const id = randomUUID();
  for (let sending = 0; sending < 2; sending += 1) {
    expect((await bid({ id })).body).toBe(`You bought ${name}, size 10 for 95$.`);
  }
  expect(await bids()).toEqual([]);
  expect(outcome(await bid({ id, sizes: ['8', '9'] }))).toEqual([409, 'id-reused']);
});

it('has one effect however often it is sent, in any order of its sizes; another bid needs another id', async () => {
  const id = randomUUID();
  const answers = [await bid({ id }), await bid({ id, sizes: ['8', '9', '10'] })];
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await bids()).toHaveLength(3);
  for (const more of [{ sizes: ['9', '11'] }, { price: 101 }, { sizes: ['8', '9', '10', '11'] }]) {
    expect(outcome(await bid({ id, ...more }))).toEqual([409, 'id-reused']);
  }
});

it('gives its id to no other order, also in sizes that it does not name', async () => {
  const id = randomUUID();
  await bid({ id, sizes: ['8', '9'] });
  await place(seller, 'ask', 100, '10');
  expect(outcome(await bid({ id, sizes: ['10', '11'] }))).toEqual([409, 'id-reused']);
  expect(outcome(await buyer.post('/bid', { id, name, price: 120, size: '10' }))).toEqual([409, 'id-reused']);
  expect(await bids()).toEqual(['8 100', '9 100']);
});

it('is refused as a whole', async () => {
  await place(buyer, 'ask', 90, '9');
  expect(outcome(await bid())).toEqual([409, 'own-order']);
  expect(outcome(await bid({ sizes: ['8', '12'] }))).toEqual([422, 'unknown-size']);
  for (const sizes of [[], ['8'], ['8', '8'], ['8', '9', '10', '11', '12', '13'], '8', [8, 9]]) {
    expect(outcome(await bid({ sizes }))).toEqual([422, 'invalid-body']);
  }
  expect(await bids()).toEqual([]);
});

it('keeps its group when one of its orders gets another price, and loses the removed ones', async () => {
  await bid({ expiresIn: 7 });
  const data = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
  const idOf = (size: string) => data.bids.find((row) => row.name === name && row.size === size)?.id;
  await buyer.post('/changeOrder', { id: idOf('8'), price: 120 });
  await buyer.post('/deleteBid', { id: idOf('9') });
  expect(await bids()).toEqual(['10 100', '8 120']);
  await place(seller, 'ask', 118, '8');
  expect(await bids()).toEqual([]);
});

it('a changed order that trades at once removes the others', async () => {
  await bid();
  await place(seller, 'ask', 110, '9');
  const data = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
  const id = data.bids.find((row) => row.name === name && row.size === '9')?.id;
  expect((await buyer.post('/changeOrder', { id, price: 115 })).body).toBe(
    `You bought ${name}, size 9 for 110$.`,
  );
  expect(await bids()).toEqual([]);
});

it('expires in every size', async () => {
  await bid({ expiresIn: 1 });
  await age(market.database, 2);
  expect(await bids()).toEqual([]);
  expect(outcome(await place(seller, 'sell', 100, '10'))).toEqual([409, 'no-bids']);
});

describe('an order with the id of one of its orders, sent at the same moment', () => {
  /** A command that keeps the books busy, the bid over sizes, and the other order. */
  const commands = () => {
    const id = randomUUID();
    const sizes = ['8', '9'];
    const derived = groupOrderId({ orderId: id, sizes }, '9');
    return [
      { call: 'bid', id: randomUUID(), name, price: 90, size: '11' },
      { call: 'bidAnySize', id, name, price: 100, sizes },
      { call: 'bid', id: derived, name, price: 100, size: '10' },
    ];
  };

  it('is refused when it follows in a batch', async () => {
    const { answers } = (await buyer.post('/orders/batch', { commands: commands() })).json<{
      answers: CommandAnswer[];
    }>();
    expect(answers).toMatchObject([
      { answer: expect.stringContaining('placed') },
      { answer: expect.stringContaining('placed') },
      { problem: { code: 'id-reused' } },
    ]);
  });

  it('is refused when it comes as a request of its own, or refuses the bid over sizes', async () => {
    const answers = await Promise.all(commands().map(({ call, ...more }) => buyer.post(`/${call}`, more)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
    expect(await bids()).toContain('11 90');
  });

  it('and removed in the same batch by its own id, leaves the others', async () => {
    const [, any, other] = commands();
    const removal = { call: 'deleteBid', id: other?.id };
    const { answers } = (await buyer.post('/orders/batch', { commands: [any, removal] })).json<{
      answers: CommandAnswer[];
    }>();
    expect(answers).toMatchObject([{}, { answer: expect.stringContaining('removed') }]);
    expect(await bids()).toEqual(['8 100']);
  });
});
