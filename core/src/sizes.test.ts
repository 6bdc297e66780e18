import { expect, it } from 'vitest';
import { compareSizes, isSize } from './sizes.js';

it('sizes are sorted in shop order: by run, then by number', () => {
  const sizes = ['10', '9.5', '4Y', '9', '3.5Y', '12W', '5W'];
  expect(sizes.sort(compareSizes)).toEqual(['9', '9.5', '10', '5W', '12W', '3.5Y', '4Y']);
});

it.each(['9', '10.5', '5.5Y', '12W'])('%s is a size', (size) => expect(isSize(size)).toBe(true));
it.each(['', '9.25', 'nine', '100', '9 ', '-9', '09', '0'])('%j is not a size', (size) =>
  expect(isSize(size)).toBe(false),
);
