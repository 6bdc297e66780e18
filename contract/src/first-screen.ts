import type { HistoryBucket, ProductFigures } from './figures.js';
import type { Browse, Releases } from './finding.js';
import type { HelpIndex, HelpPage } from './help.js';
import type { Banners, Brand, BrandPage, ModelPage, Shelves } from './home.js';
import type { Market, MarketIndex, MarketPeriod, Tape } from './market.js';
import type { ProductDetail, ProductSummary } from './products.js';

/** The id of the element of a page that holds its first-screen data, as JSON. */
export const FIRST_SCREEN_ID = 'first-screen';

/** What a page shows first, sent along in its HTML so that it needs no second round trip. */
export interface FirstScreen {
  /** On Home: what its carousel shows. */
  readonly trending?: readonly ProductSummary[];
  /** On a product's page; null says that there is no such product. */
  readonly product?: ProductDetail | null;
  /** What a product's sales say, of the size that its page shows. */
  readonly sales?: ProductSales;
  readonly market?: FirstMarket;
  readonly banners?: Banners;
  readonly shelves?: Shelves;
  readonly browse?: FirstFound;
  readonly releases?: FirstReleases;
  readonly brands?: readonly Brand[];
  /** Null says that there is no such brand. */
  readonly brand?: BrandPage | null;
  /** Null says that the brand has no such model line. */
  readonly model?: ModelPage | null;
  readonly helpIndex?: HelpIndex;
  /** Null says that there is no such page. */
  readonly help?: HelpPage | null;
}

/** What fits some choices. */
interface FirstFound {
  /** The choices, as `addressOf` writes them. */
  readonly address: string;
  readonly found: Browse;
}

interface FirstReleases {
  /** The month that was asked for, as it stands in the address; null for none. */
  readonly month: string | null;
  readonly shown: Releases;
}

interface ProductSales {
  /** Null for all sizes. */
  readonly size: string | null;
  readonly figures: ProductFigures;
  /** Of the chart's first range. */
  readonly history: readonly HistoryBucket[];
}

/** The market as a whole. */
interface FirstMarket {
  readonly period: MarketPeriod;
  readonly lists: Market;
  /** Of the chart's first range. */
  readonly index: MarketIndex;
  /** Its newest sales, as many as the pages read at a time. */
  readonly tape: Tape;
}

/** The ranges that charts begin with. */
export const FIRST_RANGES = { product: '3M', index: '1Y' } as const;

/** How many sales the pages read at a time. */
export const TAPE_PAGE = 40;
