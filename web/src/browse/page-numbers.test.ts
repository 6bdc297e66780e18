import { expect, it } from 'vitest';
import { shownPageNumbers } from './page-numbers.js';

it.each([
  [1, 1, 2, [1, 2]],
  [1, 1, 3, [1, 2, 3]],
  [1, 1, 9, [1, 2, 9]],
  [5, 5, 9, [1, 4, 5, 6, 9]],
  [4, 4, 9, [1, 2, 3, 4, 5, 9]],
  [9, 9, 9, [1, 8, 9]],
  [1, 6, 9, [1, 6, 7, 8, 9]],
])('pages %i to %i of %i link to %j', (first, last, pages, numbers) => {
  expect(shownPageNumbers(first, last, pages)).toEqual(numbers);
});
