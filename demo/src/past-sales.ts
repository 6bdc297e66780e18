import { DAY_MS } from '@perkex/core/figures/days.js';
import { likedPriceAbove, likedPriceBelow, wholeDollars } from './dollars.js';
import type { PriceModel } from './price-model.js';
import { type Random, runningTotals } from './random.js';
import { type SizeRun, sizePopularity } from './size-run.js';

export interface PastSale {
  size: string;
  priceCents: number;
  soldAt: Date;
}

/** Yearly sales of the least and of the most traded product. */
const salesPerYear = { fewest: 40, most: 600 };

/** From Sunday: people buy at weekends. */
const weekdayWeights = [1.3, 0.9, 0.85, 0.9, 0.95, 1.1, 1.25];

/** From midnight: a quiet night, a lunch break, a long evening. */
const hourWeights = runningTotals([
  4, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 9, 8, 7, 7, 8, 9, 11, 13, 15, 15, 12, 8,
]);

/**
 * The sales of one product, oldest first. `days` are midnights up to today's; there are no sales before the release or
 * after `now`.
 */
export function pastSales(
  model: PriceModel,
  run: SizeRun,
  days: readonly Date[],
  releaseDate: string,
  now: Date,
  random: Random,
): PastSale[] {
  const releasedAt = new Date(releaseDate);
  const dayWeights = days.map((day) => (day < releasedAt ? 0 : (weekdayWeights[day.getUTCDay()] ?? 1)));
  const daysOnSale = dayWeights.filter((weight) => weight > 0).length;
  const count = Math.round((yearlySales(random) * daysOnSale) / days.length);
  const totalsByDay = runningTotals(dayWeights);
  const totalsBySize = runningTotals(run.sizes.map((size) => sizePopularity(run, size)));
  const sales = Array.from({ length: count }, () => {
    const dayIndex = random.weightedIndex(totalsByDay);
    const sizeIndex = random.weightedIndex(totalsBySize);
    return {
      size: run.sizes[sizeIndex] ?? '',
      priceCents: 100 * salePrice(model, dayIndex, sizeIndex, random),
      soldAt: timeOfDay(days[dayIndex] ?? now, now, random),
    };
  });
  return sales.sort((left, right) => left.soldAt.getTime() - right.soldAt.getTime());
}

/** Log-uniform: most products trade a little, some a lot. */
function yearlySales(random: Random): number {
  const { fewest, most } = salesPerYear;
  return fewest * (most / fewest) ** random.next();
}

function salePrice(model: PriceModel, dayIndex: number, sizeIndex: number, random: Random): number {
  const worth = (model.dailyDollars[dayIndex] ?? 1) * (model.sizeFactors[sizeIndex] ?? 1);
  const dollars = wholeDollars(worth * Math.exp(0.03 * random.normal()));
  if (random.chance(0.5)) {
    return dollars;
  }
  return random.chance(0.5) ? likedPriceAbove(dollars) : likedPriceBelow(dollars);
}

/** Today's hours are compressed into the elapsed part of the day. */
function timeOfDay(midnight: Date, now: Date, random: Random): Date {
  const hour = random.weightedIndex(hourWeights);
  const fractionOfDay = (hour + random.next()) / 24;
  const lengthMs = Math.min(DAY_MS, now.getTime() - midnight.getTime());
  return new Date(midnight.getTime() + Math.floor(fractionOfDay * lengthMs));
}
