import { randomUUID } from 'node:crypto';
import type { UserData } from '@perkex/contract/user-data.js';
import { beforeAll, expect, it } from 'vitest';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const LIMITS = { perBook: 3, perUser: 5 };

const market = useMarket({ openOrderLimits: LIMITS });
let name = '';

beforeAll(async () => {
  name = `Air ${randomUUID()}`;
  await buildProducts(market.database, [name]);
});

function ask(user: TestUser, size: string, price = 100) {
  return user.post('/ask', { id: randomUUID(), name, price, size });
}

async function openAsks({ get, uid }: TestUser): Promise<{ id: string }[]> {
  return (await get(`/getUserData/${uid}`)).json<UserData>().asks.slice(1);
}

const TOO_MANY = { status: 409, code: 'too-many-orders' };

it('open orders are limited per user in one book', async () => {
  const user = await buildTrader(market);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(user, '9')));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(LIMITS.perBook);
  expect(answers.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject(TOO_MANY);
  expect((await ask(user, '10')).statusCode).toBe(200);
});

it('open orders are limited per user in all books, however many arrive at once', async () => {
  const user = await buildTrader(market);
  const sizes = ['9', '9.5', '10', '9', '9.5', '10', '9', '9.5', '10'];
  const answers = await Promise.all(sizes.map((size) => ask(user, size)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(LIMITS.perUser);
  expect(await openAsks(user)).toHaveLength(LIMITS.perUser);
});

it('an order that is removed or traded makes room for another', async () => {
  const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  for (let order = 0; order < LIMITS.perBook; order += 1) {
    await ask(seller, '9', 50 + order);
  }
  expect((await ask(seller, '9')).json()).toMatchObject(TOO_MANY);
  await seller.post('/deleteAsk', { id: (await openAsks(seller)).at(-1)?.id });
  expect((await ask(seller, '9', 52)).statusCode).toBe(200);
  await buyer.post('/buy', { id: randomUUID(), name, price: 50, size: '9' });
  expect((await ask(seller, '9', 53)).statusCode).toBe(200);
});

it('a user at the limit of open orders can still buy and sell now', async () => {
  const [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  for (let order = 0; order < LIMITS.perBook; order += 1) {
    await buyer.post('/bid', { id: randomUUID(), name, price: 10 + order, size: '9.5' });
  }
  await ask(seller, '9.5', 20);
  const bought = await buyer.post('/buy', { id: randomUUID(), name, price: 20, size: '9.5' });
  expect(bought.body).toBe(`You bought ${name}, size 9.5 for 20$.`);
});
