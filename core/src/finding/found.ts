import type { Day } from '../figures/days.js';
import type { PeriodOfSales } from '../figures/movers.js';
import type { Filter } from './facets.js';
import type { Facet } from './filters.js';
import type { SearchedProduct } from './product-words.js';

/** The searchable facts of a product. */
export interface FindableProduct extends SearchedProduct {
  readonly id: number;
  readonly thumbnail: string;
  readonly kind: string | null;
  readonly colours: readonly string[];
  readonly releaseDate: Day | null;
  readonly retailCents: number | null;
  /** The first day of trading; null if the product has always traded. */
  readonly tradesFrom: Day | null;
  /** Set once the product is no longer traded: it is in no list or search. */
  readonly hidden?: { readonly mergedInto: number | null } | null;
}

/** A product's sales: the last one, and totals of those that count over whole days up to now. */
export interface SalesOfProduct {
  /** The id of the last sale: ids sort by time. Empty for none. */
  readonly lastId: string;
  readonly lastCents: number | null;
  /** The last sale that counts. */
  readonly lastUsualCents: number | null;
  /** The last 7 days. */
  readonly week: PeriodOfSales;
  /** The last 30 days. */
  readonly month: PeriodOfSales;
  readonly salesOfYear: number;
}

export interface Sale {
  readonly id: string;
  /** The time in its id. */
  readonly atMs: number;
  readonly size: string;
  readonly cents: number;
  /** True if it counts only as the last sale. */
  readonly isOdd: boolean;
}

/** The count and the sum of the sales of a size in each period. */
export interface SalesOfSize {
  readonly size: string;
  /** A count and a sum for each of `DAYS_OF_SIZES`. */
  readonly sums: readonly number[];
}

/** The sales of a size in one of the recent hours, without odd ones. */
export interface SalesOfHour {
  /** Counted from 1970, in UTC. */
  readonly hour: number;
  readonly size: string;
  readonly sales: number;
  readonly sumCents: number;
}

/** A product's sales before a time, summed up. */
export interface PastSales {
  /** All sales before this time are in the sums; later ones are known one by one. */
  readonly untilMs: number;
  /** The last of them. */
  readonly lastId: string;
  readonly lastCents: number | null;
  readonly lastUsualCents: number | null;
  /** Before the recent days. */
  readonly salesOfYear: number;
  /** Before the recent days. */
  readonly sizes: readonly SalesOfSize[];
  /** The recent days, in the order of their hours. */
  readonly hours: readonly SalesOfHour[];
}

/** The best prices of a book. */
export interface BestOfBook {
  readonly productId: number;
  readonly size: string;
  /** A higher sequence number means a newer state. */
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
}

/** A found product with the data of its card. */
export interface FoundProduct extends FindableProduct {
  readonly sales: SalesOfProduct;
  /** The lowest ask in the selected sizes, or in any size without a selection. */
  readonly lowestAskCents: number | null;
}

export interface CountedValue {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** The matching products, and the counts of other filters. */
export interface Found {
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly products: readonly FoundProduct[];
  readonly facets: Readonly<Record<Facet, readonly CountedValue[]>>;
  readonly pricesCents: { readonly lowest: number; readonly highest: number } | null;
  readonly belowRetail: number;
  /** Selected values without products. */
  readonly unknown: readonly { readonly facet: Facet; readonly value: string }[];
  /** Without matches: the filters that would help if removed, most results first. */
  readonly loosen: readonly { readonly choice: Filter; readonly count: number }[];
  readonly isClose: boolean;
}

export interface FoundByText {
  readonly count: number;
  readonly isClose: boolean;
  readonly products: readonly FoundProduct[];
}

/** A product in a market list with its figures; percentages are null where undefined. */
export interface ListedProduct {
  readonly product: FoundProduct;
  readonly sales: number;
  readonly changePercent: number | null;
  readonly premiumPercent: number | null;
  readonly spreadPercent: number | null;
}

/** A brand, or a model of one. */
export interface Line {
  /** The slug for addresses. */
  readonly slug: string;
  /** The most common spelling. */
  readonly name: string;
  readonly products: number;
  /** The thumbnail of its best seller. */
  readonly thumbnail: string;
}
