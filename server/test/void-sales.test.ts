import { randomUUID } from 'node:crypto';
import type { Collection } from '@perkex/contract/collection.js';
import type { UserData } from '@perkex/contract/user-data.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { takeStep } from '../src/deals/take-step.js';
import { FeedWriter } from '../src/feed/feed-writer.js';
import { makeSaleVoid } from '../src/sales/make-sale-void.js';
import { readSaleDays } from '../src/sales/read-sale-days.js';
import { consumeAll, silentFeed } from './consumers.js';
import { action, fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { EventReader } from './event-reader.js';
import { buildProducts, buildTraders, order } from './market.js';
import { violatedChecks } from './sound-market.js';
import {
  buildTestApp,
  buildTrader,
  type TestApp,
  type TestUser,
  useMarket,
  useSoundMarket,
} from './test-app.js';
import { createTestDatabase } from './test-database.js';

/** The sale of a deal that ends undone or unpaid leaves everything that any server shows of the market. */

const NAMES = Array.from({ length: 20 }, (_, number) => `Undone ${number + 1} Runner`);
const DAY_MS = 86_400_000;
const PATIENCE = { timeout: 20_000, interval: 50 };
const deals = new DealsConsumer(QUIET_STEPS);

let database: Database;
const here = useSoundMarket({ payments: { provider: 'play' } });
const there = useMarket(() => ({ database: here.database, payments: { provider: 'play' } }));
let seller: TestUser;
let buyer: TestUser;
let productIds: number[];
/** The number of products that tests have used. */
let used = 0;
let name: string;
let productId: number;

beforeAll(async () => {
  ({ database } = here);
  productIds = await buildProducts(database, NAMES);
});

/** A product without sales, and users without undos. */
beforeEach(async () => {
  name = NAMES[used] ?? '';
  productId = productIds[used] ?? 0;
  used += 1;
  seller = await buildTrader(here);
  buyer = await buildTrader(here);
});

afterAll(async () => {
  await allVoid();
  await here.consumeFeed();
});

/** A sale between users of its own. */
async function sell(dollars: number): Promise<void> {
  const [from, to] = [randomUUID(), randomUUID()];
  await buildTraders(database, from, to);
  await here.engine.submit(order('ask', from, dollars, { productId }));
  await here.engine.submit(order('buy', to, dollars, { productId }));
  await here.consumeFeed();
}

const ask = (price: number) => seller.post('/ask', { id: randomUUID(), name, price, size: '9' });

async function buy(price: number): Promise<DealKey> {
  const answer = await buyer.post('/buy', { id: randomUUID(), name, price, size: '9' });
  expect(answer.statusCode).toBe(200);
  await consumeAll(database, deals);
  await here.consumeFeed();
  const { rows } = await database.pool.query('select id from trades where product_id = $1 order by id desc', [
    productId,
  ]);
  return { productId, id: rows[0].id };
}

async function undo({ id }: DealKey, by = buyer): Promise<void> {
  const answer = await by.post('/deals/step', {
    deal: id,
    id: randomUUID(),
    version: 0,
    step: { type: 'undo' },
  });
  expect(answer.statusCode).toBe(200);
}

/** The buyer has not paid in time. */
async function leaveUnpaid(key: DealKey): Promise<void> {
  const moment = { nowMs: Date.now() + 5 * DAY_MS, holidays: NO_HOLIDAYS };
  const command = fact('clock', { type: 'deadline-passed' });
  await transaction(database.pool, async (tx) => {
    const result = await takeStep(tx, key, command, moment);
    if (result?.kind !== 'stepped') {
      throw new Error(`The step was refused: ${result?.code}.`);
    }
    await here.deals.userSteps?.onStepped(tx, key, result);
  });
}

const isVoid = async ({ id }: DealKey) =>
  (await database.pool.query('select is_void from trades where id = $1', [id])).rows[0].is_void;

const jobCount = async () =>
  (await database.pool.query(`select from jobs where kind = 'void-sale'`)).rowCount;

/** Waits for the jobs of all void sales. */
async function allVoid(): Promise<void> {
  await vi.waitFor(async () => expect(await jobCount()).toBe(0), PATIENCE);
}

/** The sales of the product as a server shows them: on its page and in its history, in lists, cards and a watchlist. */
async function shown(server: TestApp): Promise<object> {
  const get = async (path: string, user?: TestUser) => {
    const headers = user ? { cookie: user.cookie } : {};
    return (await server.app.inject({ url: `/api${path}`, headers })).json();
  };
  const [{ lastsales, oldersales }] = await get(`/${productId}`);
  const { sales: feed } = await get('/market/tape?limit=20');
  const { products } = await get(`/browse?q=${encodeURIComponent(name)}`);
  const cards = products.filter(({ id }: { id: number }) => id === productId);
  return {
    product: { lastsales, oldersales },
    figures: [await get(`/${productId}/figures`), await get(`/${productId}/figures?size=9`)],
    histories: [
      await get(`/${productId}/history?range=ALL`),
      await get(`/${productId}/history?range=1M&size=9`),
    ],
    sales: [await get(`/${productId}/sales`), await get(`/${productId}/sales?size=9`)],
    odd: await get(`/${productId}/odd-sales?range=ALL`),
    feed: feed.filter(({ product }: { product: number }) => product === productId),
    cards,
    watches: await get('/watches', seller),
  };
}

/** Both servers show the same, after jobs and feed have come to rest. */
async function bothShow(expected: object): Promise<void> {
  for (const server of [there, here]) {
    await expect.poll(() => shown(server), PATIENCE).toEqual(expected);
  }
}

const CASES: readonly (readonly [what: string, before: readonly number[], price: number])[] = [
  ['the only sale of its product', [], 200],
  ['the last and highest sale of its day', [200, 210, 190], 300],
  ['the last and lowest sale of its day', [200, 210, 190], 150],
  ['an odd sale', [200, 201, 202, 203, 204, 205], 900],
];

describe.each([
  ['undone', undo],
  ['unpaid', leaveUnpaid],
] as const)('an %s sale', (_, endDeal) => {
  it.each(CASES)('that was %s leaves no trace on any server', async (_what, before, price) => {
    for (const dollars of before) {
      await sell(dollars);
    }
    await seller.post('/watches/set', { productId, size: null });
    await ask(price);
    const shownBefore = await shown(here);
    await bothShow(shownBefore);
    const key = await buy(price);
    await expect
      .poll(() => shown(there), PATIENCE)
      .toMatchObject({
        product: { lastsales: [...before, price].map((each) => ({ price: each })) },
        feed: expect.arrayContaining([expect.objectContaining({ id: key.id })]),
      });
    await endDeal(key);
    await allVoid();
    // The order of the maker is placed again, and has a new id.
    await bothShow(shownBefore);
  });
});

it('a sale undone by the seller who took a bid is void, too', async () => {
  await buyer.post('/bid', { id: randomUUID(), name, price: 180, size: '9' });
  const before = await shown(here);
  const answer = await seller.post('/sell', { id: randomUUID(), name, price: 180, size: '9' });
  expect(answer.statusCode).toBe(200);
  await consumeAll(database, deals);
  await here.consumeFeed();
  const { rows } = await database.pool.query('select id from trades where product_id = $1', [productId]);
  await undo({ productId, id: rows[0].id }, seller);
  await allVoid();
  await bothShow(before);
});

it('a sale that was opened and closed around others leaves the day to them', async () => {
  await ask(300);
  const first = await buy(300);
  await sell(250);
  await undo(first);
  await allVoid();
  await expect
    .poll(() => shown(there), PATIENCE)
    .toMatchObject({
      figures: [{ lastSale: 250, change: null, high52: 250, low52: 250, sales365d: 1, turnover: 250 }, {}],
      histories: [[{ open: 250, high: 250, low: 250, close: 250, average: 250, sales: 1 }], [{}]],
    });
});

it('a sale of earlier days leaves the cards of a server that counts them by day', async () => {
  await sell(210);
  await ask(300);
  const key = await buy(300);
  // Ten days later.
  const clock = { ...SYSTEM_CLOCK, wallMs: () => Date.now() + 10 * DAY_MS };
  const later = await buildTestApp({ database, payments: { provider: 'play' }, clock });
  const card = async () => {
    const answer = await later.app.inject({ url: `/api/cards?ids=${productId}` });
    return answer.json()[0];
  };
  expect(await card()).toMatchObject({ lastSale: 300 });
  await undo(key);
  await allVoid();
  await expect.poll(card, PATIENCE).toMatchObject({ lastSale: 210 });
  await later.close();
});

it('the label of a pair names neither party, and is gone once its sale is void', async () => {
  await ask(200);
  const key = await buy(200);
  const label = () => here.app.inject(`/api/${productId}/sales/${key.id}`);
  const preview = (id: string) => here.app.inject(`/drawings/${productId}/sold/${id}.png`);
  const answer = await label();
  expect(answer.json()).toEqual({
    productId,
    name,
    thumbnail: expect.any(String),
    brand: 'Test',
    styleCode: null,
    colourway: null,
    size: '9',
    price: 200,
    date: expect.any(String),
  });
  for (const { uid } of [buyer, seller]) {
    expect(answer.body).not.toContain(uid);
  }
  const picture = await preview(key.id);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await preview(randomUUID())).statusCode).toBe(404);
  expect((await preview('none')).statusCode).toBe(404);
  await undo(key);
  await allVoid();
  await expect.poll(async () => (await label()).json(), PATIENCE).toMatchObject({ code: 'not-found' });
  expect((await preview(key.id)).statusCode).toBe(404);
});

it('a sale that was cancelled after its payment still counts', async () => {
  await ask(200);
  const key = await buy(200);
  const moment = { nowMs: Date.now(), holidays: NO_HOLIDAYS };
  const result = await transaction(database.pool, (tx) =>
    takeStep(tx, key, fact('member', { type: 'cancel' }), moment),
  );
  expect(result?.kind).toBe('stepped');
  expect(await jobCount()).toBe(0);
  expect(await isVoid(key)).toBe(false);
});

it('the two traders still have the trade in their lists, and the pair goes back to its owner', async () => {
  await seller.post('/collection/add', {
    id: randomUUID(),
    productId,
    size: '9',
    price: 100,
    date: '2026-01-02',
  });
  const pairsOf = async (user: TestUser) =>
    (await user.get('/collection'))
      .json<Collection>()
      .pairs.map(({ isBought, price }) => ({ isBought, price }));
  const before = await pairsOf(seller);
  await ask(200);
  const key = await buy(200);
  expect(await pairsOf(buyer)).toEqual([{ isBought: true, price: 200 }]);
  expect(await pairsOf(seller)).not.toEqual(before);
  await undo(key);
  await allVoid();
  expect(await pairsOf(buyer)).toEqual([]);
  expect(await pairsOf(seller)).toEqual(before);
  const listOf = async (user: TestUser) => (await user.get(`/getUserData/${user.uid}`)).json<UserData>();
  expect(await listOf(buyer)).toMatchObject({ purchases: [{}, { deal: key.id }] });
  expect(await listOf(seller)).toMatchObject({ sales: [{}, { deal: key.id }] });
});

it('open pages of any server get its end last', async () => {
  const pages = [
    await EventReader.open(here, '/live'),
    await EventReader.open(there, `/live?product=${productId}`),
  ];
  await ask(200);
  const key = await buy(200);
  await undo(key);
  await allVoid();
  await sell(150);
  for (const page of pages) {
    await page.find(({ name: event, data }) => event === 'sale' && data.price === 150);
    const { data } = await page.find(({ name: event }) => event === 'void');
    expect(data).toEqual({ id: key.id, product: productId, size: '9' });
    // A server may read the end of another server's trade before the trade.
    const events = page.events.filter((event) => event.data.id === key.id).map((event) => event.name);
    expect(events.at(-1)).toBe('void');
    page.close();
  }
});

it('a sale becomes void once, however often its job runs', async () => {
  await ask(200);
  const key = await buy(200);
  await undo(key);
  await allVoid();
  const everything = async () => {
    const tables = ['trades', 'books', 'sale_days', 'odd_sales', 'first_partners', 'batches'];
    const read = (table: string) => database.pool.query(`select * from ${table} as t order by t::text`);
    return Promise.all(tables.map(async (table) => (await read(table)).rows));
  };
  const before = await everything();
  await transaction(database.pool, (tx) => makeSaleVoid(tx, key, new FeedWriter(silentFeed)));
  expect(await everything()).toEqual(before);
});

it('a sale becomes void after a restart, if its server stopped before it had done the job', async () => {
  const own = await createTestDatabase();
  try {
    const stopping = await buildTestApp({ database: own, payments: { provider: 'play' } });
    await stopping.jobs.stop();
    await buildTraders(own, 'ann', 'bob');
    const [product = 0] = await buildProducts(own, [name]);
    await stopping.engine.submit(order('ask', 'ann', 200, { productId: product }));
    await stopping.engine.submit(order('buy', 'bob', 200, { productId: product }));
    await consumeAll(own, deals);
    await stopping.consumeFeed();
    const { rows } = await own.pool.query<DealKey>('select product_id as "productId", id from trades');
    const [key] = rows;
    await transaction(own.pool, (tx) =>
      takeStep(tx, key as DealKey, action('buyer', { type: 'undo', earlierUndos: 0 }, 0), {
        nowMs: Date.now(),
        holidays: NO_HOLIDAYS,
      }),
    );
    await stopping.close();
    const days = async () => (await own.pool.query('select from sale_days')).rowCount;
    expect([await days(), await violatedChecks(own)]).toEqual([2, []]);
    const started = await buildTestApp({ database: own, payments: { provider: 'play' } });
    started.jobs.start();
    await expect.poll(days, PATIENCE).toBe(0);
    expect(await violatedChecks(own)).toEqual([]);
    await started.close();
  } finally {
    await own.close();
  }
});

it('days leave out a void sale that has not been rolled up yet', async () => {
  await ask(200);
  const answer = await buyer.post('/buy', { id: randomUUID(), name, price: 200, size: '9' });
  expect(answer.statusCode).toBe(200);
  const days = () => readSaleDays(database.pool, productId, '', null);
  expect(await days()).toMatchObject([{ sales: 1 }]);
  await database.pool.query('update trades set is_void = true where product_id = $1', [productId]);
  expect(await days()).toEqual([]);
  await database.pool.query('update trades set is_void = false where product_id = $1', [productId]);
});
