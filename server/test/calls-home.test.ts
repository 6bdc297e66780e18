import { randomUUID } from 'node:crypto';
import {
  type Banners,
  type Brand,
  type BrandPage,
  bannersSchema,
  brandPageSchema,
  brandsSchema,
  type ModelPage,
  modelPageSchema,
  type ProductRows,
  productRowsSchema,
  SHOWN_OF_BRAND,
} from '@perkex/contract/home.js';
import { highestBidSchema, MAX_CARDS, type ProductSummary } from '@perkex/contract/products.js';
import { sellerFees } from '@perkex/core/fees.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { centsToDollars, dollarsToCents } from '@perkex/core/money.js';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createProducts } from '../src/catalogue/create-products.js';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { transaction } from '../src/database/transaction.js';
import { publishProducts } from '../src/products/publish-products.js';
import { rollUpTrades } from './roll-up-trades.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const TODAY = dayAt(Date.now());

const market = useMarket();
let seller: TestUser;
let buyer: TestUser;
let idOf: (name: string) => number;

/** Products of a brand, released this many days ago. */
const product = (name: string, brand: string, daysAgo: number | null) => ({
  name,
  brand,
  retailPriceCents: 13_000,
  releaseDate: daysAgo === null ? null : addDays(TODAY, -daysAgo),
  sizes: ['9', '10'],
});

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  const products = [
    product('Busy', 'Dr. Martens', 700),
    product('Wanted', 'Dr. Martens', 90),
    product('Apart', 'Dr Martens', 89),
    product('Newest', 'Vans', 1),
    product('Tomorrow', 'Vans', -1),
    product('Undated', '', null),
  ];
  const ids = await transaction(market.database.pool, (tx) => createProducts(tx, products));
  idOf = (name) => ids.get(name) ?? 0;
  await transaction(market.database.pool, (tx) =>
    savePastSales(tx, [
      {
        productId: idOf('Busy'),
        size: '9',
        priceCents: 20_000,
        soldAt: new Date(`${addDays(TODAY, -35)}T12:00:00Z`),
        content: 'before',
      },
    ]),
  );
  for (const [other, price] of [[await buildTrader(market), 200] as const, [buyer, 210] as const]) {
    await place(seller, 'ask', 'Busy', price);
    await place(other, 'buy', 'Busy', price);
  }
  await place(seller, 'ask', 'Busy', 230);
  await place(buyer, 'bid', 'Wanted', 900);
  await place(buyer, 'bid', 'Apart', 400);
  await place(seller, 'ask', 'Apart', 500);
  await place(buyer, 'bid', 'Busy', 225);
  await place(seller, 'ask', 'Newest', 240);
  await rollUpTrades(market.database);
});

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
  it('show what the market has, each a different product', async () => {
    const { busiest, offer, gap, newest } = await read<Banners>('/home/banners', bannersSchema);
    expect(busiest).toMatchObject({
      id: idOf('Busy'),
      sales: 2,
      prices: [205],
      lastSale: 210,
      change: 2.5,
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

describe('the product rows of Home', () => {
  it('list the releases of the last 90 days, up to today, and the brands as addresses spell them', async () => {
    const { releases, brands } = await read<ProductRows>('/home/shelves', productRowsSchema);
    expect(releases.map(({ name }) => name)).toEqual(['Newest', 'Apart']);
    expect(releases[0]).toMatchObject({ lowestAsk: 240, lastSale: 0, releaseDate: addDays(TODAY, -1) });
    expect(brands).toEqual([
      expect.objectContaining({ slug: 'dr-martens', name: 'Dr. Martens', products: 3 }),
      expect.objectContaining({ slug: 'vans', name: 'Vans', products: 2 }),
    ]);
    expect(brands[0]?.thumbnail).toBe(`/drawings/${idOf('Busy')}.svg`);
  });
});

describe('a brand', () => {
  it('lists its products, best-selling first, however it is spelt', async () => {
    const { products, ...brand } = await read<BrandPage>('/brands/dr-martens', brandPageSchema);
    expect(brand).toMatchObject({
      slug: 'dr-martens',
      name: 'Dr. Martens',
      of: 3,
      models: [],
      hasSold: true,
    });
    // The platform has written about this brand (`server/brands`).
    expect(brand.text).toMatch(/^<p>/);
    expect(products.map(({ name }) => name)).toEqual(['Busy', 'Wanted', 'Apart']);
    expect(products[0]).toMatchObject({ lowestAsk: 230, lastSale: 210, change: 2.5 });
    expect(products.length).toBeLessThanOrEqual(SHOWN_OF_BRAND);
  });

  it.each(['unknown', 'Vans', '%00', `${'a'.repeat(190)}`])(
    'that does not exist is a 404: %s',
    async (slug) => {
      const answer = await market.app.inject(`/api/brands/${slug}`);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not-found']);
    },
  );
});

describe('the brands', () => {
  it('are listed, those with the most products first', async () => {
    const brands = await read<Brand[]>('/brands', brandsSchema);
    expect(brands.map(({ slug, products }) => [slug, products])).toEqual([
      ['dr-martens', 3],
      ['vans', 2],
    ]);
  });
});

describe('a model line', () => {
  it('is found however it is spelt, with only its own products', async () => {
    await market.database.pool.query(
      `update products set model = case name when 'Wanted' then 'Jadon' else 'JADON ' end
       where name in ('Wanted', 'Apart')`,
    );
    const ids = [idOf('Wanted'), idOf('Apart')];
    await transaction(market.database.pool, (tx) => publishProducts(tx, ids, randomUUID));
    await market.feed.poll();
    const { models } = await read<BrandPage>('/brands/dr-martens', brandPageSchema);
    expect(models).toMatchObject([{ slug: 'jadon', products: 2 }]);
    const { products, ...model } = await read<ModelPage>('/brands/dr-martens/jadon', modelPageSchema);
    expect(model).toMatchObject({
      slug: 'jadon',
      brand: { slug: 'dr-martens', name: 'Dr. Martens' },
      of: 2,
      hasSold: false,
    });
    expect(products.map(({ name }) => name)).toEqual(['Wanted', 'Apart']);
  });

  it.each(['dr-martens/nothing', 'vans/jadon', 'unknown/jadon', 'dr-martens/%00'])(
    'that does not exist is a 404: %s',
    async (slugs) => {
      const answer = await market.app.inject(`/api/brands/${slugs}`);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not-found']);
    },
  );
});

describe('product cards', () => {
  it('are returned for the requested products, in this order', async () => {
    const [busy, newest] = [idOf('Busy'), idOf('Newest')];
    const cards = (await market.app.inject(`/api/cards?ids=${newest},${busy},999999`)).json<
      ProductSummary[]
    >();
    expect(cards.map(({ id }) => id)).toEqual([newest, busy]);
    expect(cards[1]).toMatchObject({ name: 'Busy', lowestAsk: 230, lastSale: 210, change: 2.5 });
  });

  it('have a call for the highest bids alone', async () => {
    const [busy, newest] = [idOf('Busy'), idOf('Newest')];
    const bids = await read(`/highest-bids?ids=${newest},${busy},999999`, z.array(highestBidSchema));
    expect(bids).toEqual([
      { id: newest, highestBid: 0 },
      { id: busy, highestBid: 225 },
    ]);
  });

  it.each([
    '',
    '1,',
    'a',
    '1;2',
    '9999999999',
    Array(MAX_CARDS + 1)
      .fill(1)
      .join(),
  ])('are refused for anything but a few ids: %s', async (ids) => {
    expect((await market.app.inject(`/api/cards?ids=${ids}`)).statusCode).toBe(422);
  });
});
