import { DAY_MS, type Day, startOfDayMs } from '../figures/days.js';
import { slugOf } from '../market/slug.js';
import { BestPrices } from './best-prices.js';
import { Column, FacetValues, NumberedTexts } from './columns.js';
import { type AnyFacet, ofEachFacet, type SingleFacet } from './facets.js';
import type { BestOfBook, FindableProduct, FoundProduct, PastSales, Sale } from './found.js';
import { PlaceLists } from './place-lists.js';
import { PlaceSet } from './place-set.js';
import { NO_SALES, SalesColumns } from './sales-columns.js';

/** How many words related names have in common. */
const RELATED_WORDS = 2;
/** So that a day long ago has a number, too. */
const DAYS_BEFORE_1970 = 1_000_000;

/**
 * All products of a market in columns: an array for each thing that is asked for, with a place for each product, the
 * older ones first. It follows the market by `put`, `setBook`, `setSales` and `addSale`.
 */
export class ProductColumns {
  private readonly places = new Map<number, number>();
  private readonly products: FindableProduct[] = [];
  readonly prices = new BestPrices();
  readonly sales = new SalesColumns();
  readonly valuesOf: Readonly<Record<AnyFacet, FacetValues>> = ofEachFacet(() => new FacetValues());
  /** The number of each product's value; of its colours a bit for each, by its number. */
  readonly facets: Readonly<Record<AnyFacet, Column>> = ofEachFacet(() => new Column());
  /** The places of each value, by its number. */
  private readonly placesOf: Readonly<Record<AnyFacet, PlaceLists>> = ofEachFacet(() => new PlaceLists());
  /** How names are spelt that are one value, and how each product spells its own. */
  readonly spellings = new NumberedTexts();
  readonly spelt = { brand: new Column(), model: new Column() };
  /** A number for the first words of each product's name. */
  readonly beginnings = new Column();
  private readonly beginningTexts = new NumberedTexts();
  /** In cents, 0 for none. */
  readonly retail = new Column();
  /** As `numberOfDay` has it, 0 for never. */
  readonly released = new Column();

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
    this.setValue(place, 'model', model);
    this.setValue(place, 'kind', kind);
    this.setValue(place, 'year', releaseDate?.slice(0, 'YYYY'.length) ?? null);
    this.setColours(place, colours);
    this.spelt.brand.set(place, this.spellings.number(brand));
    this.spelt.model.set(place, this.spellings.number(model ?? ''));
    this.beginnings.set(place, this.beginningTexts.number(beginningOf(product.name)));
    this.retail.set(place, retailCents ?? 0);
    this.released.set(place, releaseDate === null ? 0 : numberOfDay(releaseDate));
    if (known === undefined) {
      this.sales.set(place, NO_SALES, []);
    }
    return place;
  }

  /** Tells how a book stands, unless something newer is known of it. */
  setBook({ productId, ...book }: BestOfBook): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.prices.set(place, book);
    }
  }

  /** Tells what a product has sold: up to some day, and each sale since then. */
  setSales(productId: number, past: PastSales, recent: readonly Sale[]): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.sales.set(place, past, recent);
    }
  }

  /** Adds a sale of these days; one that is known already changes nothing. */
  addSale(productId: number, sale: Sale): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.sales.add(place, sale);
    }
  }

  /** A sale of these days was found to be odd. */
  setOdd(productId: number, id: string): void {
    const place = this.places.get(productId);
    if (place !== undefined) {
      this.sales.setOdd(place, id);
    }
  }

  /** The places of all products. */
  everything(): PlaceSet {
    return PlaceSet.below(this.count);
  }

  /** The places that have any of some values of a facet, by their numbers. */
  placesWith(facet: AnyFacet, numbers: readonly number[]): PlaceSet {
    return PlaceSet.of(
      numbers.map((number) => this.placesOf[facet].of(number)),
      this.count,
    );
  }

  /** Null for a product that is not there. */
  placeOf(id: number): number | null {
    return this.places.get(id) ?? null;
  }

  /** @throws for a place that is no product's */
  productAt(place: number): FindableProduct {
    const product = this.products[place];
    if (!product) {
      throw new RangeError(`There is no product at place ${place}`);
    }
    return product;
  }

  /** @throws for a place that is no product's */
  found(place: number, askCents = this.prices.lowestAsk.at(place)): FoundProduct {
    return {
      ...this.productAt(place),
      sales: this.sales.at(place),
      lowestAskCents: askCents === 0 ? null : askCents,
    };
  }

  /** The ids of all products, in the order of their places. */
  ids(): number[] {
    return this.products.map(({ id }) => id);
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

function unlessNone(number: number): number[] {
  return number === 0 ? [] : [number];
}

/** The numbers of which bits are set. */
function numbersIn(bits: number): number[] {
  return Array.from({ length: 32 - Math.clz32(bits) }, (_, number) => number).filter(
    (number) => (bits & (1 << number)) !== 0,
  );
}

/** Above 0. */
export function numberOfDay(day: Day): number {
  return startOfDayMs(day) / DAY_MS + DAYS_BEFORE_1970;
}

function beginningOf(name: string): string {
  return name.toLowerCase().split(/\s+/, RELATED_WORDS).join(' ');
}
