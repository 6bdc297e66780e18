import { expect, it } from 'vitest';
import { typingErrors } from './typing-errors.js';

it.each([
  ['jordan', 'jordan', 0],
  ['jord', 'jordan', 0],
  ['', 'jordan', 0],
  ['jordn', 'jordan', 1],
  ['jorddan', 'jordan', 1],
  ['jorfan', 'jordan', 1],
  ['jrodan', 'jordan', 1],
  ['ojrdan', 'jordan', 1],
  ['yezy', 'yeezy', 1],
  ['chigaco', 'chicago', 2],
  ['univrsty', 'university', 2],
  ['jordans', 'jordan', 1],
  ['a', '', 1],
])('%j typed for %j has %i errors', (typed, word, errors) => {
  expect(typingErrors(typed, word, 2)).toBe(errors);
});

it.each([
  ['dunk', 'jordan'],
  ['xxxxxxxx', 'x'],
  ['abcdef', 'fedcba'],
])('%j is not %j', (typed, word) => {
  expect(typingErrors(typed, word, 2)).toBeGreaterThan(2);
});
