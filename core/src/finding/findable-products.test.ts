import { beforeEach, describe, expect, it } from 'vitest';
import { type Facet, type Filters, NO_FILTERS } from './filters.js';
import { FindableProducts } from './findable-products.js';
import type { FindableProduct, Found, PastSales, Sale } from './found.js';
import { NO_SALES } from './product-sales.js';

const FACTS: Omit<FindableProduct, 'id' | 'name'> = {
  thumbnail: '',
  nickname: null,
  brand: '',
  model: null,
  styleCode: null,
  kind: null,
  colours: [],
  releaseDate: null,
  retailCents: null,
  tradesFrom: null,
};

function product(id: number, name: string, facts: Partial<FindableProduct> = {}): FindableProduct {
  return { ...FACTS, id, name, ...facts };
}

function choose(values: Partial<Filters['values']>, more: Partial<Filters> = {}): Filters {
  return { ...NO_FILTERS, values: { ...NO_FILTERS.values, ...values }, ...more };
}

const TODAY = '2026-02-01';

const ids = ({ products }: Pick<Found, 'products'>) => products.map(({ id }) => id);
const counts = (values: Found['facets'][Facet]) =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]));

let here: FindableProducts;

beforeEach(() => {
  here = new FindableProducts();
});

function ask(productId: number, size: string, dollars: number | null, seq = 1): void {
  here.setBook({
    productId,
    size,
    seq,
    lowestAskCents: dollars === null ? null : dollars * 100,
    highestBidCents: null,
  });
}

describe('a hidden product', () => {
  const AIR = product(1, 'Air Runner Low', {
    brand: 'Nike',
    model: 'Air Runner',
    kind: 'men',
    colours: ['red'],
    styleCode: 'AB-1',
    releaseDate: '2026-01-05',
    retailCents: 10_000,
  });
  const OTHER = product(2, 'Air Runner High', { brand: 'Nike', model: 'Air Runner', kind: 'men' });
  const SOLD: Sale = { id: '01', atMs: 1, size: '9', cents: 20_000, isOdd: false };

  /** Everything that lists products, for the product with id 1. */
  function listed() {
    const { products, count, facets } = here.browse(NO_FILTERS, 48, TODAY);
    return {
      browse: ids({ products }),
      count,
      brands: counts(facets.brand),
      sizes: counts(facets.size),
      bySize: ids(here.browse(choose({ size: ['9'] }), 48, TODAY)),
      byText: ids(here.browse(choose({}, { text: 'runner' }), 48, TODAY)),
      byBrand: ids(here.browse(choose({ brand: ['nike'] }), 48, TODAY)),
      search: ids(here.search('air', 9)),
      code: ids(here.search('ab-1', 9)),
      trending: here.trending(9).map(({ id }) => id),
      releases: here.releases(TODAY, 9).map(({ id }) => id),
      market: Object.values(here.marketLists('month', 9)).flatMap((list) =>
        list.map((each) => each.product.id),
      ),
      lines: here.brands().map(({ products: number }) => number),
      bestSellers: here.bestSellers({ brand: 'nike', model: null }, 9).map(({ id }) => id),
      models: here.popularModels(9),
      related: here.related(2, 9)?.map(({ id }) => id),
      ids: here.ids(),
      cards: here.found([1, 2]).map(({ id }) => id),
    };
  }

  beforeEach(() => {
    for (const each of [AIR, OTHER]) {
      here.put(each, ['9']);
      here.setSales(each.id, NO_SALES, []);
    }
    ask(1, '9', 300);
    here.addSale(1, SOLD);
  });

  it('is in no list, count or search, and comes back when it is shown again', () => {
    const before = listed();
    expect(before).toMatchObject({
      browse: expect.arrayContaining([1]),
      code: [1],
      trending: [1, 2],
      related: [1],
    });
    here.put({ ...AIR, hidden: { mergedInto: null } }, ['9']);
    expect(listed()).toEqual({
      browse: [2],
      count: 1,
      brands: { nike: 1 },
      sizes: {},
      bySize: [],
      byText: [2],
      byBrand: [2],
      search: [2],
      code: [],
      trending: [2],
      releases: [],
      market: [],
      lines: [1],
      bestSellers: [2],
      models: [],
      related: [],
      ids: [2],
      cards: [2],
    });
    here.put(AIR, ['9']);
    expect(listed()).toEqual(before);
  });

  it('keeps its sales in the trade feed, has related ones, and knows what it was merged into', () => {
    here.put({ ...AIR, hidden: { mergedInto: 2 } }, ['9']);
    expect(here.mayHaveSoldBefore('ffffffff-0000-7000-8000-000000000000', 9)).toEqual([1]);
    expect(here.related(1, 9)?.map(({ id }) => id)).toEqual([2]);
    expect([here.mergedInto(1), here.mergedInto(2), here.mergedInto(3)]).toEqual([2, null, null]);
  });
});

describe('browsing', () => {
  beforeEach(() => {
    here.put(
      product(1, 'Low', { brand: 'Nike', kind: 'men', colours: ['red', 'black'], retailCents: 12_000 }),
    );
    here.put(
      product(2, 'High', { brand: 'Nike', kind: 'women', colours: ['red'], releaseDate: '2020-05-01' }),
    );
    here.put(product(3, 'Mid', { brand: 'Jordan', kind: 'men', model: 'Air Jordan 4', retailCents: 20_000 }));
    ask(1, '9', 100);
    ask(1, '10', 150);
    ask(2, '9', 300);
    ask(3, '10', 210);
  });

  it('without filters shows all products, and the count of each filter', () => {
    const found = here.browse(NO_FILTERS, 48, TODAY);
    expect(ids(found)).toEqual([1, 2, 3]);
    expect(found).toMatchObject({ count: 3, page: 1, pages: 1, belowRetail: 1, unknown: [], loosen: [] });
    expect(found.pricesCents).toEqual({ lowest: 10_000, highest: 30_000 });
    expect(counts(found.facets.brand)).toEqual({ nike: 2, jordan: 1 });
    expect(counts(found.facets.colour)).toEqual({ red: 2, black: 1 });
    expect(found.facets.model).toEqual([{ value: 'air-jordan-4', name: 'Air Jordan 4', count: 1 }]);
    expect(found.facets.size.map(({ value }) => value)).toEqual(['9', '10']);
    expect(counts(found.facets.year)).toEqual({ '2020': 1 });
  });

  it('counts the values of a facet under all filters but its own', () => {
    const found = here.browse(choose({ brand: ['nike'], kind: ['men'] }), 48, TODAY);
    expect(ids(found)).toEqual([1]);
    expect(counts(found.facets.brand)).toEqual({ nike: 1, jordan: 1 });
    expect(counts(found.facets.kind)).toEqual({ men: 1, women: 1 });
    expect(counts(found.facets.size)).toEqual({ '9': 1, '10': 1 });
  });

  it('with a size filter uses only its asks: for the price range, for retail and on the card', () => {
    const found = here.browse(choose({ size: ['10'] }, { sort: 'lowest-ask' }), 48, TODAY);
    expect(found.products.map(({ id, lowestAskCents }) => [id, lowestAskCents])).toEqual([
      [1, 15_000],
      [3, 21_000],
    ]);
    expect(found.belowRetail).toBe(0);
    expect(ids(here.browse(choose({ size: ['9', '10'] }, { isBelowRetail: true }), 48, TODAY))).toEqual([1]);
    expect(ids(here.browse(choose({}, { from: 150, to: 250 }), 48, TODAY))).toEqual([3]);
  });

  it('follows the book: takes a better ask and a removed one, and ignores an older state', () => {
    ask(1, '9', 90, 3);
    ask(1, '9', 95, 2);
    expect(here.browse(NO_FILTERS, 48, TODAY).products[0]?.lowestAskCents).toBe(9_000);
    ask(1, '9', null, 4);
    expect(here.browse(NO_FILTERS, 48, TODAY).products[0]?.lowestAskCents).toBe(15_000);
    ask(1, '10', null, 2);
    expect(here.browse(NO_FILTERS, 48, TODAY).products[0]?.lowestAskCents).toBeNull();
    expect(ids(here.browse(choose({ size: ['9'] }), 48, TODAY))).toEqual([2]);
  });

  it('ignores filter values without products, and reports them', () => {
    const found = here.browse(choose({ brand: ['nike', 'nkie'], size: ['99'] }), 48, TODAY);
    expect(ids(found)).toEqual([1, 2]);
    expect(found.unknown).toEqual([
      { facet: 'brand', value: 'nkie' },
      { facet: 'size', value: '99' },
    ]);
  });

  it('without matches reports the filters to relax', () => {
    const found = here.browse(choose({ brand: ['jordan'], size: ['9'] }), 48, TODAY);
    expect(found.count).toBe(0);
    expect(found.loosen).toEqual([
      { choice: 'brand', count: 2 },
      { choice: 'size', count: 1 },
    ]);
  });

  it('returns the last page for a page beyond it', () => {
    const found = here.browse({ ...NO_FILTERS, page: 9 }, 2, TODAY);
    expect(found).toMatchObject({ page: 2, pages: 2 });
    expect(ids(found)).toEqual([3]);
  });

  it('takes an update of a product', () => {
    here.put(product(2, 'High', { brand: 'Jordan' }));
    expect(counts(here.browse(NO_FILTERS, 48, TODAY).facets.brand)).toEqual({ nike: 1, jordan: 2 });
    expect(here.browse(NO_FILTERS, 48, TODAY).products[1]?.lowestAskCents).toBe(30_000);
  });
});

describe('the name of a brand or model', () => {
  const namesOf = () => {
    const { brand, model } = here.browse(NO_FILTERS, 48, TODAY).facets;
    return [...brand, ...model].map(({ name, count }) => `${name} ${count}`);
  };

  it('is its most common spelling, also after a correction', () => {
    here.put(product(1, 'A', { brand: 'NIKE', model: 'Air jordan' }));
    here.put(product(2, 'B', { brand: 'Nike', model: 'Air Jordan' }));
    here.addSale(1, SOLD_ONCE);
    expect(namesOf()).toEqual(['NIKE 2', 'Air Jordan 2']);
    here.put(product(3, 'C', { brand: 'Nike', model: 'Air jordan' }));
    expect(namesOf()).toEqual(['Nike 3', 'Air jordan 3']);
    for (const [id, name] of [
      [1, 'A'],
      [3, 'C'],
    ] as const) {
      here.put(product(id, name, { brand: 'Nike', model: 'Air Jordan' }));
    }
    expect(namesOf()).toEqual(['Nike 3', 'Air Jordan 3']);
    expect(here.popularModels(1)).toEqual(['Air Jordan']);
  });

  it('does not follow the spelling of hidden products', () => {
    here.put(product(1, 'A', { brand: 'NIKE' }));
    here.put(product(2, 'B', { brand: 'Nike' }));
    here.put(product(1, 'A', { brand: 'NIKE', hidden: { mergedInto: null } }));
    expect(namesOf()).toEqual(['Nike 1']);
    here.put(product(1, 'A', { brand: 'NIKE' }));
    expect(namesOf()).toEqual(['NIKE 2']);
  });
});

const SOLD_ONCE: Sale = { id: '01', atMs: 1, size: '9', cents: 20_000, isOdd: false };
const sale = (id: string, cents: number): Sale => ({
  id,
  cents,
  size: '9',
  isOdd: false,
  atMs: 1_000 * Number(id),
});

describe('the new releases', () => {
  const onDay = (today: string) => here.newReleases(today, 2).map(({ id }) => id);

  it('are those of 90 days, today included, the latest first', () => {
    const days = ['2026-02-02', '2026-02-01', '2025-11-03', '2025-11-04', '2026-01-10'];
    for (const [index, releaseDate] of days.entries()) {
      here.put(product(index + 1, 'A', { releaseDate }));
    }
    here.put(product(9, 'Undated'));
    expect(onDay('2026-01-31')).toEqual([5, 4]);
    expect(onDay(TODAY)).toEqual([2, 5]);
    expect(onDay('2026-05-02')).toEqual([1]);
    expect(onDay('2026-05-03')).toEqual([]);
    expect(here.newReleases(TODAY, 9).map(({ id }) => id)).toEqual([2, 5, 4]);
    expect(here.releases(TODAY, 9).map(({ id }) => id)).toEqual([2, 5, 4, 3]);
  });
});

describe('the sort order', () => {
  /** Sales of one size in 30 days, whose price has changed by `risePercent` from 100 dollars. */
  const sold = (sales: number, salesOfYear: number, risePercent: number): PastSales => ({
    ...NO_SALES,
    sizes: [{ size: '9', sums: [sales, sales * (100 + risePercent) * 100, 0, 0, 1, 10_000, 0, 0] }],
    salesOfYear,
  });

  it.each([
    ['trending', [3, 2, 1, 4]],
    ['most-sold', [2, 3, 1, 4]],
    ['lowest-ask', [2, 1, 3, 4]],
    ['newest', [2, 1, 3, 6, 5, 4]],
    ['rise', [3, 1, 2, 4]],
    ['discount', [2, 1, 3, 4]],
  ] as const)('%s', (sort, expected) => {
    here.put(product(1, 'A', { releaseDate: '2019-01-01', retailCents: 10_000 }));
    here.put(product(2, 'B', { releaseDate: '2026-01-01', retailCents: 20_000 }));
    here.put(product(3, 'C', { releaseDate: '1960-01-01', retailCents: 10_000 }));
    here.put(product(4, 'D'));
    if (sort === 'newest') {
      here.put(product(5, 'E', { releaseDate: '2026-03-01' }));
      here.put(product(6, 'F', { releaseDate: '2026-02-02' }));
    }
    ask(1, '9', 95);
    ask(2, '9', 90);
    ask(3, '9', 200);
    here.setSales(1, sold(3, 3, 2), []);
    here.setSales(2, sold(4, 9, -50), []);
    here.setSales(3, sold(5, 5, 12.5), []);
    expect(ids(here.browse({ ...NO_FILTERS, sort }, 48, TODAY))).toEqual(expected);
  });

  it('of a text is the same in the search and in the list', () => {
    here.put(product(1, 'Air Runner A'));
    here.put(product(2, 'Air Runner B'));
    here.setSales(1, sold(3, 9, 0), []);
    here.setSales(2, sold(5, 5, 0), []);
    expect(ids(here.browse({ ...NO_FILTERS, text: 'runner' }, 48, TODAY))).toEqual([2, 1]);
    expect(ids(here.search('runner', 10))).toEqual([2, 1]);
  });

  it('follows new sales and counts each once', () => {
    here.put(product(1, 'A'));
    here.put(product(2, 'B'));
    here.addSale(2, sale('02', 5_000));
    here.addSale(2, sale('02', 5_000));
    here.addSale(2, sale('04', 6_000));
    const [first] = here.browse(NO_FILTERS, 48, TODAY).products;
    expect(first).toMatchObject({ id: 2, sales: { lastCents: 6_000, salesOfYear: 2 } });
    expect([first?.sales.week.sales, first?.sales.month.sumCents]).toEqual([2, 11_000]);
  });

  it('puts a sale that another server reports late in its chronological place', () => {
    here.put(product(1, 'A'));
    here.setSales(1, { ...NO_SALES, lastId: '01', lastCents: 4_000, salesOfYear: 1 }, [sale('03', 5_000)]);
    here.addSale(1, sale('05', 6_000));
    here.addSale(1, sale('04', 5_500));
    here.addSale(1, sale('03', 5_000));
    const [first] = here.browse(NO_FILTERS, 48, TODAY).products;
    expect(first?.sales).toMatchObject({
      lastId: '05',
      lastCents: 6_000,
      salesOfYear: 4,
    });
    here.setSales(1, { ...NO_SALES, lastId: '01', lastCents: 4_000 }, [sale('05', 6_000)]);
    expect(here.trending(1)[0]?.sales).toMatchObject({
      month: { sales: 1, sumCents: 6_000 },
    });
  });

  it('reverts the figures of an odd sale, but keeps it as the last sale', () => {
    here.put(product(1, 'A'));
    const past = { ...NO_SALES, lastId: '01', lastCents: 4_000, lastUsualCents: 4_100, salesOfYear: 1 };
    here.setSales(1, past, []);
    const [before] = here.found([1]);
    here.addSale(1, sale('05', 55));
    here.setOdd(1, '05');
    here.setOdd(1, '07');
    expect(here.found([1])[0]?.sales).toEqual({ ...before?.sales, lastId: '05', lastCents: 55 });
  });

  it('forgets a void sale, and says whether it was a recent one', () => {
    here.put(product(1, 'A'));
    here.setSales(1, { ...NO_SALES, lastId: '01', lastCents: 4_000, salesOfYear: 1 }, [sale('03', 5_000)]);
    const [before] = here.found([1]);
    here.addSale(1, sale('05', 6_000));
    expect([here.removeSale(1, '05'), here.removeSale(1, '01'), here.removeSale(2, '05')]).toEqual([
      true,
      false,
      true, // an unknown product has no sums
    ]);
    expect(here.found([1])).toEqual([before]);
    here.removeSale(1, '03');
    expect(here.found([1])[0]?.sales).toMatchObject({ lastId: '01', lastCents: 4_000, salesOfYear: 1 });
  });

  it('sums up sales older than a minute, and then does not know them one by one', () => {
    here.put(product(1, 'A'));
    here.addSale(1, sale('0001', 5_000));
    here.setOdd(1, '0001');
    here.addSale(1, sale('0002', 6_000));
    here.addSale(1, sale('0099', 7_000));
    here.addSale(1, sale('7100', 8_000));
    const [before] = here.found([1]);
    expect(before?.sales).toMatchObject({
      lastId: '7100',
      salesOfYear: 3,
      month: { sales: 3, sumCents: 21_000 },
    });
    expect(here.addSale(1, sale('0050', 1_000))).toBe(false);
    expect(here.setOdd(1, '0002')).toBe(false);
    expect(here.removeSale(1, '0099')).toBe(false);
    expect(here.found([1])).toEqual([before]);
    expect(here.marketLists({ since: 1 }, 1).mostSold).toMatchObject([{ sales: 1 }]);
    expect(here.marketLists({ since: 0 }, 1).mostSold).toMatchObject([{ sales: 3 }]);
    here.removeSale(1, '7100');
    expect(here.found([1])[0]?.sales).toMatchObject({
      lastId: '0099',
      lastUsualCents: 7_000,
      salesOfYear: 2,
    });
  });

  it('has the change over 7 days of a product and of each size, compared with the 30 days before', () => {
    here.put(product(1, 'A'));
    const sizes = [
      { size: '9', sums: [0, 0, 2, 20_000, 0, 0, 9, 9] },
      { size: '10', sums: [1, 33_000, 0, 0, 1, 30_000, 0, 0] },
      { size: '11', sums: [0, 0, 0, 0, 0, 0, 1, 5_000] },
    ];
    here.setSales(1, { ...NO_SALES, sizes }, [sale('03', 9_000), { ...sale('04', 9_000), size: '11' }]);
    const changes = [null, '9', '10', '11', '12'].map((size) => here.changeOfWeek(1, size));
    expect(changes).toEqual([5, -10, 10, null, null]);
    expect(here.changeOfWeek(7, null)).toBeNull();
  });
});

describe('searching', () => {
  beforeEach(() => {
    here.put(
      product(1, 'Air Jordan 4 Retro Black Cement', {
        brand: 'Jordan',
        nickname: 'Bred',
        styleCode: '308497-089',
      }),
    );
    here.put(product(2, 'Air Jordan 4 Retro Fire Red', { brand: 'Jordan', styleCode: 'DC7770-160' }));
    here.put(product(3, 'Nike SB Dunk Low Pigeon', { brand: 'Nike', styleCode: '304292-011' }));
    here.put(product(4, 'Adidas Forum Low Bad Bunny The First Café', { brand: 'Adidas' }));
    here.put(product(5, 'Puma LaMelo Ball MB.03 LaFrancé', { brand: 'Puma' }));
  });

  it.each([
    ['a part of a name in any case', 'ORDAN', [1, 2]],
    ['words in any order', 'red jordan', [2, 1]],
    ['accents left out, or put in', 'cafe lów', [4]],
    ['a nickname', 'jordan 4 bred', [1]],
    ['a style code', 'dc7770-160', [2]],
    ['a style code without its sign', 'DC7770160', [2]],
    ['the beginning of a style code', '3084', [1]],
    ['the end of a style code', '011', [3]],
    ['nothing', 'boots', []],
    ['spaces', '   ', []],
  ])('finds %s', (_, text, expected) => {
    expect(here.search(text, 10)).toMatchObject({ count: expected.length, isClose: false });
    expect(ids(here.search(text, 10))).toEqual(expected);
  });

  it.each([
    ['a missing letter', 'jordn 4 bred', [1, 2]],
    ['two letters swapped', 'lafarncé', [5]],
    ['an extra letter', 'pidgeon', [3]],
  ])('forgives %s, and reports a close match', (_, text, expected) => {
    expect(here.search(text, 10)).toMatchObject({ isClose: true });
    expect(ids(here.search(text, 10))).toEqual(expected);
  });

  it('does not forgive typing errors in short words', () => {
    expect(ids(here.search('lov', 10))).toEqual([]);
  });

  it('ranks whole words first, then by sales', () => {
    here.addSale(2, sale('1', 100));
    expect(ids(here.search('jordan', 10))).toEqual([2, 1]);
    here.put(product(6, 'Jordans Anonymous'));
    here.addSale(6, sale('2', 100));
    here.addSale(6, sale('3', 100));
    expect(ids(here.search('jordan', 10))).toEqual([2, 1, 6]);
    expect(ids(here.search('jordan', 2))).toEqual([2, 1]);
    expect(here.search('jordan', 2, 2)).toMatchObject({ count: 3, products: [{ id: 6 }] });
    expect(ids(here.search('jordan', 2, 4))).toEqual([]);
  });

  it('drops the former words of a product and keeps those it still has', () => {
    here.put(product(3, 'Nike Blazer'));
    expect(ids(here.search('nike', 10))).toEqual([3]);
    expect(ids(here.search('pigeon', 10))).toEqual([]);
    expect(ids(here.search('304292', 10))).toEqual([]);
    expect(ids(here.search('blazer', 10))).toEqual([3]);
  });

  it('combines with other filters', () => {
    const found = here.browse(choose({ brand: ['puma'] }, { text: 'low' }), 48, TODAY);
    expect(found.count).toBe(0);
    expect(found.loosen).toEqual(
      [
        { choice: 'q', count: 1 },
        { choice: 'brand', count: 2 },
      ].toSorted((a, b) => b.count - a.count),
    );
    expect(counts(found.facets.brand)).toEqual({ nike: 1, adidas: 1, puma: 0 });
  });
});

describe('related products', () => {
  it('start with the same two words in any case, best sellers first', () => {
    for (const [index, name] of ['Air One Low', 'AIR one High', 'Air Two', 'Air  One', 'Air'].entries()) {
      here.put(product(index + 1, name));
    }
    here.addSale(4, sale('1', 100));
    expect(here.related(1, 10)?.map(({ id }) => id)).toEqual([4, 2]);
    expect(here.related(1, 1)?.map(({ id }) => id)).toEqual([4]);
    expect(here.related(5, 10)).toEqual([]);
    expect(here.related(6, 10)).toBeNull();
  });
});
