import { expect, it } from 'vitest';
import { FAILED_PAYMENT_MS, needsCardUntilMs } from './failed-payments.js';

const NOW_MS = FAILED_PAYMENT_MS + 1000;

it.each([
  ['none', { failedAtMs: [] }, null],
  ['one', { failedAtMs: [2000] }, null],
  ['two', { failedAtMs: [3000, 2000] }, 2000 + FAILED_PAYMENT_MS],
  ['the last two of three', { failedAtMs: [3000, 1, 2000] }, 2000 + FAILED_PAYMENT_MS],
  ['two, of which one no longer counts', { failedAtMs: [1000, 3000] }, null],
  [
    'two, and a card before the last',
    { failedAtMs: [2000, 4000], cardSavedAtMs: 3000 },
    2000 + FAILED_PAYMENT_MS,
  ],
  ['two, and a card since', { failedAtMs: [2000, 4000], cardSavedAtMs: 5000 }, null],
])('a buyer with %s failed payments: needs a card until %j', (_what, payments, untilMs) => {
  expect(needsCardUntilMs({ cardSavedAtMs: null, ...payments }, NOW_MS)).toBe(untilMs);
});
