import { randomUUID } from 'node:crypto';
import type { DeskSearch } from '@perkex/contract/desk.js';
import type { DeskProduct } from '@perkex/contract/desk-catalogue.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { Notifications } from '@perkex/contract/notifications.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import type { Hearts } from '@perkex/contract/watching.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { NotificationsConsumer } from '../src/notifications/notifications-consumer.js';
import { productOrderCanceller } from '../src/orders/cancel-open-orders.js';
import { AlertsConsumer } from '../src/watching/alerts-consumer.js';
import { moveSomeWatches } from '../src/watching/move-watches.js';
import { consumeAll, silentFeed } from './consumers.js';
import { buildMember, payAndShip, problemOf, readAs, trade } from './desk-market.js';
import { buildProducts } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { buildTrader, signIn, type TestUser, useMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';

const PATIENCE = { timeout: 30_000, interval: 20 };
const SIZES = ['8', '9', '10'];

const web = useWebBuild();
const market = useMarket(async () => ({ payments: { provider: 'play' }, pages: await web.build() }));
/** A second server on the same database. */
const other = useMarket(async () => ({
  payments: { provider: 'play' },
  pages: await web.build(),
  database: market.database,
}));
let ann: TestUser;
let bob: TestUser;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
  market.jobs.start();
});

afterAll(() => vi.waitFor(() => expectSoundMarket(market.database), PATIENCE));

async function buildProduct(name: string): Promise<number> {
  const [id = 0] = await buildProducts(market.database, [name], SIZES);
  await market.database.pool.query(
    `update products set brand = $2, release_date = '2026-01-05' where id = $1`,
    [id, `Brand of ${name}`],
  );
  return id;
}

const order = (user: TestUser, call: 'ask' | 'bid' | 'buy', name: string, price: number, size = '8') =>
  user.post(`/${call}`, { id: randomUUID(), name, price, size });
const hide = (id: number, isHidden = true, by = ann) =>
  by.post('/desk/catalogue/products/hide', { id, isHidden });
const merge = (id: number, into: number, by = ann) => by.post('/desk/catalogue/products/merge', { id, into });
const read = async (id: number) => (await ann.get(`/desk/catalogue/products/${id}`)).json<DeskProduct>();
const elsewhere = async (path: string) => (await other.app.inject(path)).body;
const shown = async (id: number) => (await other.app.inject(`/api/${id}`)).json<ProductDetail[]>()[0];
const acts = async (id: number) =>
  (await ann.get(`/desk/journal?subject=product/${id}`))
    .json<Journal>()
    .acts.map(({ act, member }) => [act, member]);

/** Everything on another server that lists products. */
const LISTS = [
  '/api/',
  '/api/search?q=gone',
  '/api/browse',
  '/api/browse?q=gone',
  '/api/brands',
  '/api/releases?month=2026-01',
  '/api/market',
  '/api/trending',
  '/sitemap-1.xml',
  '/',
];

describe('a hidden product', () => {
  it('leaves every list, search, the site map and Home on every server, and its page says so', async () => {
    const id = await buildProduct('Gone Runner');
    const pair = await trade(market, { seller, buyer }, { name: 'Gone Runner', size: '9' });
    const holds = async () => {
      const texts = await Promise.all(LISTS.map(elsewhere));
      return LISTS.filter(
        (_, index) => texts[index]?.includes('Gone Runner') || texts[index]?.includes(`/product/${id}<`),
      );
    };
    await vi.waitFor(async () => expect(await holds()).toEqual(LISTS), PATIENCE);
    const before = await shown(id);
    const answer = await hide(id);
    expect(answer.json<DeskProduct>().hidden).toEqual({
      by: 'ann',
      at: expect.any(String),
      mergedInto: null,
    });
    await vi.waitFor(async () => expect(await holds()).toEqual([]), PATIENCE);
    await vi.waitFor(
      async () => expect(await shown(id)).toEqual({ ...before, hidden: { mergedInto: null } }),
      PATIENCE,
    );
    const page = await other.app.inject(`/product/${id}`);
    expect(page.statusCode).toBe(200);
    expect(readPage(page).meta).toMatchObject({
      robots: 'noindex',
      description: 'Gone Runner is no longer traded on PerkeX.',
    });
    expect(await elsewhere(`/api/cards?ids=${id}`)).toBe('[]');
    expect((await elsewhere(`/api/${id}/sales`)).includes('200')).toBe(true);
    const { products } = (await ann.get('/desk/catalogue/hidden')).json<{ products: object[] }>();
    expect(products).toMatchObject([{ id, name: 'Gone Runner', by: 'ann', mergedName: null }]);

    await payAndShip(market, pair, seller);
    expect((await readAs(ann, pair)).state).toBe('shipped');
    expect((await hide(id, false, bob)).json<DeskProduct>().hidden).toBeNull();
    await vi.waitFor(async () => expect(await holds()).not.toEqual([]), PATIENCE);
    expect((await order(seller, 'ask', 'Gone Runner', 300)).statusCode).toBe(200);
    expect(await acts(id)).toEqual([
      ['show-product', 'bob'],
      ['hide-product', 'ann'],
    ]);
  });

  it('is still found at the desk by words, with the deals of the products that were merged into it', async () => {
    const [id, into] = [await buildProduct('Findable Runner'), await buildProduct('Kept 100%_Sneaker')];
    const [twin] = [await buildProduct('Findable Twin')];
    await market.database.pool.query(`update products set style_code = 'FT-77' where id = $1`, [twin]);
    const gone = await trade(market, { seller, buyer }, { name: 'Findable Runner', size: '8' });
    const merged = await trade(market, { seller, buyer }, { name: 'Findable Twin', size: '8' });
    const codesOf = async (words: string) =>
      (await ann.get(`/desk/search?search=${encodeURIComponent(words)}`))
        .json<DeskSearch>()
        .deals.map(({ code }) => code);
    await hide(id);
    await merge(twin, into);
    await vi.waitFor(
      async () => expect(await elsewhere('/api/search?q=findable')).not.toContain('Findable'),
      PATIENCE,
    );
    await vi.waitFor(async () => expect(await codesOf('runner findable')).toContain(gone.code), PATIENCE);
    expect(await codesOf('ft-77')).toContain(merged.code);
    expect(await codesOf('kept 100%_sneaker')).toContain(merged.code);
    for (const pattern of ['%%', '__', 'Find%ner', 'F\\indable']) {
      expect(await codesOf(pattern)).not.toContain(gone.code);
    }
  });

  it('refuses orders at once on every server, and its open orders are cancelled, with the reason to their owners', async () => {
    const id = await buildProduct('Closed Runner');
    const far = await signIn(other, 'bert@shop.example');
    await order(seller, 'ask', 'Closed Runner', 300);
    await order(seller, 'ask', 'Closed Runner', 310, '9');
    await order(far, 'bid', 'Closed Runner', 100);
    expect((await hide(id)).statusCode).toBe(200);
    expect((await hide(id, true, bob)).json<DeskProduct>().hidden).toMatchObject({ by: 'ann' });
    for (const user of [seller, far]) {
      for (const call of ['ask', 'bid', 'buy'] as const) {
        expect(problemOf(await order(user, call, 'Closed Runner', 500))).toEqual([409, 'no-longer-traded']);
      }
    }
    await vi.waitFor(async () => expect(await shown(id)).toMatchObject({ asks: [], bids: [] }), PATIENCE);
    await consumeAll(market.database, new NotificationsConsumer(new NotificationWriter(silentFeed, null)));
    const { notices } = (await seller.get('/notices')).json<Notifications>();
    expect(notices.filter(({ productId }) => productId === id)).toMatchObject([
      { kind: 'removed', price: 310, size: '9', isOfHidden: true },
      { kind: 'removed', price: 300, size: '8', isOfHidden: true },
    ]);
  });

  it('holds no order, whatever is placed while it is hidden', async () => {
    const id = await buildProduct('Raced Runner');
    const placing = Array.from({ length: 60 }, (_, index) =>
      order(
        index % 2 === 0 ? seller : buyer,
        index % 2 === 0 ? 'ask' : 'bid',
        'Raced Runner',
        index % 2 === 0 ? 900 : 100,
        SIZES[index % 3],
      ),
    );
    const [hidden, ...answers] = await Promise.all([hide(id), ...placing]);
    expect(hidden?.statusCode).toBe(200);
    const later = await order(seller, 'ask', 'Raced Runner', 900);
    for (const answer of [...answers, later]) {
      expect([200, 409]).toContain(answer.statusCode);
    }
    expect(problemOf(later)).toEqual([409, 'no-longer-traded']);
    await vi.waitFor(async () => {
      const { rows } = await market.database.pool.query(
        `select count(*)::int as open from orders where product_id = $1 and status = 'open'`,
        [id],
      );
      expect(rows).toEqual([{ open: 0 }]);
    }, PATIENCE);
  });

  it('keeps the orders that arrive once it is shown again, though its others are still being cancelled', async () => {
    const id = await buildProduct('Shown Runner');
    expect((await order(seller, 'ask', 'Shown Runner', 300)).statusCode).toBe(200);
    const submit = vi.fn().mockRejectedValue(new Error('A fresh order was cancelled.'));
    await productOrderCanceller(market.database.pool, { submit })(id);
    expect(submit).not.toHaveBeenCalled();
  });

  it('is closed in sizes that it gets later, too', async () => {
    const id = await buildProduct('Grown Runner');
    await hide(id);
    const { version, fields } = await read(id);
    const grown = { id, version, fields: { ...fields, sizes: `${fields.sizes} 15` }, pictures: [] };
    expect((await ann.post('/desk/catalogue/products/save', grown)).statusCode).toBe(200);
    expect(problemOf(await order(seller, 'ask', 'Grown Runner', 300, '15'))).toEqual([
      409,
      'no-longer-traded',
    ]);
  });
});

describe('a merged product', () => {
  it('leads to the other one, and its watches move there', async () => {
    const [id, into] = [await buildProduct('Double Runner'), await buildProduct('Only Runner')];
    await market.database.pool.query(`delete from books where product_id = $1 and size = '10'`, [into]);
    const watch = (user: TestUser, product: number, size: string | null, alert: number | null) =>
      user.post('/watches/set', { productId: product, size, alert });
    await watch(seller, id, null, null);
    await watch(seller, id, '9', 70);
    await watch(seller, id, '10', 80);
    await watch(buyer, id, '9', 60);
    await watch(buyer, into, '9', 55);
    await order(buyer, 'bid', 'Double Runner', 100);
    await elsewhere(`/product/${id}`);
    expect((await merge(id, into)).json<DeskProduct>().hidden?.mergedInto).toEqual({
      id: into,
      name: 'Only Runner',
    });
    await vi.waitFor(async () => {
      const moved = await other.app.inject(`/product/${id}?size=9`);
      expect([moved.statusCode, moved.headers.location]).toEqual([308, `/product/${into}?size=9`]);
    }, PATIENCE);
    expect((await other.app.inject(`/product/${id}`)).headers.location).toBe(`/product/${into}`);
    expect(await shown(id)).toMatchObject({ id, hidden: { mergedInto: into } });
    const watches = async (user: TestUser) => {
      const { watches: all } = (await user.get('/hearts')).json<Hearts>();
      return all.filter((each) => each.id === id || each.id === into);
    };
    await vi.waitFor(
      async () =>
        expect((await watches(seller)).sort((a, b) => (a.size ?? '').localeCompare(b.size ?? ''))).toEqual([
          { id: into, size: null, alert: null },
          { id: into, size: '9', alert: 70 },
        ]),
      PATIENCE,
    );
    expect(await watches(buyer)).toEqual([{ id: into, size: '9', alert: 55 }]);
    expect(problemOf(await order(seller, 'ask', 'Double Runner', 50))).toEqual([409, 'no-longer-traded']);
    expect(await acts(id)).toEqual([['merge-product', 'ann']]);

    expect((await merge(id, into, bob)).statusCode).toBe(200);
    expect(problemOf(await hide(id, false))).toEqual([409, 'already-merged']);
    const last = await buildProduct('Last Runner');
    expect(problemOf(await merge(id, last, bob))).toEqual([409, 'already-merged']);
    expect((await merge(into, last)).statusCode).toBe(200);
    await vi.waitFor(
      async () =>
        expect((await other.app.inject(`/product/${id}`)).headers.location).toBe(`/product/${last}`),
      PATIENCE,
    );
    await vi.waitFor(() => expectSoundMarket(market.database), PATIENCE);
  });

  it('gets the watches of many users in parts', async () => {
    const [id, into] = [await buildProduct('Crowd Runner'), await buildProduct('Quiet Runner')];
    await market.database.pool.query(
      `insert into watches (user_id, product_id, size, made_at)
       select 'crowd-' || number, $1, '', now() from generate_series(1, 1200) as number`,
      [id],
    );
    const writer = new NotificationWriter(silentFeed, null);
    const move = () =>
      transaction(market.database.pool, (tx) =>
        moveSomeWatches(tx, { from: id, to: into }, writer, Date.now()),
      );
    expect([await move(), await move(), await move(), await move()]).toEqual([500, 500, 200, 0]);
    const { rows } = await market.database.pool.query(
      'select product_id as id, count(*)::int from watches where user_id like $1 group by 1',
      ['crowd-%'],
    );
    expect(rows).toEqual([{ id: into, count: 1_200 }]);
    await market.database.pool.query(`delete from watches where user_id like 'crowd-%'`);
  });

  it('sends the alerts that an ask of the other one meets', async () => {
    const [id, into] = [await buildProduct('Early Runner'), await buildProduct('Late Runner')];
    await buyer.post('/watches/set', { productId: id, size: '9', alert: 90 });
    await buyer.post('/watches/set', { productId: id, size: '10', alert: 70 });
    await order(seller, 'ask', 'Late Runner', 80, '9');
    await order(seller, 'ask', 'Late Runner', 80, '10');
    await consumeAll(market.database, new AlertsConsumer(new NotificationWriter(silentFeed, null)));
    await merge(id, into);
    const alerts = async () =>
      (await buyer.get('/notices'))
        .json<Notifications>()
        .notices.filter(({ productId }) => productId === into)
        .map(({ kind, size }) => [kind, size]);
    await vi.waitFor(async () => expect(await alerts()).toEqual([['alert', '9']]), PATIENCE);
  });

  it('is merged into another product that is traded, or not at all', async () => {
    const [id, gone] = [await buildProduct('Lone Runner'), await buildProduct('Lost Runner')];
    await hide(gone);
    for (const into of [id, gone]) {
      expect(problemOf(await merge(id, into))).toEqual([409, 'unmergeable']);
    }
    expect(problemOf(await merge(id, 99_999_999))).toEqual([404, 'unknown-product']);
    expect(problemOf(await hide(99_999_999))).toEqual([404, 'unknown-product']);
    for (const body of [{}, { id, into: 'x' }, { id, into: 0 }, { id: 1.5, into: id }]) {
      expect((await ann.post('/desk/catalogue/products/merge', body)).statusCode).toBe(422);
    }
    expect((await ann.post('/desk/catalogue/products/hide', { id, isHidden: 'yes' })).statusCode).toBe(422);
    expect((await read(id)).hidden).toBeNull();
  });

  it('of two admins who merge two products into each other at once, one wins', async () => {
    const [one, two] = [await buildProduct('Left Runner'), await buildProduct('Right Runner')];
    const answers = await Promise.all([merge(one, two), merge(two, one, bob)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});
