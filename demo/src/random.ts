/** Reproducible pseudo-random numbers: the same seed gives the same sequence. */
export interface Random {
  /** Uniform from 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** An integer from low to high, both included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  /** A normal variate with mean 0 and deviation 1. */
  normal(): number;
  /** An index drawn with probability proportional to its weight. */
  weightedIndex(weights: RunningTotals): number;
}

/** Cumulative weights, so that a draw is one binary search. */
export type RunningTotals = readonly number[];

export function runningTotals(weights: readonly number[]): RunningTotals {
  let total = 0;
  return weights.map((weight) => {
    total += weight;
    return total;
  });
}

/** A separate sequence for each label, so adding a product does not change the others. */
export function seededRandom(seed: number, label = ''): Random {
  const next = mulberry32(hash(`${seed}:${label}`));
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor((high - low + 1) * next()),
    chance: (probability) => next() < probability,
    normal: () => normalVariate(next),
    weightedIndex: (weights) => weightedIndex(weights, next()),
  };
}

/** Mulberry32: 32 bits of state are plenty for a demonstration. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}

/** Box–Muller; 1 − next() is never 0, so the logarithm is finite. */
function normalVariate(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** The first index whose total is above the drawn share; an index without weight is never drawn. */
function weightedIndex(totals: RunningTotals, fraction: number): number {
  const drawn = fraction * (totals.at(-1) ?? 0);
  let low = 0;
  let high = totals.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((totals[middle] ?? 0) > drawn) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
