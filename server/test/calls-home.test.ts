import { randomUUID } from 'node:crypto';
import {
  type Banners,
  type BrandPage,
  bannersSchema,
  brandPageSchema,
  SHOWN_OF_BRAND,
  type Shelves,
  shelvesSchema,
} from '@perkex/contract/home.js';
import { MOST_CARDS, type ProductSummary } from '@perkex/contract/products.js';
import { sellerFees } from '@perkex/core/fees.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { centsToDollars, dollarsToCents } from '@perkex/core/money.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createProducts } from '../src/catalogue/create-products.js';
import { transaction } from '../src/database/transaction.js';
import { foldTrades } from './fold-trades.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from './test-app.js';

const TODAY = dayAt(Date.now());

let market: TestApp;
let seller: TestUser;
let buyer: TestUser;
let idOf: (name: string) => number;

/** Products of a brand that came out so many days ago. */
const product = (name: string, brand: string, daysAgo: number | null) => ({
  name,
  brand,
  retailPriceCents: 13_000,
  releaseDate: daysAgo === null ? null : addDays(TODAY, -daysAgo),
  sizes: ['9', '10'],
});

beforeAll(async () => {
  market = await buildTestApp();
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  const products = [
    product('Busy', 'Dr. Martens', 700),
    product('Wanted', 'Dr. Martens', 300),
    product('Apart', 'Dr Martens', 200),
    product('Newest', 'Vans', 1),
    product('Tomorrow', 'Vans', -1),
    product('Undated', '', null),
  ];
  const ids = await transaction(market.database.pool, (tx) => createProducts(tx, products));
  idOf = (name) => ids.get(name) ?? 0;
  for (const price of [200, 210]) {
    await place(seller, 'ask', 'Busy', price);
    await place(buyer, 'buy', 'Busy', price);
  }
  await place(seller, 'ask', 'Busy', 230);
  await place(buyer, 'bid', 'Wanted', 900);
  await place(buyer, 'bid', 'Apart', 400);
  await place(seller, 'ask', 'Apart', 500);
  await place(buyer, 'bid', 'Busy', 225);
  await place(seller, 'ask', 'Newest', 240);
  await foldTrades(market.database);
});

afterAll(() => market.close());

async function place(user: TestUser, call: string, name: string, price: number): Promise<void> {
  const answer = await user.post(`/${call}`, { id: randomUUID(), name, price, size: '9' });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function read<Answer>(path: string, schema: z.ZodMiniType): Promise<Answer> {
  const answer = await market.app.inject(`/api${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(z.parse(schema, answer.json())).toEqual(answer.json());
  return answer.json<Answer>();
}

describe('the banners', () => {
  it('show what the market has, each of another product', async () => {
    const { busiest, offer, gap, newest } = await read<Banners>('/home/banners', bannersSchema);
    expect(busiest).toMatchObject({
      id: idOf('Busy'),
      sales: 2,
      prices: [205],
      lastSale: 210,
      change: 5,
      lowestAsk: 230,
    });
    expect(offer).toMatchObject({ id: idOf('Wanted'), size: '9', highestBid: 900 });
    expect(offer?.payout).toBe(centsToDollars(sellerFees(dollarsToCents(900)).totalCents));
    expect(gap).toMatchObject({ id: idOf('Apart'), size: '9', highestBid: 400, lowestAsk: 500 });
    expect(newest).toMatchObject({
      id: idOf('Newest'),
      name: 'Newest',
      releaseDate: addDays(TODAY, -1),
      retail: 130,
      lowestAsk: 240,
    });
  });

  it('follow the orders', async () => {
    await place(buyer, 'bid', 'Wanted', 950);
    expect((await read<Banners>('/home/banners', bannersSchema)).offer?.highestBid).toBe(950);
  });
});

describe('the shelves', () => {
  it('have what came out last, up to today, and the brands as addresses spell them', async () => {
    const { releases, brands } = await read<Shelves>('/home/shelves', shelvesSchema);
    expect(releases.map(({ name }) => name)).toEqual(['Newest', 'Apart', 'Wanted', 'Busy']);
    expect(releases[0]).toMatchObject({ lowestAsk: 240, lastSale: 0, releaseDate: addDays(TODAY, -1) });
    expect(brands).toEqual([
      expect.objectContaining({ slug: 'dr-martens', name: 'Dr. Martens', products: 3 }),
      expect.objectContaining({ slug: 'vans', name: 'Vans', products: 2 }),
    ]);
    expect(brands[0]?.thumbnail).toBe(`/drawings/${idOf('Busy')}.svg`);
  });
});

describe('a brand', () => {
  it('has its products, what sold most first, however it is spelt', async () => {
    const { products, ...brand } = await read<BrandPage>('/brands/dr-martens', brandPageSchema);
    expect(brand).toEqual({ slug: 'dr-martens', name: 'Dr. Martens', of: 3 });
    expect(products.map(({ name }) => name)).toEqual(['Busy', 'Wanted', 'Apart']);
    expect(products[0]).toMatchObject({ lowestAsk: 230, lastSale: 210, change: 5 });
    expect(products.length).toBeLessThanOrEqual(SHOWN_OF_BRAND);
  });

  it.each(['nobody', 'Vans', '%00', `${'a'.repeat(190)}`])('that is not there is a 404: %s', async (slug) => {
    const answer = await market.app.inject(`/api/brands/${slug}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not-found']);
  });
});

describe('cards', () => {
  it('are of the products that are asked for, in this order', async () => {
    const [busy, newest] = [idOf('Busy'), idOf('Newest')];
    const cards = (await market.app.inject(`/api/cards?ids=${newest},${busy},999999`)).json<
      ProductSummary[]
    >();
    expect(cards.map(({ id }) => id)).toEqual([newest, busy]);
    expect(cards[1]).toMatchObject({ name: 'Busy', lowestAsk: 230, lastSale: 210, change: 5 });
  });

  it.each([
    '',
    '1,',
    'a',
    '1;2',
    '9999999999',
    Array(MOST_CARDS + 1)
      .fill(1)
      .join(),
  ])('of anything but a few ids are refused: %s', async (ids) => {
    expect((await market.app.inject(`/api/cards?ids=${ids}`)).statusCode).toBe(422);
  });
});
