import { DAY_MS, startOfDayMs } from '../figures/days.js';
import { slugOf } from '../market/slug.js';
import { Column, FacetValues } from './columns.js';
import { type AnyFacet, ofEachFacet, type SingleFacet } from './facets.js';
import type { AskOfBook, FindableProduct, FoundProduct, SalesOfProduct } from './found.js';

/** A size and, for each place, the lowest ask of its book and the book's number then. */
interface AsksOfSize {
  readonly size: string;
  readonly cents: Column;
  readonly seqs: Column;
}

const NO_SALES: SalesOfProduct = {
  lastId: '',
  lastCents: null,
  centsBefore: null,
  salesLately: 0,
  salesOfYear: 0,
  risePercent: null,
};

/** How many words related names have in common. */
const RELATED_WORDS = 2;
/** So that a day long ago has a number, too. */
const DAYS_BEFORE_1970 = 1_000_000;
/** Of a rise or a discount, in hundredths of a per cent. */
export const MOST_BASIS_POINTS = 1_000_000_000;

/**
 * All products of a market in columns: an array for each thing that is asked for, with a place for each product. It
 * follows the market by `put`, `setAsk`, `setSales` and `addSale`.
 */
export class ProductColumns {
  private readonly places = new Map<number, number>();
  private readonly products: FindableProduct[] = [];
  private readonly sales: SalesOfProduct[] = [];
  private readonly asks = new Map<string, AsksOfSize>();
  readonly valuesOf: Readonly<Record<AnyFacet, FacetValues>> = ofEachFacet(() => new FacetValues());
  /** The number of each product's value; of its colours a bit for each, by its number. */
  readonly facets: Readonly<Record<AnyFacet, Column>> = ofEachFacet(() => new Column());
  /** A number for the first words of each product's name. */
  readonly beginnings = new Column();
  private readonly numberOfBeginning = new Map<string, number>();
  /** In cents, 0 for none, as `lowestAsk`, which is that of any size. */
  readonly retail = new Column();
  readonly lowestAsk = new Column();
  /** In days, 0 for never. */
  readonly released = new Column();
  readonly salesLately = new Column();
  readonly salesOfYear = new Column();
  /** In hundredths of a per cent. */
  readonly rise = new Column();

  get count(): number {
    return this.products.length;
  }

  /** Takes a product up, or what is known of it now. @returns its place */
  put(product: FindableProduct): number {
    const known = this.places.get(product.id);
    const place = known ?? this.products.length;
    if (known === undefined) {
      this.places.set(product.id, place);
    }
    this.products[place] = product;
    const { brand, model, kind, colours, releaseDate, retailCents } = product;
    this.setValue(place, 'brand', brand);
    this.setValue(place, 'model', model ?? '');
    this.setValue(place, 'kind', kind ?? '');
    this.setValue(place, 'year', releaseDate?.slice(0, 'YYYY'.length) ?? '');
    this.facets.colour.set(
      place,
      colours.reduce((bits, colour) => bits | (1 << this.numberOf('colour', colour)), 0),
    );
    this.beginnings.set(place, this.beginningOf(product.name));
    this.retail.set(place, retailCents ?? 0);
    this.released.set(
      place,
      releaseDate === null ? 0 : startOfDayMs(releaseDate) / DAY_MS + DAYS_BEFORE_1970,
    );
    if (known === undefined) {
      this.setSales(product.id, NO_SALES);
    }
    return place;
  }

  /** Tells how a book stands, unless something newer is known of it. */
  setAsk({ productId, size, seq, lowestAskCents }: AskOfBook): void {
    const place = this.places.get(productId);
    if (place === undefined) {
      return;
    }
    const ofSize = this.asksOf(size);
    if (seq < ofSize.seqs.at(place)) {
      return;
    }
    ofSize.seqs.set(place, seq);
    const before = ofSize.cents.at(place);
    const now = lowestAskCents ?? 0;
    ofSize.cents.set(place, now);
    const lowest = this.lowestAsk.at(place);
    if (now !== 0 && (lowest === 0 || now <= lowest)) {
      this.lowestAsk.set(place, now);
    } else if (before === lowest) {
      this.lowestAsk.set(place, lowestOf([...this.asks.values()], place));
    }
  }

  /** Tells what the sales of a product say. */
  setSales(productId: number, sales: SalesOfProduct): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.sales[place] = sales;
      this.salesLately.set(place, sales.salesLately);
      this.salesOfYear.set(place, sales.salesOfYear);
      this.rise.set(place, basisPoints(sales.risePercent));
    }
  }

  /** Adds a sale that was made just now; one that is known already changes nothing. */
  addSale(productId: number, { id, cents }: { readonly id: string; readonly cents: number }): void {
    const place = this.places.get(productId);
    const sales = place === undefined ? undefined : this.sales[place];
    if (sales && id > sales.lastId) {
      this.setSales(productId, {
        ...sales,
        lastId: id,
        lastCents: cents,
        centsBefore: sales.lastCents,
        salesLately: sales.salesLately + 1,
        salesOfYear: sales.salesOfYear + 1,
      });
    }
  }

  hasSize(size: string): boolean {
    return this.asks.has(size);
  }

  /** The sizes in which anything has had a book. */
  sizes(): string[] {
    return [...this.asks.keys()];
  }

  /** The lowest ask of each place in any of some sizes, 0 for none; in any size at all where there are none. */
  asksOfSizes(sizes: readonly string[]): Int32Array {
    const [first, ...others] = sizes.map((size) => this.asksOf(size).cents.cells);
    if (!first) {
      return this.lowestAsk.cells;
    }
    if (others.length === 0) {
      return first;
    }
    const lowest = new Int32Array(this.count);
    for (const cells of [first, ...others]) {
      for (let place = 0; place < lowest.length; place += 1) {
        const ask = cells[place] ?? 0;
        const before = lowest[place] ?? 0;
        if (ask > 0 && (before === 0 || ask < before)) {
          lowest[place] = ask;
        }
      }
    }
    return lowest;
  }

  /** Null for a product that is not there. */
  placeOf(id: number): number | null {
    return this.places.get(id) ?? null;
  }

  /** @throws for a place that is no product's */
  found(place: number, askCents: number): FoundProduct {
    const product = this.products[place];
    if (!product) {
      throw new RangeError(`There is no product at place ${place}`);
    }
    return {
      ...product,
      ...(this.sales[place] ?? NO_SALES),
      lowestAskCents: askCents === 0 ? null : askCents,
    };
  }

  private setValue(place: number, facet: SingleFacet, name: string): void {
    this.facets[facet].set(place, name === '' ? 0 : this.numberOf(facet, name));
  }

  private beginningOf(name: string): number {
    const beginning = name.toLowerCase().split(/\s+/, RELATED_WORDS).join(' ');
    const number = this.numberOfBeginning.get(beginning) ?? this.numberOfBeginning.size + 1;
    this.numberOfBeginning.set(beginning, number);
    return number;
  }

  private numberOf(facet: AnyFacet, name: string): number {
    const value = slugOf(name);
    return value === '' ? 0 : this.valuesOf[facet].add(value, name);
  }

  private asksOf(size: string): AsksOfSize {
    const known = this.asks.get(size) ?? { size, cents: new Column(), seqs: new Column() };
    this.asks.set(size, known);
    return known;
  }
}

function lowestOf(sizes: readonly AsksOfSize[], place: number): number {
  let lowest = 0;
  for (const { cents } of sizes) {
    const ask = cents.cells[place] ?? 0;
    if (ask > 0 && (lowest === 0 || ask < lowest)) {
      lowest = ask;
    }
  }
  return lowest;
}

/** Hundredths of a per cent, of which no rise is the least there can be. */
export function basisPoints(percent: number | null): number {
  return percent === null
    ? -MOST_BASIS_POINTS
    : Math.max(-MOST_BASIS_POINTS, Math.min(MOST_BASIS_POINTS, Math.round(percent * 100)));
}
