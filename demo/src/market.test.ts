import { DAY_MS } from '@perkex/core/figures/days.js';
import { describe, expect, it } from 'vitest';
import { booksPerEmptyBook, type DemoOrder, demoMarket } from './market.js';
import { premiumRanges } from './price-model.js';
import { readReleases, readSneakers } from './sneakers.js';

const now = new Date('2026-11-14T15:30:00Z');
const sneakers = await readSneakers();
const markets = [7, 1, 2, 3, 4].map((seed) => demoMarket({ sneakers, seed, now }));
const market = markets[0]!;

const dollarsOf = (price: { priceCents: number }) => price.priceCents / 100;
const bookOf = (entry: { productName: string; size: string }) => `${entry.productName} / ${entry.size}`;
const allBooks = market.products.flatMap(({ name, sizes }) =>
  sizes.map((size) => bookOf({ productName: name, size })),
);

function groupBy<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group) {
      group.push(entry);
    } else {
      groups.set(keyOf(entry), [entry]);
    }
  }
  return groups;
}

interface Top {
  book: string;
  lowestAsk: number;
  highestBid: number;
  askCount: number;
  bidCount: number;
}

function topOf(book: string, orders: readonly DemoOrder[]): Top {
  const asks = orders.filter((order) => order.side === 'ask').map(dollarsOf);
  const bids = orders.filter((order) => order.side === 'bid').map(dollarsOf);
  return {
    book,
    lowestAsk: Math.min(...asks),
    highestBid: Math.max(...bids),
    askCount: asks.length,
    bidCount: bids.length,
  };
}

function topsOf(orders: readonly DemoOrder[]): Top[] {
  return [...groupBy(orders, bookOf)].map(([book, bookOrders]) => topOf(book, bookOrders));
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;
}

function spreadShare({ lowestAsk, highestBid }: Top): number {
  return (lowestAsk - highestBid) / ((lowestAsk + highestBid) / 2);
}

const tops = topsOf(market.orders);

describe('the demonstration market', () => {
  it('is the same for the same seed and time', () => {
    expect(demoMarket({ sneakers, seed: 7, now })).toEqual(market);
  });

  it('differs for another seed', () => {
    const other = demoMarket({ sneakers, seed: 8, now });
    expect(other.products).toEqual(market.products);
    expect(other.orders).not.toEqual(market.orders);
    expect(other.pastSales).not.toEqual(market.pastSales);
  });

  it('has the size of a market', async ({ annotate }) => {
    await annotate(
      `${market.products.length} products, ${allBooks.length} books, ${market.pastSales.length} sales, ` +
        `${market.orders.length} orders`,
    );
    expect(market.products.length).toBeGreaterThanOrEqual(60);
    for (const { pastSales, orders } of markets) {
      expect(pastSales.length).toBeGreaterThan(15_000);
      expect(pastSales.length).toBeLessThan(25_000);
      expect(orders.length).toBeGreaterThan(5_000);
      expect(orders.length).toBeLessThan(9_000);
    }
  });

  it('refers only to existing products, sizes and traders', () => {
    const books = new Set(allBooks);
    const traders = new Set(Array.from({ length: market.traderCount }, (_, trader) => trader));
    expect([...market.orders, ...market.pastSales].filter((entry) => !books.has(bookOf(entry)))).toEqual([]);
    expect(market.orders.filter(({ trader }) => !traders.has(trader))).toEqual([]);
  });
});

describe('releases around the first day', () => {
  it('add themselves to a market that stays the same, with sales since their day and none ahead of it', async () => {
    const today = '2026-11-14';
    const releases = await readReleases(today);
    const withReleases = demoMarket({ sneakers: [...sneakers, ...releases], seed: 7, now });
    const ofReleases = new Set(releases.map(({ name }) => name));
    const isOld = ({ productName }: { productName: string }) => !ofReleases.has(productName);
    expect(withReleases.orders.filter(isOld)).toEqual(market.orders);
    expect(withReleases.pastSales.filter(isOld)).toEqual(market.pastSales);
    for (const { name, releaseDate } of releases) {
      const sales = withReleases.pastSales.filter(({ productName }) => productName === name);
      const orders = withReleases.orders.filter(({ productName }) => productName === name);
      expect(sales.filter(({ soldAt }) => soldAt.toISOString().slice(0, 10) < releaseDate)).toEqual([]);
      expect(orders.length > 0, name).toBe(releaseDate <= today);
    }
  });
});

describe('prices', () => {
  it('are whole dollars from 1 to 1,000,000', () => {
    for (const { orders, pastSales } of markets) {
      const refused = [...orders, ...pastSales].filter((entry) => {
        const dollars = dollarsOf(entry);
        return !Number.isInteger(dollars) || dollars < 1 || dollars > 1_000_000;
      });
      expect(refused).toEqual([]);
    }
  });

  it('are near the retail price times a premium for the demand', async ({ annotate }) => {
    const sales = groupBy(market.pastSales, (sale) => sale.productName);
    const premiums = sneakers.map((sneaker) => {
      const premium = median(sales.get(sneaker.name)!.map(dollarsOf)) / sneaker.retailPrice;
      const [lowest, highest] = premiumRanges[sneaker.demand];
      expect(premium, sneaker.name).toBeGreaterThan(lowest * 0.75);
      expect(premium, sneaker.name).toBeLessThan(highest * 1.35);
      return premium;
    });
    const share = (low: number, high: number) =>
      premiums.filter((premium) => premium >= low && premium < high).length / premiums.length;
    const percent = (part: number) => `${Math.round(100 * part)} %`;
    await annotate(
      `of the products ${percent(share(0, 1))} below retail, ${percent(share(1, 2.5))} up to 2.5 times, ` +
        `${percent(share(4, 99))} at 4 times and more`,
    );
    expect(share(0, 1)).toBeGreaterThan(0.03);
    expect(share(1, 2.5)).toBeGreaterThan(0.5);
    expect(share(3.5, 99)).toBeLessThan(0.2);
  });

  it('of today are near those of the last sales', () => {
    const lastSales = new Map(market.pastSales.map((sale) => [bookOf(sale), sale]));
    const distances = tops.flatMap(({ book, lowestAsk, highestBid }) => {
      const sale = lastSales.get(book);
      if (!sale || now.getTime() - sale.soldAt.getTime() > 14 * DAY_MS) {
        return [];
      }
      return [Math.abs((lowestAsk + highestBid) / 2 / dollarsOf(sale) - 1)];
    });
    expect(median(distances)).toBeLessThan(0.05);
    expect(Math.max(...distances)).toBeLessThan(0.4);
  });

  it('often end in 9, 5 or 0', () => {
    const liked = market.orders.filter((order) => [0, 5, 9].includes(dollarsOf(order) % 10));
    expect(liked.length / market.orders.length).toBeGreaterThan(0.45);
  });
});

describe('the books', () => {
  it('are never crossed', () => {
    for (const { orders } of markets) {
      expect(topsOf(orders).filter((top) => top.highestBid >= top.lowestAsk)).toEqual([]);
    }
  });

  it('are empty once in every ten, and otherwise have one to eight asks and bids', async ({ annotate }) => {
    const filled = new Set(tops.map(({ book }) => book));
    const fullRows = Math.floor(allBooks.length / booksPerEmptyBook);
    for (let row = 0; row < fullRows; row += 1) {
      const books = allBooks.slice(row * booksPerEmptyBook, (row + 1) * booksPerEmptyBook);
      expect(books.filter((book) => !filled.has(book))).toHaveLength(1);
    }
    expect(allBooks.length - filled.size).toBe(fullRows);
    const isUsual = (count: number) => count >= 1 && count <= 8;
    expect(tops.filter(({ askCount, bidCount }) => !isUsual(askCount) || !isUsual(bidCount))).toEqual([]);
    await annotate(`${allBooks.length - filled.size} of ${allBooks.length} books are empty`);
  });

  it('have spreads of 1 to 6 per cent, and of at least a dollar', async ({ annotate }) => {
    const shares = tops.map(spreadShare);
    await annotate(
      `spread: median ${(100 * median(shares)).toFixed(2)} %, from ${(100 * Math.min(...shares)).toFixed(2)} % ` +
        `to ${(100 * Math.max(...shares)).toFixed(2)} %`,
    );
    expect(median(shares)).toBeGreaterThan(0.01);
    expect(median(shares)).toBeLessThan(0.06);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.01);
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.06);
    expect(tops.filter((top) => top.lowestAsk - top.highestBid < 1)).toEqual([]);
  });

  it('have more orders in popular sizes', () => {
    const ordersIn = (size: string) => market.orders.filter((order) => order.size === size).length;
    expect(ordersIn('10')).toBeGreaterThan(1.5 * ordersIn('5'));
    expect(ordersIn('10')).toBeGreaterThan(1.5 * ordersIn('13'));
  });

  it('have no trader on both sides', () => {
    for (const orders of groupBy(market.orders, bookOf).values()) {
      const sellers = new Set(orders.filter((order) => order.side === 'ask').map((order) => order.trader));
      expect(orders.some((order) => order.side === 'bid' && sellers.has(order.trader))).toBe(false);
    }
  });
});

describe('the past sales', () => {
  const byProduct = groupBy(market.pastSales, (sale) => sale.productName);

  it('are within the last year, oldest first within a product', () => {
    for (const sales of byProduct.values()) {
      const times = sales.map((sale) => sale.soldAt.getTime());
      expect(times).toEqual([...times].sort((left, right) => left - right));
      expect(times[0]).toBeGreaterThanOrEqual(now.getTime() - 365 * DAY_MS);
      expect(times.at(-1)).toBeLessThan(now.getTime());
    }
  });

  it('never precede the release, so an upcoming product has none', () => {
    const releaseDates = new Map(market.products.map(({ name, releaseDate }) => [name, releaseDate]));
    const years = ['2021-03-20T09:00:00Z', '2023-12-16T00:00:00Z', '2024-02-29T23:59:59Z'].map(
      (time) => new Date(time),
    );
    for (const time of [now, ...years]) {
      const { pastSales, products } = demoMarket({ sneakers, seed: 3, now: time });
      const misplaced = pastSales.filter(
        ({ productName, soldAt }) => soldAt < new Date(releaseDates.get(productName)!) || soldAt > time,
      );
      expect(misplaced).toEqual([]);
      const sold = new Set(pastSales.map((sale) => sale.productName));
      const toCome = products.filter((product) => new Date(product.releaseDate) > time);
      expect(toCome.filter((product) => sold.has(product.name))).toEqual([]);
    }
  });

  it('number about 40 to 600 per product and year', async ({ annotate }) => {
    const releasedLongAgo = market.products.filter(
      (product) => now.getTime() - new Date(product.releaseDate).getTime() > 365 * DAY_MS,
    );
    const counts = releasedLongAgo.map((product) => byProduct.get(product.name)?.length ?? 0);
    await annotate(
      `sales a product: ${Math.min(...counts)} to ${Math.max(...counts)}, median ${median(counts)}`,
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...counts)).toBeLessThanOrEqual(600);
  });

  it('are most frequent in sizes 9 to 11, at weekends and in the evening', () => {
    const mens = market.pastSales.filter((sale) => !/[YW]/.test(sale.size));
    const inMiddle = mens.filter((sale) => Number(sale.size) >= 9 && Number(sale.size) <= 11);
    const atWeekend = market.pastSales.filter((sale) => [0, 6].includes(sale.soldAt.getUTCDay()));
    const inEvening = market.pastSales.filter((sale) => sale.soldAt.getUTCHours() >= 18);
    expect(inMiddle.length / mens.length).toBeGreaterThan(0.4);
    expect(atWeekend.length / market.pastSales.length).toBeGreaterThan(2 / 7 + 0.03);
    expect(inEvening.length / market.pastSales.length).toBeGreaterThan(0.35);
  });
});
