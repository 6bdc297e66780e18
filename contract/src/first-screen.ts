import type { HistoryBucket, ProductFigures } from './figures.js';
import type { HelpIndex, HelpPage } from './help.js';
import type { Banners, BrandPage, Shelves } from './home.js';
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
  /** Null says that there is no such brand. */
  readonly brand?: BrandPage | null;
  readonly helpIndex?: HelpIndex;
  /** Null says that there is no such page. */
  readonly help?: HelpPage | null;
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
