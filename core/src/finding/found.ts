import type { Day } from '../figures/days.js';
import type { PeriodOfSales } from '../figures/movers.js';
import type { Facet } from './choices.js';
import type { Choice } from './facets.js';
import type { SearchedProduct } from './product-words.js';

/** What is known of a product that can be found. */
export interface FindableProduct extends SearchedProduct {
  readonly id: number;
  readonly thumbnail: string;
  readonly kind: string | null;
  readonly colours: readonly string[];
  readonly releaseDate: Day | null;
  readonly retailCents: number | null;
  /** The day on which orders are taken; null for one that always trades. */
  readonly tradesFrom: Day | null;
}

/** What the sales of a product say: the last one, and those that count, of whole days up to now. */
export interface SalesOfProduct {
  /** The id of the last sale: ids sort by time. Empty for none. */
  readonly lastId: string;
  readonly lastCents: number | null;
  /** The last sale that counts. */
  readonly lastUsualCents: number | null;
  /** Of 7 days. */
  readonly week: PeriodOfSales;
  /** Of 30 days. */
  readonly month: PeriodOfSales;
  readonly salesOfYear: number;
}

export interface Sale {
  readonly id: string;
  readonly size: string;
  readonly cents: number;
  /** Whether it counts for nothing but the last sale. */
  readonly isOdd: boolean;
}

/** How many sales of a size count in some days, and the sum of their prices. */
export interface SalesOfSize {
  readonly size: string;
  /** A number and a sum for each of `DAYS_OF_SIZES`. */
  readonly sums: readonly number[];
}

/** What a product has sold in the days that are over. */
export interface PastSales {
  readonly lastId: string;
  readonly lastCents: number | null;
  readonly lastUsualCents: number | null;
  readonly salesOfYear: number;
  readonly sizes: readonly SalesOfSize[];
}

/** How a book stands. */
export interface BestOfBook {
  readonly productId: number;
  readonly size: string;
  /** Of two states of a book, the higher is the newer. */
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
}

/** A product that was found, with what a card of it shows. */
export interface FoundProduct extends FindableProduct {
  readonly sales: SalesOfProduct;
  /** Of the chosen sizes, where some are chosen. */
  readonly lowestAskCents: number | null;
}

export interface CountedValue {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** The products that fit choices, and what other choices would show. */
export interface Found {
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly products: readonly FoundProduct[];
  readonly facets: Readonly<Record<Facet, readonly CountedValue[]>>;
  readonly pricesCents: { readonly lowest: number; readonly highest: number } | null;
  readonly belowRetail: number;
  /** Chosen values that nothing has. */
  readonly unknown: readonly { readonly facet: Facet; readonly value: string }[];
  /** Where nothing fits: the choices each of which, given up, would show something, the most first. */
  readonly loosen: readonly { readonly choice: Choice; readonly count: number }[];
  readonly isClose: boolean;
}

export interface FoundByText {
  readonly count: number;
  readonly isClose: boolean;
  readonly products: readonly FoundProduct[];
}

/** A product in a list of the market, with what the list says of it; per cent, null where there is nothing to say. */
export interface ListedProduct {
  readonly product: FoundProduct;
  readonly sales: number;
  readonly changePercent: number | null;
  readonly premiumPercent: number | null;
  readonly spreadPercent: number | null;
}

/** A brand, or a model line of one. */
export interface Line {
  /** Its name in addresses. */
  readonly slug: string;
  /** As most of its products spell it. */
  readonly name: string;
  readonly products: number;
  /** The picture of the product of it that sold most lately. */
  readonly thumbnail: string;
}
