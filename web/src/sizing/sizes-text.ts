import { alternatives } from '@perkex/core/alternatives.js';
import { compareSizes } from '@perkex/core/sizes.js';

/** Sizes in words, the smallest first: '8, 9 or 10'. */
export function sizesText(sizes: readonly string[]): string {
  return alternatives(sizes.toSorted(compareSizes));
}
