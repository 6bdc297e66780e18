import type { Kind } from '@perkex/core/finding/kinds.js';

/**
 * The sizes of a sneaker, smallest first, and their popularity. US sizes: grade school sizes have a Y and women's a W,
 * as sellers write them.
 */
export interface SizeRun {
  sizes: readonly string[];
  /** The best-selling size as a number. */
  popularSize: number;
  /** The distance in sizes at which sales fall to three fifths. */
  popularityWidth: number;
}

/** The audiences of sneakers in the demonstration market. */
export const kindsInDemo = ['men', 'grade school', 'women', 'unisex'] as const satisfies Kind[];

/** The popularity of sizes by audience. */
export const popularityByKind: Record<(typeof kindsInDemo)[number], Omit<SizeRun, 'sizes'>> = {
  men: { popularSize: 10, popularityWidth: 2 },
  'grade school': { popularSize: 6.5, popularityWidth: 1.4 },
  women: { popularSize: 8, popularityWidth: 1.6 },
  unisex: { popularSize: 9, popularityWidth: 2.2 },
};

/** '5.5W' is 5.5. */
export function sizeNumber(size: string): number {
  return Number.parseFloat(size);
}

/** The trading frequency of a size relative to the most popular one, from 0 to 1. */
export function sizePopularity(run: SizeRun, size: string): number {
  const distance = (sizeNumber(size) - run.popularSize) / run.popularityWidth;
  // Above 11, few makers offer half sizes in every colour, and demand is lower.
  const halfSizeShare = sizeNumber(size) > 11 && !Number.isInteger(sizeNumber(size)) ? 0.5 : 1;
  return halfSizeShare * Math.exp(-(distance ** 2) / 2) + 0.02;
}
