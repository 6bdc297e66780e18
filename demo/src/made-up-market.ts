import { DAY_MS } from '@perkex/core/figures/days.js';
import { wholeDollars } from './dollars.js';
import type { MadeUpCatalogue, MadeUpProduct } from './made-up-products.js';
import type { PastSale } from './past-sales.js';
import { seededRandom } from './random.js';
import { type RestingOrder, restingOrders } from './resting-orders.js';
import { sizePopularity } from './size-run.js';

/** The trading of made-up products. */
export interface MadeUpMarket extends MadeUpCatalogue {
  /**
   * The open orders of each trading product; with `some`, most products have none and a few have many, as in a real
   * market.
   */
  readonly ordersPerProduct: number | 'some';
  /** The number of traders that the orders are spread over. */
  readonly traders: number;
}

/** The open orders and past sales of one book. */
export interface MadeUpBook {
  readonly size: string;
  readonly orders: readonly RestingOrder[];
}

export interface MadeUpTrading {
  /** One per size, in the order of the sizes. */
  readonly books: readonly MadeUpBook[];
  readonly pastSales: readonly PastSale[];
}

const BUSY_SHARE = 0.25;
const BUSY_SIZES = { fewest: 2, most: 4 };
const SALES = { fewest: 2, most: 14 };
const SALES_DAYS = 365;
const EVEN_SIZES = 5;
const GRAIL_SHARE = 0.03;

/** The average number of open orders of a product with `some`. */
export const EXPECTED_ORDERS_PER_PRODUCT = 5;

/** The orders and sales of a product; deterministic for the same market, product and index. */
export function madeUpTrading(market: MadeUpMarket, product: MadeUpProduct, place: number): MadeUpTrading {
  const { seed, now, ordersPerProduct, traders } = market;
  const { sizeRun, tradesFrom, retailPriceCents, releaseDate } = product;
  const random = seededRandom(seed, `made-up market ${place}`);
  const premium = random.chance(GRAIL_SHARE) ? random.between(4, 8) : random.between(0.75, 1.9);
  const worthDollars = (retailPriceCents / 100) * premium;
  const popularFirst = [...sizeRun.sizes].sort(
    (left, right) => sizePopularity(sizeRun, right) - sizePopularity(sizeRun, left),
  );
  const ordersOfSize = new Map<string, readonly RestingOrder[]>();
  let pastSales: PastSale[] = [];
  if (tradesFrom === null && typeof ordersPerProduct === 'number') {
    const sizes = popularFirst.slice(0, EVEN_SIZES);
    sizes.forEach((size, index) => {
      // The remainder goes to the most popular sizes.
      const count = Math.floor((ordersPerProduct + sizes.length - 1 - index) / sizes.length);
      ordersOfSize.set(size, evenOrders(count, worthDollars, traders, place * EVEN_SIZES + index));
    });
  } else if (tradesFrom === null && random.chance(BUSY_SHARE)) {
    const sizes = popularFirst.slice(0, random.integer(BUSY_SIZES.fewest, BUSY_SIZES.most));
    for (const size of sizes) {
      ordersOfSize.set(size, restingOrders(worthDollars, sizePopularity(sizeRun, size), traders, random));
    }
    const firstMs = Math.max(Date.parse(releaseDate), now.getTime() - SALES_DAYS * DAY_MS);
    pastSales = Array.from({ length: random.integer(SALES.fewest, SALES.most) }, () => ({
      size: sizes[random.integer(0, sizes.length - 1)] ?? '',
      priceCents: 100 * wholeDollars(worthDollars * Math.exp(0.06 * random.normal())),
      soldAt: new Date(Math.floor(random.between(Math.min(firstMs, now.getTime()), now.getTime()))),
    }));
  }
  return { books: sizeRun.sizes.map((size) => ({ size, orders: ordersOfSize.get(size) ?? [] })), pastSales };
}

/** Alternates asks and bids, one dollar from the valuation, then two and so on; no trader is on both sides. */
function evenOrders(count: number, worthDollars: number, traders: number, book: number): RestingOrder[] {
  const middle = Math.max(wholeDollars(worthDollars), count);
  return Array.from({ length: count }, (_, index) => {
    const isAsk = index % 2 === 0;
    const away = 1 + Math.floor(index / 2);
    return {
      side: isAsk ? 'ask' : 'bid',
      priceCents: 100 * Math.max(1, middle + (isAsk ? away : -away)),
      trader: (book * 2 + index * 2 + (isAsk ? 0 : 1)) % traders,
    };
  });
}
