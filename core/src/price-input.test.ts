import { describe, expect, it } from 'vitest';
import { parsePriceInput } from './price-input.js';

describe('a price as it is typed (section 4)', () => {
  it.each([
    ['', 0],
    ['240', 240],
    ['240$', 240],
    ['$1,200', 1200],
    ['1.5', 15],
    ['-5', 5],
    ['abc', 0],
    ['007', 7],
    ['٣', 0],
    ['9'.repeat(30), Number.MAX_SAFE_INTEGER],
  ])('%j means %d', (text, price) => {
    expect(parsePriceInput(text)).toBe(price);
  });
});
