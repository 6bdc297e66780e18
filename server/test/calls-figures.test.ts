import { randomUUID } from 'node:crypto';
import {
  type HistoryBucket,
  MAX_SALES_A_PAGE,
  type ProductBook,
  type ProductFigures,
  type ProductSales,
  productBookSchema,
  productFiguresSchema,
  productHistorySchema,
  productSalesSchema,
} from '@perkex/contract/figures.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { transaction } from '../src/database/transaction.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const NOW_MS = Date.now();
const TODAY = dayAt(NOW_MS);
const HOUR_MS = 3_600_000;

const market = useMarket();
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

function visit(path: string, accept = '*/*'): Promise<Response> {
  return market.app.inject({ method: 'GET', url: `/api/${path}`, headers: { accept } });
}

/** An answer that matches the contract exactly, without additional fields. */
async function read<Answer>(path: string, schema: z.ZodMiniType): Promise<Answer> {
  const answer = await visit(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(z.parse(schema, answer.json())).toEqual(answer.json());
  return answer.json<Answer>();
}

const figures = (path: string) => read<ProductFigures>(path, productFiguresSchema);
const history = (path: string) => read<HistoryBucket[]>(path, productHistorySchema);
const sales = (path: string) => read<ProductSales>(path, productSalesSchema);
const book = (path: string) => read<ProductBook>(path, productBookSchema);

async function newProduct(): Promise<{ id: number; name: string }> {
  const name = `Air ${randomUUID()}`;
  const [id = 0] = await buildProducts(market.database, [name]);
  return { id, name };
}

/** Sales from before this market: hours ago, dollars, size. */
async function sold(
  productId: number,
  ...past: [hoursAgo: number, dollars: number, size?: string][]
): Promise<void> {
  const pastSales = past.map(([hoursAgo, dollars, size = '9']) => ({
    productId,
    size,
    priceCents: dollars * 100,
    soldAt: new Date(NOW_MS - hoursAgo * HOUR_MS),
    content: randomUUID(),
  }));
  await transaction(market.database.pool, (tx) => savePastSales(tx, pastSales));
}

async function place(user: TestUser, call: string, name: string, price: number, size = '9'): Promise<void> {
  const answer = await user.post(`/${call}`, { id: randomUUID(), name, price, size });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function trade(name: string, price: number, size = '9'): Promise<void> {
  await place(seller, 'ask', name, price, size);
  await place(buyer, 'buy', name, price, size);
}

describe('the figures of a product', () => {
  it('are empty where there are no sales and orders', async () => {
    const { id } = await newProduct();
    expect(await figures(`${id}/figures`)).toEqual({
      lastSale: null,
      change: null,
      changePercent: null,
      high52: null,
      low52: null,
      average: null,
      volatility: null,
      typicalLow: null,
      typicalHigh: null,
      premium: null,
      sales72h: 0,
      sales365d: 0,
      turnover: 0,
      spread: null,
      openAsks: 0,
      openBids: 0,
    });
  });

  it('include trades here and sales before, of all sizes and of each', async () => {
    const { id, name } = await newProduct();
    await market.database.pool.query('update products set retail_price_cents = 15000 where id = $1', [id]);
    await sold(id, [24 * 400, 1_000], [24 * 100, 100], [71.9, 200, '10'], [72.1, 300, '10']);
    await trade(name, 250);
    await place(seller, 'ask', name, 400, '9.5');
    await place(buyer, 'bid', name, 300, '9.5');
    await place(seller, 'ask', name, 500);
    expect(await figures(`${id}/figures`)).toEqual({
      lastSale: 250,
      change: 50,
      changePercent: 25,
      high52: 300,
      low52: 100,
      average: 213, // 212.50
      volatility: 34.8,
      typicalLow: 139,
      typicalHigh: 286,
      premium: 66.7, // 250 on average in the last 30 days
      sales72h: 2,
      sales365d: 4,
      turnover: 850,
      spread: 25,
      openAsks: 2,
      openBids: 1,
    });
    expect(await figures(`${id}/figures?size=10`)).toMatchObject({
      lastSale: 200,
      change: -100,
      changePercent: -33.3,
      high52: 300,
      sales72h: 1,
      sales365d: 2,
      spread: null,
      openAsks: 0,
    });
    expect(await figures(`${id}/figures?size=9`)).toMatchObject({ lastSale: 250, change: 150, openAsks: 1 });
    expect(await figures(`${id}/figures?size=`)).toEqual(await figures(`${id}/figures`));
  });
});

describe('the history of a product', () => {
  it('has the sales of each day, of all sizes and of each', async () => {
    const { id, name } = await newProduct();
    await sold(id, [24 * 5, 100], [24 * 5 - 0.1, 140, '10'], [24 * 40, 90]);
    await trade(name, 120);
    const before = dayAt(NOW_MS - 5 * 24 * HOUR_MS);
    const whole = await history(`${id}/history?range=1M`);
    expect(whole.at(-1)).toEqual({
      start: TODAY,
      open: 120,
      high: 120,
      low: 120,
      close: 120,
      average: 120,
      sales: 1,
    });
    expect(whole.reduce((sum, bucket) => sum + bucket.sales, 0)).toBe(3);
    expect(await history(`${id}/history?range=1M&size=9`)).toMatchObject([
      { start: before, open: 100, sales: 1 },
      { start: TODAY },
    ]);
    expect(await history(`${id}/history?range=3M&size=10`)).toMatchObject([{ high: 140, sales: 1 }]);
    expect(await history(`${id}/history?range=3M&size=9`)).toHaveLength(3);
  });

  it('of all time is by month once it is longer than two years', async () => {
    const { id } = await newProduct();
    await sold(id, [24 * 800, 100], [24 * 800, 200]);
    expect(await history(`${id}/history`)).toMatchObject([
      { start: expect.stringMatching(/-01$/), average: 150, sales: 2 },
    ]);
    expect(await history(`${id}/history?range=1Y`)).toEqual([]);
  });
});

describe('the sales of a product', () => {
  it('are listed newest first, page by page, of all sizes and of each', async () => {
    const { id, name } = await newProduct();
    await sold(id, [50, 100], [40, 110, '10'], [30, 120], [20, 130, '10']);
    await trade(name, 140);
    const all = await sales(`${id}/sales`);
    expect(all.sales.map(({ price }) => price)).toEqual([140, 130, 120, 110, 100]);
    expect(all.next).toBeNull();
    const first = await sales(`${id}/sales?limit=2`);
    expect([first.sales, first.next]).toEqual([all.sales.slice(0, 2), all.sales[1]!.id]);
    const second = await sales(`${id}/sales?limit=2&before=${first.next?.toUpperCase()}`);
    expect(second.sales).toEqual(all.sales.slice(2, 4));
    const last = await sales(`${id}/sales?limit=2&before=${second.next}`);
    expect(last).toEqual({ sales: all.sales.slice(4), next: null });
    const ofSize = await sales(`${id}/sales?size=10&before=&limit=`);
    expect(ofSize.sales).toEqual(all.sales.filter(({ size }) => size === '10'));
    expect(await sales(`${id}/sales?size=9&limit=3`)).toMatchObject({ next: null });
  });

  it('are available as a table', async () => {
    const { id } = await newProduct();
    await sold(id, [50, 100], [40, 110, '10']);
    const {
      sales: [newest, oldest],
      next,
    } = await sales(`${id}/sales`);
    expect(next).toBeNull();
    const table = await visit(`${id}/sales`, 'text/csv');
    expect([table.statusCode, table.headers['content-type'], table.headers.vary]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringContaining('accept'),
    ]);
    expect(table.body).toBe(
      `id,size,price,date\r\n${newest!.id},10,110,${newest!.date}\r\n${oldest!.id},9,100,${oldest!.date}\r\n`,
    );
    const page = await visit(`${id}/sales?limit=1&size=`, 'text/csv, application/json;q=0.5');
    expect(page.headers.link).toBe(`</api/${id}/sales?limit=1&before=${newest!.id}>; rel="next"`);
    for (const accept of ['application/json, text/csv', 'text/html', 'text/csv;q=0', '*/*', '']) {
      expect((await visit(`${id}/sales`, accept)).headers['content-type']).toContain('application/json');
    }
  });
});

describe('the book of a product', () => {
  it('lists its levels, best first, of a size or of all sizes together', async () => {
    const { id, name } = await newProduct();
    for (const [price, size] of [
      [300, '9'],
      [280, '9'],
      [300, '9'],
      [280, '10'],
    ] as const) {
      await place(seller, 'ask', name, price, size);
    }
    for (const price of [200, 220, 200]) {
      await place(buyer, 'bid', name, price);
    }
    expect(await book(`${id}/book?size=9`)).toEqual({
      asks: [
        { price: 280, quantity: 1 },
        { price: 300, quantity: 2 },
      ],
      bids: [
        { price: 220, quantity: 1 },
        { price: 200, quantity: 2 },
      ],
    });
    expect((await book(`${id}/book`)).asks).toEqual([
      { price: 280, quantity: 2 },
      { price: 300, quantity: 2 },
    ]);
    expect(await book(`${id}/book?size=9.5`)).toEqual({ asks: [], bids: [] });
    expect((await visit(`${id}/book?size=10`, 'text/csv')).body).toBe('side,price,quantity\r\nask,280,1\r\n');
    expect((await visit(`${id}/book?size=9.5`, 'text/csv')).body).toBe('side,price,quantity\r\n');
  });
});

describe('a call about something that does not exist', () => {
  it.each(['figures', 'history', 'sales', 'book'])('is refused: %s', async (call) => {
    const { id } = await newProduct();
    const refusal = async (path: string, accept?: string) => {
      const answer = await visit(path, accept);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    for (const unknown of ['0', '999999', '2147483648', '9'.repeat(200), '007999999']) {
      expect(await refusal(`${unknown}/${call}`)).toEqual([404, 'unknown-product']);
    }
    for (const nothing of ['abc', '-1', '1.5', '1e3', '%20', "1'"]) {
      expect(await refusal(`${nothing}/${call}`)).toEqual([404, 'not-found']);
    }
    for (const size of ['11', "9' or 1", '9,10', '👟', 'null']) {
      expect(await refusal(`${id}/${call}?size=${encodeURIComponent(size)}`)).toEqual([422, 'unknown-size']);
      expect(await refusal(`${id}/${call}?size=${encodeURIComponent(size)}`, 'text/csv')).toEqual([
        422,
        'unknown-size',
      ]);
    }
    for (const wrong of [
      'size=123456789',
      'size=%00',
      'size=9&size=10',
      'size=%20',
      'size=9%0A',
      "size=9' or true --",
    ]) {
      expect(await refusal(`${id}/${call}?${wrong}`)).toEqual([422, 'invalid-body']);
    }
  });

  it.each([
    ...['1D', '1m', '2Y', 'all', '', '1Y&range=1M', '%00'].map((range) => `history?range=${range}`),
    ...['0', '-1', `${MAX_SALES_A_PAGE + 1}`, '1e2', '1.0', '+5', ' 5', 'ten', '1&limit=2', '0x10', '٥'].map(
      (limit) => `sales?limit=${encodeURI(limit).replaceAll('%26', '&')}`,
    ),
    ...['1', 'null', 'ffffffff', "x' or true --", '%00'].map((before) => `sales?before=${encodeURI(before)}`),
  ])('is refused: %s', async (path) => {
    const { id } = await newProduct();
    const answer = await visit(`${id}/${path}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid-body']);
  });

  it('gets an empty page beyond the first sale, whatever id it names', async () => {
    const { id } = await newProduct();
    await sold(id, [10, 100]);
    const none = { sales: [], next: null };
    expect(await sales(`${id}/sales?before=00000000-0000-0000-0000-000000000000`)).toEqual(none);
    expect((await sales(`${id}/sales?before=ffffffff-ffff-ffff-ffff-ffffffffffff`)).sales).toHaveLength(1);
    expect((await sales(`${id}/sales?limit=${MAX_SALES_A_PAGE}`)).sales).toHaveLength(1);
  });
});

it('a day of sales is a UTC day', async () => {
  const { id } = await newProduct();
  const midnight = Date.parse(`${addDays(TODAY, -3)}T00:00:00Z`);
  await sold(id, [(NOW_MS - midnight) / HOUR_MS, 100], [(NOW_MS - midnight + 1) / HOUR_MS, 200]);
  expect((await history(`${id}/history?range=1M`)).map(({ start }) => start)).toEqual([
    addDays(TODAY, -4),
    addDays(TODAY, -3),
  ]);
});
