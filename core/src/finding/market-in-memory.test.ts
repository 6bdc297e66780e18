import { expect, it } from 'vitest';
import { SALES_OF_A_MOVER } from '../figures/movers.js';
import { premiumPercent, spreadPercent } from '../figures/product-figures.js';
import { priceChangePercent } from '../market/figures.js';
import { slugOf } from '../market/slug.js';
import { FindableProducts } from './findable-products.js';
import type { FindableProduct, ListedProduct, Sale, SalesOfSize } from './found.js';
import { HOUR_MS } from './product-sales.js';

/** Feeds random data to the in-memory market, and compares it with results derived from the full history each time. */

const BRANDS = ['Nike', 'nike', 'NIKE ', 'Dr. Martens', 'Dr Martens', 'Puma', ''];
const MODELS = ['One', 'ONE', 'Two', null];
const SIZES = ['7', '8', '9'];
const HOURS = { since: 2 };
/** The time between the ids of sales: 180 of them are an hour. */
const ID_MS = 20_000;
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
  /** Sales before the recent days. */
  past: readonly SalesOfSize[] | null;
  readonly recent: Map<string, Sale>;
}

class PlainMarket {
  readonly here = new FindableProducts();
  readonly all: Plain[] = [];
  readonly counts = { applied: 0, readAgain: 0 };
  private lastId = 1;

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
        this.publishSales(one(this.all));
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

  /** Some ids repeat, and some arrive late. */
  private sell(plain: Plain): void {
    const { product, recent } = plain;
    this.lastId += random(3);
    const number = Math.max(1, this.lastId - one([0, 0, 1, 2, random(60)]));
    const id = String(number).padStart(4, '0');
    const sale = {
      id,
      atMs: number * ID_MS,
      size: one(SIZES),
      cents: 100 * (50 + random(100)),
      isOdd: false,
    };
    recent.set(id, recent.get(id) ?? sale);
    this.readUnless(plain, this.here.addSale(product.id, sale));
    if (random(5) === 0) {
      const odd = one([...recent.values()]);
      recent.set(odd.id, { ...odd, isOdd: true });
      this.readUnless(plain, this.here.setOdd(product.id, odd.id));
    }
    if (random(9) === 0) {
      const removed = one([...recent.keys()]);
      recent.delete(removed);
      this.readUnless(plain, this.here.removeSale(product.id, removed));
    }
  }

  private readUnless(plain: Plain, isApplied: boolean): void {
    this.counts[isApplied ? 'applied' : 'readAgain'] += 1;
    if (!isApplied) {
      this.read(plain, 0);
    }
  }

  private publishSales(plain: Plain): void {
    plain.past = SIZES.filter(() => random(3) > 0).map((size) => ({
      size,
      sums: Array.from({ length: 4 }, () => random(4)).flatMap((sales) => [
        sales,
        sales * 100 * (90 + random(20)),
      ]),
    }));
    this.read(plain, random(100));
  }

  /** @param newestIds how many ids are not summed up */
  private read(plain: Plain, newestIds: number): void {
    const untilMs = (this.lastId - newestIds) * ID_MS;
    const old = recentOf(plain).filter(({ atMs }) => atMs < untilMs);
    const last = old.at(-1);
    const pastCents = plain.past ? PAST_CENTS : null;
    const past = {
      untilMs,
      lastId: last?.id ?? (plain.past ? '0000' : ''),
      lastCents: last?.cents ?? pastCents,
      lastUsualCents: old.findLast(isUsual)?.cents ?? pastCents,
      salesOfYear: plain.past ? 2 : 0,
      sizes: plain.past ?? [],
      hours: old
        .filter(isUsual)
        .map((sale) => ({ ...sale, hour: Math.floor(sale.atMs / HOUR_MS), sales: 1, sumCents: sale.cents })),
    };
    const newest = recentOf(plain).filter(({ atMs }) => atMs >= untilMs);
    this.here.setSales(plain.product.id, past, newest);
  }
}

function recentOf({ recent }: Plain): Sale[] {
  return [...recent.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isUsual = ({ isOdd }: Sale) => !isOdd;

/** For each of the four spans of past days: in the period (1), compared with it (-1), or neither (0). */
const SPANS = { week: [1, -1, -1, 0], month: [1, 1, -1, -1], hours: [-1, -1, 0, 0] };

function periodOf(plain: Plain, period: 'week' | 'month' | typeof HOURS) {
  const spans = SPANS[typeof period === 'string' ? period : 'hours'];
  const pieces = [
    ...recentOf(plain)
      .filter(isUsual)
      .map(({ atMs, size, cents }) => {
        const isIn = typeof period === 'string' || atMs >= period.since * HOUR_MS;
        return { size, sales: 1, cents, side: isIn ? 1 : -1 };
      }),
    ...(plain.past ?? []).flatMap(({ size, sums }) =>
      spans.map((side, span) => ({ size, side, sales: sums[2 * span] ?? 0, cents: sums[2 * span + 1] ?? 0 })),
    ),
  ];
  const total = (wanted: number, size?: string) => {
    const fitting = pieces.filter((piece) => piece.side === wanted && (!size || piece.size === size));
    return {
      sales: fitting.reduce((sum, { sales }) => sum + sales, 0),
      cents: fitting.reduce((sum, { cents }) => sum + cents, 0),
    };
  };
  const both = SIZES.map((size) => ({ now: total(1, size), before: total(-1, size) })).filter(
    ({ now, before }) => now.sales > 0 && before.sales > 0,
  );
  const expected = both.reduce((sum, { now, before }) => sum + (now.sales * before.cents) / before.sales, 0);
  const paid = both.reduce((sum, { now }) => sum + now.cents, 0);
  return {
    sales: total(1).sales,
    sumCents: total(1).cents,
    compared: both.reduce((sum, { now }) => sum + now.sales, 0),
    change: priceChangePercent(paid, expected),
  };
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
      change: of.change,
      compared: of.compared,
      yearly: recentOf(plain).filter(isUsual).length + (plain.past ? 2 : 0),
      premium: premiumPercent(
        [periodOf(plain, 'month')],
        recentOf(plain).filter(isUsual).at(-1)?.cents ?? (plain.past ? PAST_CENTS : null),
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
  const move = ({ compared, change }: Listed) => (compared >= SALES_OF_A_MOVER ? change : null);
  const ifPositive = (number: number | null) => (number !== null && number > 0 ? number : null);
  const negative = (number: number | null) => (number === null ? null : -number);
  return {
    mostSold: top(({ sales }) => ifPositive(sales)),
    largestRise: top((each) => ifPositive(move(each))),
    largestFall: top((each) => ifPositive(negative(move(each)))),
    largestPremium: top(({ premium, yearly }) => (yearly >= SALES_OF_A_MOVER ? premium : null)),
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

it('the in-memory market gives the same lists and figures as the full history', () => {
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
      const plain = Object.entries(plainLists(all, period, 6)).map(([name, list]) => [
        name,
        list.map(({ id, sales, change, premium, spread }) => ({ id, sales, change, premium, spread })),
      ]);
      expect(shown).toEqual(Object.fromEntries(plain));
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
    for (const slug of ['nike', 'dr-martens', 'unknown']) {
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
    expect(here.soldIds()).toEqual(ids(all.filter((plain) => lastId(plain) !== '')));
  }
  expect(Math.min(market.counts.applied, market.counts.readAgain)).toBeGreaterThan(50);
});
