import type { Day } from '../figures/days.js';
import type { MarketList } from '../figures/movers.js';
import { greatestPlaces } from '../greatest.js';
import { dollarsToCents } from '../money.js';
import { compareSizes } from '../sizes.js';
import { allModelLines, brandLines, modelLines, placesOfLine, popularModels } from './brand-lines.js';
import { type AnyFacet, FACET_FACTS, type Filter } from './facets.js';
import type { Facet, Filters } from './filters.js';
import type {
  BestOfBook,
  CountedValue,
  FindableProduct,
  Found,
  FoundByText,
  FoundProduct,
  Line,
  ListedProduct,
  PastSales,
  Sale,
} from './found.js';
import { KEYS, leastPlaces } from './least.js';
import { type ListedPeriod, listMarket } from './market-lists.js';
import { Narrowed, type Wanted } from './narrowed.js';
import { PlaceSet } from './place-set.js';
import { numberOfDay, ProductColumns } from './product-columns.js';
import type { Matches } from './product-words.js';
import { firstNewDay, latestReleases } from './releases.js';
import type { SearchAlias, SearchAliases } from './search-aliases.js';
import { salesKeys, sortKeys } from './sort-keys.js';
import { TextSearch } from './text-search.js';

/** The maximum number of values listed per facet, besides the selected ones. */
const MAX_VALUES = 60;
/** Each of these costs a page of the trade feed two lookups. */
const MOST_SOLD_SINCE = 5_000;

/**
 * An in-memory index of all products. Matches and the counts of other filters are computed from sets of product indexes
 * and columns of numbers; a text is compared once with each distinct word.
 */
export class FindableProducts {
  private readonly columns = new ProductColumns();
  private readonly texts = new TextSearch(this.columns.prices);

  get count(): number {
    return this.columns.count;
  }

  /** Adds or updates a product. @param sizes the sizes that have a book */
  put(product: FindableProduct, sizes: readonly string[] = []): void {
    this.texts.put(this.columns.put(product), product);
    this.columns.prices.addSizes(sizes);
  }

  /** Replaces the aliases of search texts. */
  setAliases(aliases: readonly SearchAlias[]): void {
    this.texts.setAliases(aliases);
  }

  /** Stores the state of a book, unless a newer one is known. */
  setBook(book: BestOfBook): void {
    this.columns.setBook(book);
  }

  /** Sets the sales of a product: sums up to some time, and each later sale. */
  setSales(productId: number, past: PastSales, newest: readonly Sale[]): void {
    this.columns.setSales(productId, past, newest);
  }

  /** Adds a sale; a known one changes nothing. @returns false if the product's sums may or may not contain it */
  addSale(productId: number, sale: Sale): boolean {
    return this.columns.addSale(productId, sale);
  }

  /** Removes one of the newest sales. @returns false if it is none, and may be in the product's sums */
  removeSale(productId: number, id: string): boolean {
    return this.columns.removeSale(productId, id);
  }

  /** Marks one of the newest sales as odd. @returns false if it is none, and may be in the product's sums */
  setOdd(productId: number, id: string): boolean {
    return this.columns.setOdd(productId, id);
  }

  /** The products of these ids, in the same order, without unknown and hidden ones. */
  found(ids: readonly number[]): FoundProduct[] {
    const places = ids.map((id) => this.columns.placeOf(id)).filter((place) => place !== null);
    return places.filter((place) => !this.columns.isHidden(place)).map((place) => this.columns.found(place));
  }

  /** The product that a hidden one was merged into; null for none. */
  mergedInto(id: number): number | null {
    const place = this.columns.placeOf(id);
    return place === null ? null : (this.columns.productAt(place).hidden?.mergedInto ?? null);
  }

  /** The ids of all products that were ever sold, hidden ones included. */
  soldIds(): number[] {
    return this.columns.soldIds();
  }

  /** The price change over 7 days in per cent, of one size or of all sizes of a product; null where undefined. */
  changeOfWeek(id: number, size: string | null): number | null {
    const place = this.columns.placeOf(id);
    if (place === null) {
      return null;
    }
    const { sales } = this.columns;
    return size === null ? sales.at(place).week.changePercent : sales.changeOfSize(place, size);
  }

  /** The matching products on a day, `perPage` to a page. A page beyond the last returns the last. */
  browse(filters: Filters, perPage: number, today: Day): Found {
    const { matches, isClose, size } = this.texts.match(filters.text, this.count);
    const chosen = filters.values.size.filter((each) => this.columns.prices.hasSize(each));
    // A size that the text names counts as chosen, unless others are.
    const sizes = chosen.length === 0 && size !== null ? [size] : chosen;
    const narrowed = new Narrowed(this.columns, {
      sets: this.setsOf(filters, sizes, matches),
      sizes,
      price: wantedPrice(filters),
      isBelowRetail: filters.isBelowRetail,
    });
    const { fitting } = narrowed;
    const pages = Math.max(1, Math.ceil(fitting.length / perPage));
    const page = Math.min(filters.page, pages);
    const askAt = (place: number) => narrowed.askAt(place);
    const keys = sortKeys(filters.sort, this.columns, matches, { askAt, lastDay: numberOfDay(today) });
    const places = leastPlaces(fitting, keys, { from: (page - 1) * perPage, to: page * perPage });
    const facetValues = (facet: AnyFacet) =>
      this.counted(facet, narrowed.counts(facet), filters.values[facet]);
    return {
      count: fitting.length,
      page,
      pages,
      products: places.map((place) => this.columns.found(place, askAt(place))),
      facets: {
        brand: facetValues('brand'),
        model: facetValues('model'),
        kind: facetValues('kind'),
        size: this.countedSizes(narrowed, filters.values.size),
        colour: facetValues('colour'),
        year: facetValues('year').toSorted((a, b) => Number(b.value) - Number(a.value)),
      },
      pricesCents: narrowed.prices(),
      belowRetail: narrowed.countBelowRetail(),
      unknown: this.unknownValues(filters),
      loosen: fitting.length > 0 ? [] : narrowed.relaxed(),
      isClose,
    };
  }

  /**
   * The products whose words match a text, in the order of `browse`; at most `limit`.
   * @param from how many of the best are left out @param aliases in place of the index's own
   */
  search(text: string, limit: number, from = 0, aliases?: SearchAliases): FoundByText {
    const { matches, isClose } = this.texts.match(text, this.count, aliases);
    const places = matches?.places ?? new Int32Array();
    return { count: places.length, isClose, products: this.first(limit, places, matches, from) };
  }

  /** For a text without matches, a shorter one that has some; null for none. */
  near(text: string): string | null {
    return this.texts.near(text, this.count);
  }

  /** The products with the most recent sales, then the latest sale, then the oldest product; at most `limit`. */
  trending(limit: number): FoundProduct[] {
    const { lately } = this.columns.sales;
    return greatestPlaces(this.count, limit, {
      rankOf: (place) => (this.columns.isHidden(place) ? null : lately.at(place)),
      isFirst: (place, other) => this.soldLater(place, other),
    }).map((place) => this.columns.found(place));
  }

  /** The latest releases up to a day, newer products first within a day; at most `limit`. */
  releases(today: Day, limit: number): FoundProduct[] {
    return latestReleases(this.columns, { until: today }, limit);
  }

  /** The releases of the last 90 days (`NEW_RELEASE_DAYS`), in the same order. */
  newReleases(today: Day, limit: number): FoundProduct[] {
    return latestReleases(this.columns, { from: firstNewDay(today), until: today }, limit);
  }

  /**
   * The products that may have the newest `limit` sales below an id: all products with a sale at or after that id, and
   * those with the latest sales before it. Null if more than `MOST_SOLD_SINCE` products sold at or after it.
   */
  mayHaveSoldBefore(id: string, limit: number, mostSince = MOST_SOLD_SINCE): number[] | null {
    const { sales } = this.columns;
    const since = this.placesWhere((place) => sales.at(place).lastId >= id);
    if (since.length > mostSince) {
      return null;
    }
    const before = greatestPlaces(this.count, limit, {
      rankOf: (place) => (sales.at(place).lastId < id && sales.at(place).lastId !== '' ? 0 : null),
      isFirst: (place, other) => this.soldLater(place, other),
    });
    return [...since, ...before].map((place) => this.columns.productAt(place).id);
  }

  /** The market lists, with at most `length` products each. */
  marketLists(period: ListedPeriod, length: number): Record<MarketList, ListedProduct[]> {
    return listMarket(this.columns, period, length);
  }

  /** All brands, those with the most products first. */
  brands(): Line[] {
    return brandLines(this.columns);
  }

  /** The models of a brand, those with the most products first. @param slug the brand's slug */
  modelsOf(slug: string): Line[] {
    return modelLines(this.columns, slug);
  }

  /** The slugs of all models with those of their brands. */
  allModels(): { readonly brand: string; readonly model: string }[] {
    return allModelLines(this.columns);
  }

  /**
   * The best sellers of a brand or of one of its models; at most `limit`.
   * @param model the slug of the model; null for the whole brand
   */
  bestSellers(
    slugs: { readonly brand: string; readonly model: string | null },
    limit: number,
  ): FoundProduct[] {
    return this.first(limit, placesOfLine(this.columns, slugs));
  }

  /** The ids of all products that are not hidden, oldest first. */
  ids(): number[] {
    return this.columns.ids();
  }

  /** The products whose names start with the same two words (section 9), best sellers first; null if it is unknown. */
  related(id: number, limit: number): FoundProduct[] | null {
    const own = this.columns.placeOf(id);
    if (own === null) {
      return null;
    }
    const { cells } = this.columns.beginnings;
    const places = this.placesWhere(
      (place) => cells[place] === cells[own] && place !== own && !this.columns.isHidden(place),
    );
    return this.first(limit, places);
  }

  /** The names of the best-selling models; at most `limit`. */
  popularModels(limit: number): string[] {
    return popularModels(this.columns, limit);
  }

  private placesWhere(isWanted: (place: number) => boolean): Int32Array {
    const places = new Int32Array(this.count);
    let count = 0;
    for (let place = 0; place < this.count; place += 1) {
      if (isWanted(place)) {
        places[count] = place;
        count += 1;
      }
    }
    return places.subarray(0, count);
  }

  private soldLater(place: number, other: number): boolean {
    const [id, otherId] = [this.columns.sales.at(place).lastId, this.columns.sales.at(other).lastId];
    return id > otherId || (id === otherId && place < other);
  }

  private first(limit: number, places: Int32Array, matches: Matches | null = null, from = 0): FoundProduct[] {
    const keys = salesKeys('trending', this.columns, matches);
    return leastPlaces(places, keys, { from, to: from + limit }).map((place) => this.columns.found(place));
  }

  /** Values without products are ignored. @param sizes the selected sizes that have books */
  private setsOf(
    { values }: Filters,
    sizes: readonly string[],
    matches: Matches | null,
  ): ReadonlyMap<Filter, PlaceSet> {
    const sets = new Map<Filter, PlaceSet>();
    for (const facet of FACET_FACTS) {
      const numbers = values[facet]
        .map((value) => this.columns.valuesOf[facet].find(value))
        .filter((number) => number > 0);
      if (numbers.length > 0) {
        sets.set(facet, this.columns.placesWith(facet, numbers));
      }
    }
    if (sizes.length > 0) {
      sets.set('size', this.columns.prices.askedIn(sizes));
    }
    if (matches !== null) {
      sets.set('q', PlaceSet.of([matches.places], this.count));
    }
    return sets;
  }

  private counted(facet: AnyFacet, counts: Int32Array, chosen: readonly string[]): CountedValue[] {
    const values = this.columns.valuesOf[facet];
    const shown: CountedValue[] = [];
    for (const [number, count] of counts.entries()) {
      if (number > 0 && (count > 0 || chosen.length > 0)) {
        const { value, name } = values.named(number);
        if (count > 0 || chosen.includes(value)) {
          shown.push({ value, name, count });
        }
      }
    }
    return shown
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .filter(({ value }, index) => index < MAX_VALUES || chosen.includes(value));
  }

  private countedSizes(narrowed: Narrowed, chosen: readonly string[]): CountedValue[] {
    const counts = narrowed.countSizes();
    return this.columns.prices
      .sizes()
      .map((size, index) => ({ value: size, name: size, count: counts[index + 1] ?? 0 }))
      .filter(({ value, count }) => count > 0 || chosen.includes(value))
      .sort((a, b) => compareSizes(a.value, b.value));
  }

  private unknownValues({ values }: Filters): { facet: Facet; value: string }[] {
    const isKnown = (facet: Facet, value: string) =>
      facet === 'size' ? this.columns.prices.hasSize(value) : this.columns.valuesOf[facet].find(value) > 0;
    return (Object.keys(values) as Facet[]).flatMap((facet) =>
      values[facet].filter((value) => !isKnown(facet, value)).map((value) => ({ facet, value })),
    );
  }
}

function wantedPrice({ from, to }: Filters): Wanted['price'] {
  return from === null && to === null
    ? null
    : { lowestCents: dollarsToCents(from ?? 0), highestCents: to === null ? KEYS - 1 : dollarsToCents(to) };
}
