import { DAY_MS, type Day, startOfDayMs } from '../figures/days.js';
import { slugOf } from '../market/slug.js';
import { BestPrices } from './best-prices.js';
import { Column, FacetValues, NumberedTexts } from './columns.js';
import { type AnyFacet, byFacet, type SingleFacet } from './facets.js';
import type { BestOfBook, FindableProduct, FoundProduct, PastSales, Sale } from './found.js';
import { PlaceLists } from './place-lists.js';
import { PlaceSet } from './place-set.js';
import { NO_SALES } from './product-sales.js';
import { SalesColumns } from './sales-columns.js';

/** The number of first words that related names share. */
const RELATED_WORDS = 2;
/** An offset that makes the numbers of early days positive. */
const DAYS_BEFORE_1970 = 1_000_000;

const NO_FACTS = { brand: '', model: null, kind: null, colours: [], releaseDate: null } as const;

/**
 * All products of a market in columns: one array per property, with an index for each product, older products first.
 * `put`, `setBook`, `setSales` and `addSale` keep it up to date.
 */
export class ProductColumns {
  private readonly places = new Map<number, number>();
  private readonly products: FindableProduct[] = [];
  readonly prices = new BestPrices();
  readonly sales = new SalesColumns();
  readonly valuesOf: Readonly<Record<AnyFacet, FacetValues>> = byFacet(() => new FacetValues());
  /** The number of each product's value; for colours, a bit for each number. */
  readonly facets: Readonly<Record<AnyFacet, Column>> = byFacet(() => new Column());
  /** The product indexes of each value, by its number. */
  private readonly placesOf: Readonly<Record<AnyFacet, PlaceLists>> = byFacet(() => new PlaceLists());
  /** The spellings of names, and the spelling that each product uses. Several spellings may be one value. */
  readonly spellings = new NumberedTexts();
  readonly spelt = { brand: new Column(), model: new Column() };
  /** The number of the first words of each product's name. */
  readonly beginnings = new Column();
  private readonly beginningTexts = new NumberedTexts();
  /** The retail price in cents; 0 for none. */
  readonly retail = new Column();
  /** The release day as `numberOfDay`; 0 for none. */
  readonly released = new Column();
  /** The indexes of hidden products. They have no value of a facet and no release day, so most lists pass over them. */
  private readonly hidden = new Set<number>();

  get count(): number {
    return this.products.length;
  }

  /** Adds or updates a product. @returns its index */
  put(product: FindableProduct): number {
    const known = this.places.get(product.id);
    const place = known ?? this.products.length;
    if (known === undefined) {
      this.places.set(product.id, place);
    }
    const before = factsOf(this.products[place]);
    this.products[place] = product;
    if (product.hidden) {
      this.hidden.add(place);
    } else {
      this.hidden.delete(place);
    }
    const { retailCents } = product;
    const { brand, model, kind, colours, releaseDate } = factsOf(product);
    this.setSpelling(place, 'brand', before.brand, brand);
    this.setSpelling(place, 'model', before.model ?? '', model ?? '');
    this.setValue(place, 'kind', kind);
    this.setValue(place, 'year', releaseDate?.slice(0, 'YYYY'.length) ?? null);
    this.setColours(place, colours);
    this.beginnings.set(place, this.beginningTexts.number(beginningOf(product.name)));
    this.retail.set(place, retailCents ?? 0);
    this.released.set(place, releaseDate === null ? 0 : numberOfDay(releaseDate));
    if (known === undefined) {
      this.sales.set(place, NO_SALES, []);
    }
    return place;
  }

  /** Stores the state of a book, unless a newer one is known. */
  setBook({ productId, ...book }: BestOfBook): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.prices.set(place, book);
    }
  }

  /** Sets the sales of a product: sums up to some time, and each later sale. */
  setSales(productId: number, past: PastSales, newest: readonly Sale[]): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.sales.set(place, past, newest);
    }
  }

  /** Adds a sale; a known one changes nothing. @returns false if the product's sums may or may not contain it */
  addSale(productId: number, sale: Sale): boolean {
    const place = this.places.get(productId);
    return place === undefined || this.sales.add(place, sale);
  }

  /** Removes one of the newest sales. @returns false if it is none, and may be in the product's sums */
  removeSale(productId: number, id: string): boolean {
    const place = this.places.get(productId);
    return place === undefined || this.sales.remove(place, id);
  }

  /** Marks one of the newest sales as odd. @returns false if it is none, and may be in the product's sums */
  setOdd(productId: number, id: string): boolean {
    const place = this.places.get(productId);
    return place === undefined || this.sales.setOdd(place, id);
  }

  /** True for a product that is in no list or search. */
  isHidden(place: number): boolean {
    return this.hidden.has(place);
  }

  /** The indexes of all products that are not hidden. */
  everything(): PlaceSet {
    const all = PlaceSet.below(this.count);
    for (const place of this.hidden) {
      all.delete(place);
    }
    return all;
  }

  /** The indexes of the products with any of these values of a facet, by their numbers. */
  placesWith(facet: AnyFacet, numbers: readonly number[]): PlaceSet {
    return PlaceSet.of(
      numbers.map((number) => this.placesOf[facet].of(number)),
      this.count,
    );
  }

  /** The index of a product; null if unknown. */
  placeOf(id: number): number | null {
    return this.places.get(id) ?? null;
  }

  /** @throws for an index without a product */
  productAt(place: number): FindableProduct {
    const product = this.products[place];
    if (!product) {
      throw new RangeError(`There is no product at place ${place}`);
    }
    return product;
  }

  /** @throws for an index without a product */
  found(place: number, askCents = this.prices.lowestAsk.at(place)): FoundProduct {
    return {
      ...this.productAt(place),
      sales: this.sales.at(place),
      lowestAskCents: askCents === 0 ? null : askCents,
    };
  }

  /** The ids of all products that are not hidden, in the order of their indexes. */
  ids(): number[] {
    return this.products.flatMap(({ id, hidden }) => (hidden ? [] : id));
  }

  /** The ids of all products that were ever sold. */
  soldIds(): number[] {
    return this.products.flatMap(({ id }, place) => (this.sales.at(place).lastId === '' ? [] : id));
  }

  private setSpelling(place: number, facet: 'brand' | 'model', before: string, name: string): void {
    const values = this.valuesOf[facet];
    const numberBefore = this.facets[facet].at(place);
    this.setValue(place, facet, name);
    const number = this.facets[facet].at(place);
    if (numberBefore > 0) {
      values.countSpelling(numberBefore, before, -1);
    }
    if (number > 0) {
      values.countSpelling(number, name, 1);
    }
    this.spelt[facet].set(place, this.spellings.number(name));
  }

  private setValue(place: number, facet: SingleFacet, name: string | null): void {
    const number = this.numberOf(facet, name ?? '');
    this.placesOf[facet].move(place, unlessNone(this.facets[facet].at(place)), unlessNone(number));
    this.facets[facet].set(place, number);
  }

  private setColours(place: number, colours: readonly string[]): void {
    const before = numbersIn(this.facets.colour.at(place));
    const bits = colours.reduce((all, colour) => all | (1 << this.numberOf('colour', colour)), 0);
    this.placesOf.colour.move(place, before, numbersIn(bits));
    this.facets.colour.set(place, bits);
  }

  private numberOf(facet: AnyFacet, name: string): number {
    const value = slugOf(name);
    return value === '' ? 0 : this.valuesOf[facet].add(value, name);
  }
}

/** A hidden product has none, so it is in no list. */
function factsOf(product: FindableProduct | undefined) {
  return !product || product.hidden ? NO_FACTS : product;
}

function unlessNone(number: number): number[] {
  return number === 0 ? [] : [number];
}

/** The positions of the set bits. */
function numbersIn(bits: number): number[] {
  return Array.from({ length: 32 - Math.clz32(bits) }, (_, number) => number).filter(
    (number) => (bits & (1 << number)) !== 0,
  );
}

/** A positive number that grows by 1 each day. */
export function numberOfDay(day: Day): number {
  return startOfDayMs(day) / DAY_MS + DAYS_BEFORE_1970;
}

function beginningOf(name: string): string {
  return name.toLowerCase().split(/\s+/, RELATED_WORDS).join(' ');
}
