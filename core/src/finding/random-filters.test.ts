import { beforeEach, describe, expect, it } from 'vitest';
import { FACETS, type Filters, NO_FILTERS, SORTS } from './filters.js';
import { FindableProducts } from './findable-products.js';
import type { FindableProduct, Found } from './found.js';

/** Compares the filtered search with a scan of all products one by one. */

const BRANDS = ['Nike', 'Jordan', 'Puma'];
const MODELS = ['One', 'Two', null];
const KINDS = ['men', 'women', null];
const COLOURS = ['red', 'blue', 'green', 'white'];
const SIZES = ['7', '8', '9', '9.5'];
const YEARS = ['2019', '2020', null];
const PRODUCTS = 120;
const TODAY = '2020-05-01';
const ROUNDS = 400;
const CHANGES_A_ROUND = 3;

let state = 20_261_122;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const one = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => random(3) === 0);

interface Plain {
  product: FindableProduct;
  readonly asks: Map<string, number>;
}

let here: FindableProducts;
let all: Plain[];
let seq: number;

beforeEach(() => {
  here = new FindableProducts();
  all = [];
  seq = 0;
  for (let id = 1; id <= PRODUCTS; id += 1) {
    put(id);
    for (const size of some(SIZES)) {
      ask(id, size, 50 + random(250));
    }
  }
});

/** Adds or updates a product. */
function put(id: number): void {
  const year = one(YEARS);
  const product: FindableProduct = {
    id,
    name: `Shoe ${one(['Alpha', 'Beta'])} ${id}`,
    thumbnail: '',
    nickname: null,
    brand: one(BRANDS),
    model: one(MODELS),
    styleCode: null,
    kind: one(KINDS),
    colours: some(COLOURS),
    releaseDate: year === null ? null : `${year}-0${1 + random(9)}-01`,
    retailCents: one([null, 10_000, 20_000]),
    tradesFrom: null,
  };
  here.put(product);
  all[id - 1] = { asks: new Map(), ...all[id - 1], product };
}

function ask(productId: number, size: string, dollars: number | null): void {
  seq += 1;
  const lowestAskCents = dollars === null ? null : dollars * 100;
  here.setBook({ productId, size, seq, lowestAskCents, highestBidCents: null });
  if (dollars === null) {
    all[productId - 1]?.asks.delete(size);
  } else {
    all[productId - 1]?.asks.set(size, dollars);
  }
}

function change(): void {
  const id = 1 + random(all.length);
  if (random(3) === 0) {
    put(random(10) === 0 ? all.length + 1 : id);
  } else {
    ask(id, one(SIZES), one([null, 50 + random(250)]));
  }
}

const slug = (text: string | null) => text?.toLowerCase() ?? '';
const ids = ({ products }: Pick<Found, 'products'>) => products.map(({ id }) => id);

function lowest({ asks }: Plain, sizes: readonly string[]): number | null {
  const prices = [...asks]
    .filter(([size]) => sizes.length === 0 || sizes.includes(size))
    .map(([, price]) => price);
  return prices.length === 0 ? null : Math.min(...prices);
}

function fits(plain: Plain, filters: Filters): boolean {
  const { product } = plain;
  const { values, from, to, isBelowRetail, text } = filters;
  const isIn = (chosen: readonly string[], value: string) => chosen.length === 0 || chosen.includes(value);
  const price = lowest(plain, values.size);
  return (
    isIn(values.brand, slug(product.brand)) &&
    isIn(values.model, slug(product.model)) &&
    isIn(values.kind, slug(product.kind)) &&
    isIn(values.year, product.releaseDate?.slice(0, 4) ?? '') &&
    (values.colour.length === 0 || values.colour.some((colour) => product.colours.includes(colour))) &&
    (values.size.length === 0 || price !== null) &&
    ((from === null && to === null) ||
      (price !== null && price >= (from ?? 0) && price <= (to ?? Number.POSITIVE_INFINITY))) &&
    (!isBelowRetail || (price !== null && price * 100 < (product.retailCents ?? 0))) &&
    product.name.toLowerCase().includes(text)
  );
}

function without(filters: Filters, choice: string): Filters {
  switch (choice) {
    case 'price':
      return { ...filters, from: null, to: null };
    case 'below-retail':
      return { ...filters, isBelowRetail: false };
    case 'q':
      return { ...filters, text: '' };
    default:
      return { ...filters, values: { ...filters.values, [choice]: [] } };
  }
}

const fitting = (filters: Filters) => all.filter((plain) => fits(plain, filters));

function randomFilters(): Filters {
  return {
    text: one(['', '', 'alpha', 'beta']),
    values: {
      brand: some(BRANDS.map(slug)),
      model: some(['one', 'two']),
      kind: some(['men', 'women']),
      size: some(SIZES),
      colour: some(COLOURS),
      year: some(['2019', '2020']),
    },
    from: one([null, 100]),
    to: one([null, 200]),
    isBelowRetail: random(4) === 0,
    sort: one(SORTS),
    page: 1,
  };
}

describe('random filters on random products, while the market moves', () => {
  it('give the same matches and counts as a scan one by one', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let changes = 0; changes < CHANGES_A_ROUND; changes += 1) {
        change();
      }
      const filters = randomFilters();
      const found = here.browse(filters, 1_000, TODAY);
      expect(new Set(ids(found))).toEqual(new Set(fitting(filters).map(({ product }) => product.id)));
      expect(found.count).toBe(fitting(filters).length);
      for (const { id, lowestAskCents } of found.products) {
        const dollars = lowest(all[id - 1] as Plain, filters.values.size);
        expect(lowestAskCents).toBe(dollars === null ? null : dollars * 100);
      }
      expectCounts(found, filters);
      expectPrices(found, filters);
      if (found.count === 0) {
        expectRelaxed(found, filters);
      }
    }
  });

  it('return pages that together are all matches in order', () => {
    for (const sort of SORTS) {
      const whole = ids(here.browse({ ...NO_FILTERS, sort }, 1_000, TODAY));
      const paged = Array.from({ length: 18 }, (_, index) =>
        ids(here.browse({ ...NO_FILTERS, sort, page: index + 1 }, 7, TODAY)),
      );
      expect(paged.flat().slice(0, PRODUCTS)).toEqual(whole);
    }
  });
});

/** Checks the count of each listed value, and that unlisted values have no matches. */
function expectCounts({ facets }: Found, filters: Filters): void {
  for (const facet of FACETS) {
    const values = facet === 'size' ? SIZES : ALL_VALUES[facet];
    const counts = new Map(facets[facet].map(({ value, count }) => [value, count]));
    for (const value of values) {
      const chosen = { ...filters, values: { ...filters.values, [facet]: [value] } };
      expect([facet, value, counts.get(value) ?? 0]).toEqual([facet, value, fitting(chosen).length]);
    }
  }
}

const ALL_VALUES = {
  brand: BRANDS.map(slug),
  model: ['one', 'two'],
  kind: ['men', 'women'],
  colour: COLOURS,
  year: ['2019', '2020'],
};

function expectPrices({ belowRetail, pricesCents }: Found, filters: Filters): void {
  expect(belowRetail).toBe(fitting({ ...filters, isBelowRetail: true }).length);
  const prices = fitting(without(filters, 'price')).flatMap(
    (plain) => lowest(plain, filters.values.size) ?? [],
  );
  expect(pricesCents).toEqual(
    prices.length === 0 ? null : { lowest: Math.min(...prices) * 100, highest: Math.max(...prices) * 100 },
  );
}

function expectRelaxed({ loosen }: Found, filters: Filters): void {
  const relaxed = ['brand', 'model', 'kind', 'year', 'colour', 'q', 'size', 'price', 'below-retail']
    .map((choice) => ({ choice, count: fitting(without(filters, choice)).length }))
    .filter(({ count }) => count > 0);
  expect(new Set(loosen)).toEqual(new Set(relaxed));
}
