import { expect, it } from 'vitest';
import { changeInPeriod, type PeriodOfSales, SALES_OF_A_MOVER } from '../figures/movers.js';
import { premiumPercent, spreadPercent } from '../figures/product-figures.js';
import { slugOf } from '../market/slug.js';
import { FindableProducts } from './findable-products.js';
import type { FindableProduct, ListedProduct, Sale } from './found.js';
import { NO_SALES } from './sales-columns.js';

/** What is told of the market at random, kept as it comes, and told anew from all of it each time. */

const BRANDS = ['Nike', 'nike', 'NIKE ', 'Dr. Martens', 'Dr Martens', 'Puma', ''];
const MODELS = ['One', 'ONE', 'Two', null];
const SIZES = ['7', '8', '9'];
const HOURS = { since: '0600', sinceBefore: '0300' };
const ROUNDS = 150;
const PAST_CENTS = 9_900;

let state = 20_261_123;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const one = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;

interface Book {
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
}

interface Plain {
  product: FindableProduct;
  readonly books: Map<string, Book>;
  /** Of the days that are over. */
  past: { readonly week: PeriodOfSales; readonly month: PeriodOfSales } | null;
  readonly recent: Map<string, Sale>;
}

class PlainMarket {
  readonly here = new FindableProducts();
  readonly all: Plain[] = [];

  change(): void {
    const known = this.all[random(this.all.length * 2)];
    switch (random(4)) {
      case 0:
        this.put(known);
        break;
      case 1:
        this.setBook(one(this.all));
        break;
      case 2:
        this.sell(one(this.all));
        break;
      default:
        this.tellSales(one(this.all));
    }
  }

  put(known?: Plain): void {
    const id = known?.product.id ?? this.all.length + 1;
    const product: FindableProduct = {
      id,
      name: `Shoe ${id}`,
      thumbnail: `/${id}.svg`,
      brand: one(BRANDS),
      model: one(MODELS),
      nickname: null,
      styleCode: null,
      kind: null,
      colours: [],
      releaseDate: one([null, '2019-12-31', '2020-01-01', '2020-01-02', '2020-01-03']),
      retailCents: one([null, 10_000, 20_000]),
      tradesFrom: null,
    };
    this.here.put(product);
    if (known) {
      known.product = product;
    } else {
      this.all.push({
        product,
        books: new Map(),
        past: null,
        recent: new Map(),
      });
    }
  }

  private setBook({ product, books }: Plain): void {
    const size = one(SIZES);
    const bid = one([null, 50 + random(50)]);
    const ask = one([null, 101 + random(50)]);
    const seq = (books.get(size)?.seq ?? 5) + one([-3, 1, 2]);
    const book = {
      seq,
      lowestAskCents: ask && ask * 100,
      highestBidCents: bid && bid * 100,
    };
    this.here.setBook({ productId: product.id, size, ...book });
    if (seq >= (books.get(size)?.seq ?? 0)) {
      books.set(size, book);
    }
  }

  /** Some of the ids come twice, and some late. */
  private sell({ product, recent }: Plain): void {
    const sale = { id: String(1 + random(999)).padStart(4, '0'), cents: 100 * (50 + random(100)) };
    this.here.addSale(product.id, sale);
    recent.set(sale.id, recent.get(sale.id) ?? sale);
  }

  private tellSales(plain: Plain): void {
    const period = (): PeriodOfSales => {
      const [sales, salesBefore] = [random(6), random(3)];
      return { sales, salesBefore, sumCents: sales * 12_000, sumCentsBefore: salesBefore * 11_000 };
    };
    plain.past = { week: period(), month: period() };
    const past = { ...NO_SALES, ...plain.past, lastId: '0000', lastCents: PAST_CENTS };
    this.here.setSales(plain.product.id, past, recentOf(plain));
  }
}

function recentOf({ recent }: Plain): Sale[] {
  return [...recent.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function withRecent(past: PeriodOfSales, recent: readonly Sale[]): PeriodOfSales {
  const sumCents = recent.reduce((sum, { cents }) => sum + cents, past.sumCents);
  return { ...past, sales: past.sales + recent.length, sumCents };
}

function periodOf(plain: Plain, period: 'week' | 'month' | typeof HOURS): PeriodOfSales {
  const recent = recentOf(plain);
  if (typeof period === 'string') {
    return withRecent((plain.past ?? NO_SALES)[period], recent);
  }
  const within = recent.filter(({ id }) => id >= period.since);
  const before = recent.filter(({ id }) => id >= period.sinceBefore && id < period.since);
  const { sales: salesBefore, sumCents: sumCentsBefore } = withRecent(NO_SALES.week, before);
  return { ...withRecent(NO_SALES.week, within), salesBefore, sumCentsBefore };
}

const lastId = (plain: Plain) => recentOf(plain).at(-1)?.id ?? (plain.past ? '0000' : '');
const lately = (plain: Plain) => periodOf(plain, 'month').sales;
const byId = (a: Plain, b: Plain) => a.product.id - b.product.id;
const byLast = (a: Plain, b: Plain) => (lastId(a) < lastId(b) ? 1 : lastId(a) > lastId(b) ? -1 : byId(a, b));
const ids = (all: readonly Plain[]) => all.map(({ product }) => product.id);

function plainLists(all: readonly Plain[], period: 'week' | 'month' | typeof HOURS, length: number) {
  const listed = all.map((plain) => {
    const of = periodOf(plain, period);
    const spreads = [...plain.books.values()].map(spreadPercent).filter((spread) => spread !== null);
    return {
      id: plain.product.id,
      sales: of.sales,
      change: changeInPeriod(of),
      premium: premiumPercent(
        [periodOf(plain, 'month')],
        recentOf(plain).at(-1)?.cents ?? (plain.past ? PAST_CENTS : null),
        plain.product.retailCents,
      ),
      spread: spreads.length === 0 ? null : Math.min(...spreads),
    };
  });
  type Listed = (typeof listed)[number];
  const top = (rank: (each: Listed) => number | null) =>
    listed
      .filter((each) => rank(each) !== null)
      .sort((a, b) => (rank(b) ?? 0) - (rank(a) ?? 0) || b.sales - a.sales || a.id - b.id)
      .slice(0, length);
  const move = ({ sales, change }: Listed) => (sales >= SALES_OF_A_MOVER ? change : null);
  const ifPositive = (number: number | null) => (number !== null && number > 0 ? number : null);
  const negative = (number: number | null) => (number === null ? null : -number);
  return {
    mostSold: top(({ sales }) => ifPositive(sales)),
    largestRise: top((each) => ifPositive(move(each))),
    largestFall: top((each) => ifPositive(negative(move(each)))),
    largestPremium: top(({ premium }) => premium),
    narrowestSpread: top(({ spread }) => negative(spread)),
  };
}

function shownList(list: readonly ListedProduct[]) {
  return list.map(({ product, sales, changePercent, premiumPercent: premium, spreadPercent: spread }) => ({
    id: product.id,
    sales,
    change: changePercent,
    premium,
    spread,
  }));
}

function plainLines(all: readonly Plain[], nameOf: (plain: Plain) => string) {
  const slugs = [...new Set(all.map((plain) => slugOf(nameOf(plain))))].filter((slug) => slug !== '');
  return slugs
    .map((slug) => {
      const own = all.filter((plain) => slugOf(nameOf(plain)) === slug);
      const countOf = (name: string) => own.filter((plain) => nameOf(plain) === name).length;
      const [name = ''] = own
        .map(nameOf)
        .sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : a > b ? 1 : 0));
      const best = own.toSorted((a, b) => lately(b) - lately(a) || byId(a, b))[0];
      return { slug, name, products: own.length, thumbnail: best?.product.thumbnail };
    })
    .sort((a, b) => b.products - a.products || (a.name < b.name ? -1 : 1));
}

it('what is told of the market from memory is what is told from all that happened', () => {
  const market = new PlainMarket();
  const { all, here } = market;
  Array.from({ length: 30 }, () => market.put());
  for (let round = 0; round < ROUNDS; round += 1) {
    Array.from({ length: 20 }, () => market.change());

    expect(here.trending(7).map(({ id }) => id)).toEqual(
      ids(all.toSorted((a, b) => lately(b) - lately(a) || byLast(a, b))).slice(0, 7),
    );

    const came = all.filter(
      ({ product }) => product.releaseDate !== null && product.releaseDate <= '2020-01-02',
    );
    expect(here.releases('2020-01-02', 5).map(({ id }) => id)).toEqual(
      ids(
        came.toSorted((a, b) =>
          a.product.releaseDate === b.product.releaseDate
            ? byId(b, a)
            : (a.product.releaseDate ?? '') < (b.product.releaseDate ?? '')
              ? 1
              : -1,
        ),
      ).slice(0, 5),
    );

    for (const period of ['week', 'month', HOURS] as const) {
      const lists = here.marketLists(period, 6);
      const shown = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, shownList(list)]));
      expect(shown).toEqual(plainLists(all, period, 6));
    }

    const before = one(['0100', '0500', '0999', 'ffff']);
    const tape = (some: readonly Plain[]) =>
      some
        .flatMap(recentOf)
        .map(({ id }) => id)
        .filter((id) => id < before)
        .sort()
        .reverse()
        .slice(0, 8);
    const candidates = new Set(here.mayHaveSoldBefore(before, 8));
    expect(tape(all.filter(({ product }) => candidates.has(product.id)))).toEqual(tape(all));
    const soldLater = all.filter((plain) => lastId(plain) >= before);
    expect(candidates.size).toBeLessThanOrEqual(soldLater.length + 8);
    expect(here.mayHaveSoldBefore(before, 8, soldLater.length)).not.toBeNull();
    expect(here.mayHaveSoldBefore(before, 8, soldLater.length - 1)).toBeNull();

    expect(here.brands()).toEqual(plainLines(all, ({ product }) => product.brand));
    for (const slug of ['nike', 'dr-martens', 'nobody']) {
      const own = all.filter(({ product }) => slugOf(product.brand) === slug);
      expect(here.modelsOf(slug)).toEqual(plainLines(own, ({ product }) => product.model ?? ''));
      for (const model of [null, 'one', 'three']) {
        const fitting = own.filter(({ product }) => model === null || slugOf(product.model ?? '') === model);
        expect(here.bestSellers({ brand: slug, model }, 5).map(({ id }) => id)).toEqual(
          ids(fitting.toSorted((a, b) => lately(b) - lately(a) || byId(a, b))).slice(0, 5),
        );
      }
    }
    const lines = all.map(({ product }) => `${slugOf(product.brand)}/${slugOf(product.model ?? '')}`);
    expect(here.allModels().map(({ brand, model }) => `${brand}/${model}`)).toEqual(
      [...new Set(lines)].filter((line) => /^[^/]+\/[^/]+$/.test(line)).sort(),
    );
    expect(here.ids()).toEqual(ids(all));
  }
});
