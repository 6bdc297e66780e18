import { describe, expect, it } from 'vitest';
import { percentOf } from './percent.js';

describe('per cent', () => {
  it.each([
    [1, 4, 25],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [-1, 3, -33.3],
    [1, 2000, 0.1],
    [-1, 2000, -0.1],
    [-1, 1_000_000, 0],
    [0, 5, 0],
    [3, 1, 300],
  ])('%d of %d is %d %%', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });

  it('is never minus zero', () => {
    expect(Object.is(percentOf(-1, 1_000_000), 0)).toBe(true);
  });
});
