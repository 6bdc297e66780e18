import { expect, it } from 'vitest';
import { counted } from './counted.js';

it.each([
  [0, '0 asks'],
  [1, '1 ask'],
  [12, '12 asks'],
])('%i asks are counted in words', (count, text) => {
  expect(counted(count, 'ask')).toBe(text);
});

it('a plural that does not only end with an s is given', () => {
  expect([1, 2].map((count) => counted(count, 'alias is', 'aliases are'))).toEqual([
    '1 alias is',
    '2 aliases are',
  ]);
});
