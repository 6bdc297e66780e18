import type { Side } from '@perkex/core/order-book/order.js';
import { highestPriceDollars, likedPriceAbove, likedPriceBelow, wholeDollars } from './dollars.js';
import type { Random } from './random.js';

export interface RestingOrder {
  side: Side;
  priceCents: number;
  /** The index of its trader, from 0. */
  trader: number;
}

/** The bounds on the spread relative to the price. */
const spreadShares = { narrowest: 0.01, widest: 0.06 };

const maxOrdersPerSide = 8;

/** The open orders of one book around the valuation: never crossed, with both sides filled. */
export function restingOrders(
  worthDollars: number,
  popularity: number,
  traderCount: number,
  random: Random,
): RestingOrder[] {
  const top = topOfBook(worthDollars, random);
  const askPrices = pricesAwayFromTop(top.lowestAsk, 1, orderCount(popularity, random), random);
  const bidPrices = pricesAwayFromTop(top.highestBid, -1, orderCount(popularity, random), random);
  const sellers = askPrices.map(() => random.integer(0, traderCount - 1));
  const asks = askPrices.map((price, index) => order('ask', price, sellers[index] ?? 0));
  const bids = bidPrices.map((price) => order('bid', price, traderOtherThan(sellers, traderCount, random)));
  return [...asks, ...bids];
}

function order(side: RestingOrder['side'], priceDollars: number, trader: number): RestingOrder {
  return { side, priceCents: 100 * priceDollars, trader };
}

/** A popular size has many orders, a rare one only one or two. */
function orderCount(popularity: number, random: Random): number {
  const expected = 0.7 + 3.4 * popularity * random.between(0.4, 1.5);
  return Math.min(maxOrdersPerSide, Math.max(1, Math.round(expected + 0.8 * random.normal())));
}

/** The highest bid and lowest ask, a few per cent and at least one dollar apart. */
function topOfBook(worthDollars: number, random: Random): { highestBid: number; lowestAsk: number } {
  const share = random.between(0.014, 0.05);
  const highestBid = wholeDollars(worthDollars * (1 - share / 2));
  const lowestAsk = Math.max(highestBid + 1, wholeDollars(worthDollars * (1 + share / 2)));
  const likedTop = { highestBid: likedPriceBelow(highestBid), lowestAsk: likedPriceAbove(lowestAsk) };
  const candidates = [
    likedTop,
    { highestBid, lowestAsk: likedTop.lowestAsk },
    { highestBid: likedTop.highestBid, lowestAsk },
  ];
  const liked = candidates.slice(random.integer(0, 3)).find(isSpreadUsual);
  if (liked) {
    return liked;
  }
  return isSpreadUsual({ highestBid, lowestAsk }) ? { highestBid, lowestAsk } : usualSpreadAbove(highestBid);
}

function isSpreadUsual({ highestBid, lowestAsk }: { highestBid: number; lowestAsk: number }): boolean {
  const share = (lowestAsk - highestBid) / ((lowestAsk + highestBid) / 2);
  return share >= spreadShares.narrowest && share <= spreadShares.widest;
}

/** Rounding can make the spread too narrow; below twenty dollars one dollar is already wide. */
function usualSpreadAbove(highestBid: number): { highestBid: number; lowestAsk: number } {
  return { highestBid, lowestAsk: highestBid + Math.max(1, Math.round(0.03 * highestBid)) };
}

/** Farther from the best price, gaps widen and popular prices become more frequent. */
function pricesAwayFromTop(top: number, direction: 1 | -1, count: number, random: Random): number[] {
  const prices = [top];
  let price = top;
  for (let depth = 1; depth < count; depth += 1) {
    const gapShare = random.between(0, 0.012) * (1 + 0.7 * depth);
    price = wholeDollars(price + direction * gapShare * top);
    if (random.chance(0.65)) {
      price = direction === 1 ? likedPriceAbove(price) : likedPriceBelow(price);
    }
    prices.push(Math.min(price, highestPriceDollars));
  }
  return prices;
}

/** A trader who is not on the other side of the book. */
function traderOtherThan(others: readonly number[], traderCount: number, random: Random): number {
  let trader = random.integer(0, traderCount - 1);
  while (others.includes(trader)) {
    trader = (trader + 1) % traderCount;
  }
  return trader;
}
