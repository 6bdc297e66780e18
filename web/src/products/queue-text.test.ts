import { expect, it } from 'vitest';
import { FAR_BACK_TEXT, queueText } from './queue-text.js';

it.each([
  ['bid', 0, 1, 'highest bid'],
  ['ask', 0, 1, 'lowest ask'],
  ['bid', 1, 1, '1st at 240$, 1 pair ahead'],
  ['bid', 1, 2, '2nd at 240$, 1 pair ahead'],
  ['ask', 7, 3, '3rd at 240$, 7 pairs ahead'],
  ['ask', 12, 4, '4th at 240$, 12 pairs ahead'],
  ['ask', 12, 11, '11th at 240$, 12 pairs ahead'],
  ['ask', 12, 12, '12th at 240$, 12 pairs ahead'],
  ['ask', 112, 113, '113th at 240$, 112 pairs ahead'],
  ['ask', 30, 21, '21st at 240$, 30 pairs ahead'],
  ['ask', 1000, 1, '1st at 240$, 1,000 pairs ahead'],
] as const)('an order of side %s with %d ahead and the rank %d: %s', (side, ahead, rank, text) => {
  expect(queueText(side, 240_00, { ahead, rank })).toBe(text);
});

it('an order behind more than are counted has no exact place', () => {
  expect(FAR_BACK_TEXT).toBe('more than 1,000 pairs ahead');
});
