import { KINDS, type Kind } from '@perkex/core/finding/kinds.js';
import { compareSizes } from '@perkex/core/sizes.js';

interface SizeRun {
  readonly name: Kind;
  readonly sizes: readonly string[];
}

/** Half sizes from one to another, with the letter of their audience. */
function halves(from: number, to: number, letter = ''): string[] {
  return Array.from({ length: 2 * (to - from) + 1 }, (_, index) => `${from + index / 2}${letter}`);
}

const MEN = [...halves(6, 13), '14', '15'];
const RUNS: Readonly<Record<Kind, readonly string[]>> = {
  men: MEN,
  women: halves(5, 12, 'W'),
  unisex: [...halves(3.5, 5.5), ...MEN],
  'grade school': halves(3.5, 7, 'Y'),
  preschool: [...halves(10.5, 13.5, 'C'), ...halves(1, 3, 'Y')],
  toddler: halves(2, 10, 'C'),
};

export const RUN_NAMES: Readonly<Record<Kind, string>> = {
  men: 'men',
  women: 'women',
  unisex: 'everyone',
  'grade school': 'grade school',
  preschool: 'preschool',
  toddler: 'toddlers',
};

/** The usual sizes of an audience; those of men if it is unknown. */
export function runOf(kind: string): SizeRun {
  const name = KINDS.find((each) => each === kind) ?? 'men';
  return { name, sizes: RUNS[name] };
}

/** The sizes in a text. */
export function sizesIn(text: string): string[] {
  return text.split(/[\s|]+/).filter((size) => size !== '');
}

/** Sizes as text, in the order of a shop. */
export function withSizes(sizes: readonly string[]): string {
  return sizes.toSorted(compareSizes).join(' ');
}
