import { randomUUID } from 'node:crypto';
import type { UserData } from '@perkex/contract/user-data.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { age, buildProducts } from './market.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from './test-app.js';

const DAY_MS = 86_400_000;

let market: TestApp;
let user: TestUser;
let other: TestUser;
let name = '';

beforeAll(async () => {
  market = await buildTestApp();
  [user, other] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

beforeEach(async () => {
  name = `Air ${randomUUID()}`;
  await buildProducts(market.database, [name]);
});

afterAll(async () => {
  const violated = (await audit(market.database.pool)).filter(({ violations }) => violations > 0);
  await market.close();
  expect(violated).toEqual([]);
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
