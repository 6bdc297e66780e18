import { expect, it } from 'vitest';
import { DEBT_MS, stopsSelling } from './debts.js';

it.each([
  ['is small and new', { cents: 10_000, sinceMs: 1 }, false],
  ['is above the limit', { cents: 10_001, sinceMs: 1 }, true],
  ['is two weeks old', { cents: 50, sinceMs: 0 }, true],
  ['is too small for a card', { cents: 49, sinceMs: 0 }, false],
  ['is deferred', { cents: 10_001, sinceMs: 0, deferredUntilMs: DEBT_MS + 1 }, false],
  ['was deferred until now', { cents: 10_001, sinceMs: 0, deferredUntilMs: DEBT_MS }, true],
])('a debt that %s: stops selling %j', (_what, debt, stops) => {
  expect(stopsSelling({ deferredUntilMs: null, ...debt }, 10_000, DEBT_MS)).toBe(stops);
});
