import { describe, expect, it } from 'vitest';
import { parsePriceInput } from './price-input.js';

describe('a typed price (section 4)', () => {
  it.each([
    ['', 0],
    ['240', 240_00],
    ['240$', 240_00],
    ['$1,200', 1200_00],
    ['1.5', 15_00],
    ['-5', 5_00],
    ['abc', 0],
    ['007', 7_00],
    ['٣', 0],
    ['9'.repeat(30), 9_007_199_254_740_900],
  ])('%j means %d cents', (text, cents) => {
    expect(parsePriceInput(text)).toBe(cents);
  });
});
