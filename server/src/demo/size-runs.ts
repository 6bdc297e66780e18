/** The sizes a sneaker comes in, smallest first, and which of them most people wear. */
export interface SizeRun {
  sizes: readonly string[];
  /** The size that sells most, as a number. */
  popularSize: number;
  /** How many sizes from there sales fall to three fifths. */
  popularityWidth: number;
}

const mensPopularity = { popularSize: 10, popularityWidth: 2 };

/** US sizes. Grade school sizes carry a Y and women's a W, as sellers write them. */
export const sizeRuns = {
  mens: { sizes: [...halfSizes(3.5, 13), '14', '15'], ...mensPopularity },
  mensHalvesThroughout: { sizes: halfSizes(4, 14), ...mensPopularity },
  mensShort: { sizes: [...halfSizes(7, 12), '13'], ...mensPopularity },
  gradeSchool: { sizes: halfSizes(3.5, 7, 'Y'), popularSize: 6.5, popularityWidth: 1.4 },
  womens: { sizes: halfSizes(5, 12, 'W'), popularSize: 8, popularityWidth: 1.6 },
  unisexCanvas: { sizes: [...halfSizes(3, 12), '13'], popularSize: 9, popularityWidth: 2.2 },
  wholeSizes: { sizes: wholeSizes(4, 14), ...mensPopularity },
} satisfies Record<string, SizeRun>;

export type SizeRunName = keyof typeof sizeRuns;

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

function halfSizes(first: number, last: number, suffix = ''): string[] {
  const count = (last - first) * 2 + 1;
  return Array.from({ length: count }, (_, index) => `${first + index / 2}${suffix}`);
}

function wholeSizes(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`);
}
