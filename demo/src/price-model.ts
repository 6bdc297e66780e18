import { DAY_MS } from '@perkex/core/figures/days.js';
import type { Random } from './random.js';
import { type SizeRun, sizeNumber } from './size-run.js';
import type { Demand, Sneaker } from './sneaker.js';

/** The valuation of a pair in unrounded dollars. */
export interface PriceModel {
  /** Prices by day: 0 is the first day of the year, the last entry is today. */
  dailyDollars: readonly number[];
  /** Factors by size, in the order of the size run: the price of a size relative to the product's. */
  sizeFactors: readonly number[];
}

/** The bounds on a product's premium as multiples of the retail price. */
export const premiumRanges: Record<Demand, readonly [number, number]> = {
  soft: [0.72, 0.98],
  steady: [1.1, 1.6],
  strong: [1.6, 2.5],
  grail: [4, 8],
};

export function priceModel(sneaker: Sneaker, days: readonly Date[], random: Random): PriceModel {
  const [lowPremium, highPremium] = premiumRanges[sneaker.demand];
  const levelDollars = sneaker.retailPrice * random.between(lowPremium, highPremium);
  const walk = meanRevertingWalk(days.length, random);
  const yearlyTrend = 0.12 * random.normal();
  const bumps = newsBumps(days.length, random);
  const releasedAt = new Date(sneaker.releaseDate);
  const dailyDollars = days.map((day, index) => {
    const trend = yearlyTrend * (index / days.length - 0.5);
    const hype = releaseHype((day.getTime() - releasedAt.getTime()) / DAY_MS);
    return levelDollars * Math.exp(trend + (walk[index] ?? 0) + (bumps[index] ?? 0) + hype);
  });
  return { dailyDollars, sizeFactors: sizeFactors(sneaker.sizeRun, random) };
}

/** A mean-reverting random walk of logarithms, so that a year ends near its level. */
function meanRevertingWalk(length: number, random: Random): number[] {
  const dailyVolatility = random.between(0.006, 0.018);
  const pull = random.between(0.02, 0.05);
  const walk: number[] = [];
  let value = 4 * dailyVolatility * random.normal();
  for (let day = 0; day < length; day += 1) {
    value += dailyVolatility * random.normal() - pull * value;
    walk.push(value);
  }
  return walk;
}

/** Up to two news events a year, such as a restock or a celebrity wearing it, which fade within weeks. */
function newsBumps(length: number, random: Random): number[] {
  const bumps = new Array<number>(length).fill(0);
  for (let count = random.integer(0, 2); count > 0; count -= 1) {
    const start = random.integer(0, length - 1);
    const size = random.between(-0.12, 0.16);
    for (let day = start; day < length; day += 1) {
      bumps[day] = (bumps[day] ?? 0) + size * Math.exp(-(day - start) / 18);
    }
  }
  return bumps;
}

/** Prices peak in the days after a release; three weeks later little of that is left. */
function releaseHype(ageDays: number): number {
  return ageDays < 0 ? 0 : 0.3 * Math.exp(-ageDays / 12);
}

/** Small and very large sizes are more expensive for some products and cheaper for others. */
function sizeFactors(run: SizeRun, random: Random): number[] {
  const slope = 0.05 * random.normal();
  const bend = 0.04 + 0.06 * random.normal();
  return run.sizes.map((size) => {
    const distance = (sizeNumber(size) - run.popularSize) / (3 * run.popularityWidth);
    return Math.exp(slope * distance + bend * distance ** 2 + 0.015 * random.normal());
  });
}
