import { REJECTION_REASONS } from './rejections.js';

/** The verdict of a member on a pair. */
export const VERDICTS = ['pass', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdict that a test pair must get: a pass, or the reason to reject it. */
export const EXPECTED_VERDICTS = ['pass', ...REJECTION_REASONS] as const;
export type ExpectedVerdict = (typeof EXPECTED_VERDICTS)[number];

/** The pairs of a new seller that two members review. */
export const FIRST_PAIRS = 3;
/** The share of all other passes that two members review. */
const RANDOM_SHARE = 0.02;

export interface ReviewedPair {
  readonly verdict: Verdict;
  readonly priceCents: number;
  /** Above this price, a second member reviews every pair. */
  readonly limitCents: number;
  /** The seller's pairs that had a verdict before, counted up to `FIRST_PAIRS`. */
  readonly earlierPairs: number;
  /** From 0, below 1. */
  readonly random: number;
}

/**
 * True if a second member must review a pair before its first verdict takes effect (after-the-trade.md, "The desk").
 */
export function needsSecondReview({
  verdict,
  priceCents,
  limitCents,
  earlierPairs,
  random,
}: ReviewedPair): boolean {
  return verdict === 'fail' || priceCents > limitCents || earlierPairs < FIRST_PAIRS || random < RANDOM_SHARE;
}

/**
 * The outcome of the verdicts on a pair, the first one first: the verdict that takes effect, or who must review it
 * next. After two that differ, or that are not what is expected of a test pair, an admin decides.
 * @param isSecondNeeded the result of `needsSecondReview` for the first verdict
 */
export function outcomeOf(
  verdicts: readonly Verdict[],
  isSecondNeeded: boolean,
  expected: ExpectedVerdict | null = null,
): Verdict | 'second-review' | 'admin' {
  const [first, second, decision] = verdicts;
  if (first === undefined || (second === undefined && isSecondNeeded)) {
    return 'second-review';
  }
  if (second === undefined) {
    return first;
  }
  const isAsExpected = expected === null || (expected === 'pass' ? 'pass' : 'fail') === first;
  return first === second && isAsExpected ? first : (decision ?? 'admin');
}
