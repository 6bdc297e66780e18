import { describe, expect, it } from 'vitest';
import { needsSecondReview, outcomeOf, type ReviewedPair } from './second-review.js';

const USUAL: ReviewedPair = {
  verdict: 'pass',
  priceCents: 500_00,
  limitCents: 500_00,
  earlierPairs: 3,
  random: 0.02,
};

describe('a second review', () => {
  it.each<[string, Partial<ReviewedPair>, boolean]>([
    ['a usual pass needs none', {}, false],
    ['every rejection needs one', { verdict: 'fail' }, true],
    ['a price above the limit needs one', { priceCents: 500_01 }, true],
    ["the seller's third pair needs one", { earlierPairs: 2 }, true],
    ['two of a hundred passes need one', { random: 0.0199 }, true],
  ])('%s', (_name, pair, needed) => {
    expect(needsSecondReview({ ...USUAL, ...pair })).toBe(needed);
  });
});

describe('the outcome of the reviews', () => {
  it.each([
    [[], true, 'second-review'],
    [['pass'], false, 'pass'],
    [['fail'], true, 'second-review'],
    [['fail', 'fail'], true, 'fail'],
    [['pass', 'pass'], true, 'pass'],
    [['pass', 'fail'], true, 'admin'],
    [['pass', 'fail', 'pass'], true, 'pass'],
    [['fail', 'pass', 'fail'], true, 'fail'],
  ] as const)('of %j is decided', (verdicts, isSecondNeeded, outcome) => {
    expect(outcomeOf(verdicts, isSecondNeeded)).toBe(outcome);
  });

  it.each([
    [['pass', 'pass'], 'pass', 'pass'],
    [['pass', 'pass'], 'worn', 'admin'],
    [['fail', 'fail'], 'worn', 'fail'],
    [['fail', 'fail'], 'pass', 'admin'],
    [['pass', 'pass', 'fail'], 'worn', 'fail'],
    [['pass'], 'worn', 'second-review'],
  ] as const)('of %j on a test pair that is expected to %s is decided', (verdicts, expected, outcome) => {
    expect(outcomeOf(verdicts, true, expected)).toBe(outcome);
  });
});
