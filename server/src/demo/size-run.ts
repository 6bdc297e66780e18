import type { Kind } from '@perkex/core/finding/kinds.js';

/**
 * The sizes a sneaker comes in, smallest first, and which of them most people wear. US sizes: grade school sizes carry
 * a Y and women's a W, as sellers write them.
 */
export interface SizeRun {
  sizes: readonly string[];
  /** The size that sells most, as a number. */
  popularSize: number;
  /** How many sizes from there sales fall to three fifths. */
  popularityWidth: number;
}

/** Whom sneakers of the demonstration market are made for. */
export const kindsInDemo = ['men', 'grade school', 'women', 'unisex'] as const satisfies Kind[];

/** Which sizes are worn most, by whom the sneaker is made for. */
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

/** How often a size is traded compared with the most popular one, from 0 to 1. */
export function sizePopularity(run: SizeRun, size: string): number {
  const distance = (sizeNumber(size) - run.popularSize) / run.popularityWidth;
  // Above 11 few makers offer half sizes in every colour, and fewer people look for them.
  const halfSizeShare = sizeNumber(size) > 11 && !Number.isInteger(sizeNumber(size)) ? 0.5 : 1;
  return halfSizeShare * Math.exp(-(distance ** 2) / 2) + 0.02;
}
