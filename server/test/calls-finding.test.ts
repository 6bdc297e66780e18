import { randomUUID } from 'node:crypto';
import {
  type Browse,
  browseSchema,
  type Releases,
  releasesSchema,
  type Search,
  searchSchema,
} from '@perkex/contract/finding.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProducts, type NewProduct } from '../src/catalogue/create-products.js';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import { updateProducts } from '../src/catalogue/update-products.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { transaction } from '../src/database/transaction.js';
import { FollowedProducts } from '../src/finding/followed-products.js';
import { publishProducts } from '../src/products/publish-products.js';
import { replaceSearchAliases } from '../src/products/search-aliases.js';
import { UNKNOWN_FACTS } from './market.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser, useMarket } from './test-app.js';

const TODAY = dayAt(Date.now());

const market = useMarket();
let seller: TestUser;
let buyer: TestUser;

const shoe = (name: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  brand: 'Nike',
  retailPriceCents: 10_000,
  releaseDate: null,
  sizes: ['9', '10'],
  ...facts,
});

/** Products that the server finds at once. */
async function build(...products: NewProduct[]): Promise<Map<string, number>> {
  const ids = await transaction(market.database.pool, async (tx) => {
    const made = await createProducts(tx, products);
    await publishProducts(tx, [...made.values()], randomUUID);
    return made;
  });
  await market.feed.poll();
  return ids;
}

async function place(user: TestUser, call: string, name: string, price: number, size = '9'): Promise<void> {
  const answer = await user.post(`/${call}`, { id: randomUUID(), name, price, size });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function browse(query = ''): Promise<Browse> {
  const answer = await market.app.inject({ url: `/api/browse${query}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return browseSchema.parse(answer.json());
}

async function search(text: string, page: { readonly page?: string } = {}): Promise<Search> {
  const answer = await market.app.inject({ url: '/api/search', query: { q: text, ...page } });
  return searchSchema.parse(answer.json());
}

const names = ({ products }: { readonly products: readonly { readonly name: string }[] }) =>
  products.map(({ name }) => name);

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
  await build(
    shoe('Jordan 4 Black Cement', {
      brand: 'Jordan',
      model: 'Air Jordan 4',
      nickname: 'Bred',
      styleCode: '308497-089',
      colourway: 'Black/Fire Red',
      releaseDate: '2019-05-04',
      kind: 'men',
    }),
    shoe('Dunk Low GS', { model: 'Dunk Low', sizes: ['5Y', '6Y'], releaseDate: '2021-03-10' }),
    shoe('Forum Café', { brand: 'Adidas', colourway: 'Brown/Red', releaseDate: '2021-03-17' }),
  );
  await place(seller, 'ask', 'Jordan 4 Black Cement', 90);
  await place(seller, 'ask', 'Forum Café', 150, '10');
});

describe('GET /browse', () => {
  it('lists all products with their prices, and counts for every facet', async () => {
    const found = await browse();
    expect(found.count).toBe(3);
    expect(found.facets.brand.map(({ name, count }) => [name, count])).toEqual([
      ['Adidas', 1],
      ['Jordan', 1],
      ['Nike', 1],
    ]);
    expect(found.facets.kind).toEqual([
      { value: 'grade-school', name: 'Grade school', count: 1 },
      { value: 'men', name: 'Men', count: 1 },
    ]);
    expect(found.facets.colour[0]).toEqual({ value: 'red', name: 'Red', count: 2 });
    expect(found.facets.size.map(({ value }) => value)).toEqual(['9', '10']);
    expect(found).toMatchObject({ prices: { lowest: 90, highest: 150 }, belowRetail: 1, page: 1, pages: 1 });
  });

  it.each([
    ['?brand=jordan', ['Jordan 4 Black Cement']],
    ['?model=dunk-low', ['Dunk Low GS']],
    ['?kind=grade-school', ['Dunk Low GS']],
    ['?size=10', ['Forum Café']],
    ['?colour=red&sort=lowest-ask', ['Jordan 4 Black Cement', 'Forum Café']],
    ['?year=2021&sort=newest', ['Forum Café', 'Dunk Low GS']],
    ['?from=100&to=200', ['Forum Café']],
    ['?below-retail=1', ['Jordan 4 Black Cement']],
    ['?brand=adidas&brand=nike&sort=newest', ['Forum Café', 'Dunk Low GS']],
    ['?q=cafe', ['Forum Café']],
    ['?q=jordn+4+bred', ['Jordan 4 Black Cement']],
  ])('%s', async (query, expected) => {
    expect(names(await browse(query))).toEqual(expected);
  });

  it('reports unknown values, and shows the last page for any page beyond it', async () => {
    const found = await browse('?brand=nkie&brand=nike&page=99');
    expect(found).toMatchObject({ count: 1, page: 1, unknown: [{ facet: 'brand', value: 'nkie' }] });
  });

  it('accepts a size that never had an ask', async () => {
    expect(await browse('?size=6Y')).toMatchObject({ count: 0, unknown: [], loosen: [{ choice: 'size' }] });
  });

  it('offers to remove a filter where nothing matches', async () => {
    const found = await browse('?brand=jordan&year=2021');
    expect(found).toMatchObject({
      count: 0,
      loosen: [
        { choice: 'brand', count: 2 },
        { choice: 'year', count: 1 },
      ],
    });
  });

  it.each([
    `?brand=${'x'.repeat(5_000)}`,
    `?${'size=9&'.repeat(500)}`,
    '?q=%00%ff&from=-1&to=NaN&page=1e9',
    '?brand[]=a&__proto__=b&constructor=c',
    '?sort=constructor',
  ])('ignores values that make no sense: %#', async (query) => {
    const answer = await market.app.inject({ url: `/api/browse${query}` });
    expect([200, 422]).toContain(answer.statusCode);
    expect(browseSchema.safeParse(answer.json()).success || answer.statusCode === 422).toBe(true);
  });

  it('shows the market after orders at once', async () => {
    const [name] = [...(await build(shoe(`Moved ${randomUUID()}`, { brand: 'Moved' }))).keys()];
    const card = async () => (await browse('?brand=moved')).products[0];
    expect(await card()).toMatchObject({ name, lowestAsk: 0, lastSale: 0, change: null });
    await place(seller, 'ask', name ?? '', 220);
    await place(seller, 'ask', name ?? '', 230);
    await expect.poll(card).toMatchObject({ lowestAsk: 220 });
    await place(buyer, 'buy', name ?? '', 220);
    await expect.poll(card).toMatchObject({ lowestAsk: 230, lastSale: 220, change: null });
    await place(buyer, 'buy', name ?? '', 230);
    await expect.poll(card).toMatchObject({ lowestAsk: 0, lastSale: 230, change: null });
  });
});

describe('products that the command line changes', () => {
  it('are found by their new data', async () => {
    const ids = await build(shoe('Renamed Line', { brand: 'Linear', model: 'First Line' }));
    expect(names(await browse('?model=first-line'))).toEqual(['Renamed Line']);
    await transaction(market.database.pool, async (tx) => {
      await updateProducts(tx, [
        {
          ...UNKNOWN_FACTS,
          id: ids.get('Renamed Line') ?? 0,
          brand: 'Linear',
          retailPriceCents: null,
          styleCode: 'LN-001',
          model: 'Second Line',
          thumbnail: '/a.svg',
        },
      ]);
      await publishProducts(tx, [...ids.values()], randomUUID);
    });
    await market.feed.poll();
    expect(names(await browse('?model=second-line'))).toEqual(['Renamed Line']);
    expect(names(await search('ln-001'))).toEqual(['Renamed Line']);
    expect((await browse('?model=first-line')).unknown).toEqual([]);
  });
});

describe('the products in memory', () => {
  it('are the same in a server that has read them all and in one that has followed', async () => {
    const feed = { subscribe: async () => () => {} };
    const replicaReads = {
      read: <Result>(work: (pool: TestApp['database']['pool']) => Promise<Result>) =>
        work(market.database.pool),
    };
    const fresh = new FollowedProducts(replicaReads, feed, SYSTEM_CLOCK);
    const { pages: _, ...found } = await browse('?sort=lowest-ask');
    const read = (await fresh.read()).browse(
      {
        text: '',
        values: { brand: [], model: [], kind: [], size: [], colour: [], year: [] },
        from: null,
        to: null,
        isBelowRetail: false,
        sort: 'lowest-ask',
        page: 1,
      },
      48,
      TODAY,
    );
    expect(read.products.map(({ id }) => id)).toEqual(found.products.map(({ id }) => id));
    expect(read.facets.size).toEqual(found.facets.size);
    expect(read.count).toBe(found.count);
  });

  it('are read again after a failure, and follow what happens while they are read', async () => {
    let mayRead = false;
    let tell: (id: number) => void = () => {};
    const ids = await build(shoe('Moved While Read', { brand: 'Racing' }));
    const id = ids.get('Moved While Read') ?? 0;
    const feed: ConstructorParameters<typeof FollowedProducts>[1] = {
      subscribe: async (subscriber) => {
        tell = (seq) =>
          subscriber.onEntry(
            {
              stream: '',
              seq,
              changes: {
                books: [
                  {
                    productId: id,
                    size: '9',
                    seq,
                    lowestAskCents: 7_700,
                    highestBidCents: null,
                    openAsks: 1,
                    openBids: 0,
                    orders: [],
                    trades: [],
                    outbid: [],
                    atMs: 0,
                  },
                ],
              },
            },
            false,
          );
        return () => {};
      },
    };
    const followed = new FollowedProducts(
      {
        read: (work) => {
          if (!mayRead) {
            return Promise.reject(new Error('The database is away.'));
          }
          const read = work(market.database.pool);
          tell(5);
          return read;
        },
      },
      feed,
      SYSTEM_CLOCK,
    );
    await expect(followed.read()).rejects.toThrow('away');
    mayRead = true;
    const found = (await followed.read()).search('racing', 10);
    expect(found.products).toMatchObject([{ id, lowestAskCents: 7_700 }]);
  });
});

describe('a new day', () => {
  it('has the sales recounted in the background', async () => {
    const dayMs = 24 * 60 * 60 * 1_000;
    const productId = (await build(shoe('Sold Once', { brand: 'Days' }))).get('Sold Once') ?? 0;
    const soldAt = new Date(Date.now() - 6 * dayMs);
    await transaction(market.database.pool, (tx) =>
      savePastSales(tx, [{ productId, size: '9', priceCents: 9_900, soldAt, content: 'once' }]),
    );
    let nowMs = Date.now();
    let mayRead = Promise.resolve();
    const followed = new FollowedProducts(
      { read: async (work) => mayRead.then(() => work(market.database.pool)) },
      { subscribe: async () => () => {} },
      { wallMs: () => nowMs },
    );
    const soldInWeek = async () =>
      (await followed.read())
        .marketLists('week', 100)
        .mostSold.filter(({ product }) => product.id === productId)
        .map(({ sales }) => sales);
    expect(await soldInWeek()).toEqual([1]);
    let go = () => {};
    mayRead = new Promise((resolve) => {
      go = resolve;
    });
    nowMs += dayMs;
    expect(await soldInWeek()).toEqual([1]);
    go();
    await expect.poll(soldInWeek).toEqual([]);
    const [found] = (await followed.read()).search('sold once', 1).products;
    expect(found?.sales).toMatchObject({ lastCents: 9_900, month: { sales: 1 }, week: { sales: 0 } });
  });
});

describe('GET /search', () => {
  it('finds at most ten, and the total number', async () => {
    await build(...Array.from({ length: 12 }, (_, index) => shoe(`Plenty ${index}`, { brand: 'Full' })));
    const found = await search('plenty');
    expect(found).toMatchObject({ count: 12, isClose: false, popular: [] });
    expect(found.products).toHaveLength(10);
  });

  it('lists all matches in pages of thirty, the best first', async () => {
    await build(...Array.from({ length: 64 }, (_, index) => shoe(`Galore ${index}`)), shoe('Galores'));
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => search('galore', { page })));
    expect(pages.map(({ count, products }) => [count, products.length])).toEqual([
      [65, 30],
      [65, 30],
      [65, 5],
      [65, 0],
    ]);
    const all = pages.flatMap(names);
    expect(new Set(all).size).toBe(65);
    expect(all.at(-1)).toBe('Galores');
    expect(all.slice(0, 10)).toEqual(names(await search('galore')));
    for (const page of ['0', '1.5', '-1', 'x', '1000000']) {
      const answer = await market.app.inject({ url: '/api/search', query: { q: 'galore', page } });
      expect([page, answer.statusCode]).toEqual([page, 422]);
    }
  });

  it('lists popular products for an empty search', async () => {
    await place(seller, 'ask', 'Jordan 4 Black Cement', 120, '10');
    await place(buyer, 'buy', 'Jordan 4 Black Cement', 120, '10');
    const fresh = await buildTestApp();
    expect((await fresh.app.inject({ url: '/api/search' })).json()).toEqual({
      count: 0,
      isClose: false,
      products: [],
      popular: [],
    });
    await fresh.close();
    await build(shoe('Something New'));
    await expect.poll(async () => (await search('')).popular).toEqual(['Air Jordan 4']);
  });

  it('refuses a text that is too long', async () => {
    const answer = await market.app.inject({ url: '/api/search', query: { q: 'x'.repeat(101) } });
    expect(answer.statusCode).toBe(422);
  });
});

describe('GET /{id}/related', () => {
  it('lists the products whose names begin with the same two words', async () => {
    const ids = await build(shoe('Kin Ship One'), shoe('kin ship Two'), shoe('Kin Folk'));
    const related = async (id: number | undefined) => market.app.inject({ url: `/api/${id}/related` });
    expect((await related(ids.get('Kin Ship One'))).json()).toMatchObject([{ name: 'kin ship Two' }]);
    expect((await related(999_999)).json()).toMatchObject({ code: 'unknown-product' });
  });
});

describe('GET /releases', () => {
  const releases = async (query = ''): Promise<Releases> =>
    releasesSchema.parse((await market.app.inject({ url: `/api/releases${query}` })).json());

  it('lists a month day by day, with its neighbours', async () => {
    const month = await releases('?month=2021-03');
    expect(month.days.map(({ date, products }) => [date, names({ products })])).toEqual([
      ['2021-03-10', ['Dunk Low GS']],
      ['2021-03-17', ['Forum Café']],
    ]);
    expect(month).toMatchObject({ month: '2021-03', before: '2019-05', after: null, count: 2 });
    expect(await releases('?month=2020-01')).toMatchObject({
      before: '2019-05',
      after: '2021-03',
      days: [],
      count: 0,
    });
  });

  it('begins with the current month, or the last one with a release', async () => {
    expect((await releases()).month).toBe('2021-03');
    const day = addDays(TODAY, 0);
    await build(shoe('Out Today', { releaseDate: day, tradesFrom: addDays(day, 3) }));
    const month = await releases();
    expect(month.month).toBe(day.slice(0, 7));
    expect(month.days[0]?.products[0]).toMatchObject({
      name: 'Out Today',
      retailPrice: 100,
      tradesFrom: addDays(day, 3),
    });
  });

  it.each(['2021-13', '2021', 'x', '0000-01', '9999-12'])('refuses an invalid month: %s', async (month) => {
    const answer = await market.app.inject({ url: `/api/releases?month=${month}` });
    expect(answer.statusCode).toBe(422);
  });
});

describe('search aliases', () => {
  const replace = async (...aliases: readonly { readonly alias: string; readonly meaning: string }[]) => {
    await transaction(market.database.pool, (tx) => replaceSearchAliases(tx, aliases, randomUUID));
    await market.feed.poll();
  };

  it('count at once, in search and browsing alike, until they are replaced', async () => {
    await build(shoe('Foam RNNR Alias'));
    expect((await search('foam runner alias')).products).toEqual([]);
    await replace({ alias: 'foam runner', meaning: 'foam rnnr' });
    expect(names(await search('foam runner alias'))).toEqual(['Foam RNNR Alias']);
    expect(names(await browse('?q=foam%20runner%20alias'))).toEqual(['Foam RNNR Alias']);
    await replace();
    const { products, near } = await search('foam runner alias');
    expect([products, near?.text, near && names(near)]).toEqual([[], 'foam alias', ['Foam RNNR Alias']]);
    const browsed = await browse('?q=alias%20runner%20foam');
    expect(browsed.near).toMatchObject({
      text: 'alias foam',
      count: 1,
      products: [{ name: 'Foam RNNR Alias' }],
    });
    expect(browsed.popular?.products).toEqual([]);
    expect((await browse('?q=zzzzzz')).popular?.products.length).toBeGreaterThan(0);
    expect((await browse('?q=foam')).popular).toBeUndefined();
  });
});
