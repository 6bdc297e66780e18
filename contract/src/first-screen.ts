import type { CALL_ADDRESSES, CallName } from './call-addresses.js';
import type { CallAnswer, CallInput } from './calls.js';
import type { HistoryBucket, ProductFigures } from './figures.js';
import type { Browse, Releases } from './finding.js';
import type { Market, MarketIndex, MarketPeriod, TradeFeed } from './market.js';
import type { ProductDetail, ProductSummary } from './products.js';

/** The id of the element of a page that holds its first-screen data, as JSON. */
export const FIRST_SCREEN_ID = 'first-screen';

/** The data that a page shows first, embedded in its HTML to save a second round trip. */
export interface FirstScreen extends FirstAnswers, ShapedData {}

/**
 * The answers of open calls whose parameters are in the address of the page; null if there is nothing at the address.
 */
type FirstAnswers = {
  readonly [Name in Exclude<NameOfOpenCall, keyof ShapedData>]?: CallAnswer<Name> | null;
};

type NameOfOpenCall = {
  [Name in CallName]: (typeof CALL_ADDRESSES)[Name] extends {
    readonly method: 'GET';
    readonly for: 'anybody';
  }
    ? CallInput<Name> extends { readonly query: unknown }
      ? never
      : Name
    : never;
}[CallName];

/** Data of which the queries are not those of the calls of this name, or have more parameters than the address. */
interface ShapedData {
  /** On Home: the products of the carousel. */
  readonly trending?: readonly ProductSummary[];
  /** On a product's page; null if there is no such product. */
  readonly product?: ProductDetail | null;
  /** Figures from a product's sales, for the size that its page shows. */
  readonly sales?: ProductSales;
  readonly market?: FirstMarket;
  readonly browse?: FirstFound;
  readonly releases?: FirstReleases;
}

/** The products that match some filters. */
interface FirstFound {
  /** The filters, as `addressOf` writes them. */
  readonly address: string;
  readonly found: Browse;
}

interface FirstReleases {
  /** The requested month, as written in the address; null for none. */
  readonly month: string | null;
  readonly shown: Releases;
}

interface ProductSales {
  /** Null for all sizes. */
  readonly size: string | null;
  readonly figures: ProductFigures;
  /** For the chart's first range. */
  readonly history: readonly HistoryBucket[];
}

/** The market as a whole. */
interface FirstMarket {
  readonly period: MarketPeriod;
  readonly lists: Market;
  /** For the chart's first range. */
  readonly index: MarketIndex;
  /** The newest sales, one read of the pages. */
  readonly tape: TradeFeed;
}

/** The initial ranges of the charts. */
export const FIRST_RANGES = { product: '3M', index: '1Y' } as const;

/** The number of sales that the pages read at a time. */
export const TRADE_FEED_PAGE = 40;
