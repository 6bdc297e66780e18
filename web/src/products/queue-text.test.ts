import { expect, it } from 'vitest';
import { FAR_BACK_TEXT, queueText } from './queue-text.js';

it.each([
  ['bid', 0, 1, 'highest bid'],
  ['ask', 0, 1, 'lowest ask'],
  ['bid', 1, 1, '2nd in line: 1 higher'],
  ['bid', 1, 2, '2nd in line: 1 earlier'],
  ['ask', 2, 2, '3rd in line: 1 lower, 1 earlier'],
  ['ask', 7, 3, '8th in line: 5 lower, 2 earlier'],
  ['bid', 10, 11, '11th in line: 10 earlier'],
  ['ask', 11, 12, '12th in line: 11 earlier'],
  ['ask', 112, 1, '113th in line: 112 lower'],
  ['bid', 20, 1, '21st in line: 20 higher'],
  ['ask', 1000, 1, '1,001st in line: 1,000 lower'],
] as const)('an order of side %s with %d ahead and the rank %d: %s', (side, ahead, rank, text) => {
  expect(queueText(side, { ahead, rank })).toBe(text);
});

it('an order behind more than are counted has no exact place', () => {
  expect(FAR_BACK_TEXT).toBe('more than 1,000 pairs ahead');
});
