import { DAY_MS } from '@perkex/core/figures/days.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { Silhouette } from '@perkex/server/drawings/silhouettes.js';
import { type PastSale, pastSales } from './past-sales.js';
import { type PriceModel, priceModel } from './price-model.js';
import { type Random, runningTotals, seededRandom } from './random.js';
import { type RestingOrder, restingOrders } from './resting-orders.js';
import { sizePopularity } from './size-run.js';
import type { Sneaker } from './sneaker.js';

export interface DemoProduct {
  name: string;
  brand: string;
  silhouette: Silhouette;
  colours: Readonly<Record<string, string>>;
  details: readonly string[];
  retailPriceCents: number;
  /** 'YYYY-MM-DD'; so is `tradesFrom`, which is null for one that trades already. */
  releaseDate: string;
  tradesFrom: string | null;
  sizes: string[];
}

export interface DemoPastSale {
  productName: string;
  size: string;
  priceCents: number;
  soldAt: Date;
}

export interface DemoOrder {
  productName: string;
  size: string;
  side: Side;
  priceCents: number;
  /** From 0 to below the market's traderCount. */
  trader: number;
}

export interface DemoMarket {
  products: DemoProduct[];
  /** The year up to now; oldest first within a product. */
  pastSales: DemoPastSale[];
  orders: DemoOrder[];
  traderCount: number;
}

const traderCount = 240;
const daysShown = 365;

/** The seed of the demonstration market, which also reproduces it. */
export const DEMO_SEED = 1;

/** Exactly one of this many consecutive books is empty, so that visitors also see sizes without asks and bids. */
export const booksPerEmptyBook = 10;

export interface DemoMarketOptions {
  readonly sneakers: readonly Sneaker[];
  readonly seed: number;
  readonly now: Date;
}

/** A market with a year of history for visitors to explore. It is deterministic for the same options. */
export function demoMarket({ sneakers, seed, now }: DemoMarketOptions): DemoMarket {
  const days = daysUpTo(now);
  const emptyBooks = chooseEmptyBooks(sneakers, seededRandom(seed, 'empty books'));
  const histories = sneakers.map((sneaker) => history(sneaker, days, now, seededRandom(seed, sneaker.name)));
  return {
    products: sneakers.map(product),
    pastSales: histories.flatMap(({ sneaker, sales }) =>
      sales.map((sale) => ({ productName: sneaker.name, ...sale })),
    ),
    orders: histories.flatMap((past) => productOrders(past, emptyBooks)),
    traderCount,
  };
}

/** The valuation of a pair in one size. */
export interface DemoValuation {
  readonly productName: string;
  readonly size: string;
  readonly worthDollars: number;
  /** Its trading frequency compared with the others. */
  readonly popularity: number;
}

/** Today's valuation of every pair, by the model of the past sales and the first orders. */
export function demoValuations({ sneakers, seed, now }: DemoMarketOptions): DemoValuation[] {
  const days = daysUpTo(now);
  return sneakers.flatMap((sneaker) => {
    const model = priceModel(sneaker, days, seededRandom(seed, sneaker.name));
    return sneaker.sizeRun.sizes.map((size, index) => ({
      productName: sneaker.name,
      size,
      worthDollars: valuationToday(model, index),
      popularity: sizePopularity(sneaker.sizeRun, size),
    }));
  });
}

function valuationToday({ dailyDollars, sizeFactors }: PriceModel, sizeIndex: number): number {
  return (dailyDollars.at(-1) ?? 1) * (sizeFactors[sizeIndex] ?? 1);
}

interface History {
  sneaker: Sneaker;
  model: PriceModel;
  sales: PastSale[];
  random: Random;
}

function history(sneaker: Sneaker, days: readonly Date[], now: Date, random: Random): History {
  const model = priceModel(sneaker, days, random);
  const sales = pastSales(model, sneaker.sizeRun, days, sneaker.releaseDate, now, random);
  return { sneaker, model, sales, random };
}

function product(sneaker: Sneaker): DemoProduct {
  return {
    name: sneaker.name,
    brand: sneaker.brand,
    silhouette: sneaker.silhouette,
    colours: sneaker.colours,
    details: sneaker.details,
    retailPriceCents: sneaker.retailPrice * 100,
    releaseDate: sneaker.releaseDate,
    tradesFrom: sneaker.tradesFrom,
    sizes: [...sneaker.sizeRun.sizes],
  };
}

/** The UTC midnights of the last year, today's last. */
function daysUpTo(now: Date): Date[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: daysShown }, (_, index) => new Date(today - (daysShown - 1 - index) * DAY_MS));
}

function productOrders(past: History, emptyBooks: ReadonlySet<string>): DemoOrder[] {
  return past.sneaker.sizeRun.sizes.flatMap((size, sizeIndex) => {
    if (past.sneaker.tradesFrom !== null || emptyBooks.has(bookKey(past.sneaker, size))) {
      return [];
    }
    return bookOrders(past, size, sizeIndex).map((order) => ({
      productName: past.sneaker.name,
      size,
      ...order,
    }));
  });
}

function bookOrders(
  { sneaker, model, sales, random }: History,
  size: string,
  sizeIndex: number,
): RestingOrder[] {
  const worth = valuationToday(model, sizeIndex);
  const lastSale = sales.findLast((sale) => sale.size === size);
  // An old sale is weak evidence for today, so a price that has moved since outweighs it.
  const worthDollars = lastSale ? Math.sqrt(worth * nearer(lastSale.priceCents / 100, worth)) : worth;
  return restingOrders(worthDollars, sizePopularity(sneaker.sizeRun, size), traderCount, random);
}

/** The price, limited to within a tenth of the valuation. */
function nearer(dollars: number, worthDollars: number): number {
  return Math.min(1.1 * worthDollars, Math.max(0.9 * worthDollars, dollars));
}

function bookKey(sneaker: Sneaker, size: string): string {
  return `${sneaker.name}\n${size}`;
}

/** Selects one of every ten consecutive books, more likely a rarely traded size than a popular one. */
function chooseEmptyBooks(sneakers: readonly Sneaker[], random: Random): Set<string> {
  const books = sneakers.flatMap((sneaker) =>
    sneaker.sizeRun.sizes.map((size) => ({
      key: bookKey(sneaker, size),
      rarity: 1 / (0.1 + sizePopularity(sneaker.sizeRun, size)),
    })),
  );
  const chosen = new Set<string>();
  for (let first = 0; first + booksPerEmptyBook <= books.length; first += booksPerEmptyBook) {
    const row = books.slice(first, first + booksPerEmptyBook);
    const book = row[random.weightedIndex(runningTotals(row.map(({ rarity }) => rarity)))];
    if (book) {
      chosen.add(book.key);
    }
  }
  return chosen;
}
