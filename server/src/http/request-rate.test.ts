import { expect, it } from 'vitest';
import { RequestRate } from './request-rate.js';

it('limits each address separately, in a minute that begins with its first request', () => {
  let nowMs = 0;
  const rate = new RequestRate(2, 100, () => nowMs);
  expect([rate.count('a'), rate.count('a')]).toEqual([0, 0]);
  nowMs = 20_000;
  expect([rate.count('a'), rate.count('b')]).toEqual([40_000, 0]);
  nowMs = 59_999;
  expect(rate.count('a')).toBe(1);
  nowMs = 60_000;
  expect([rate.count('a'), rate.count('a'), rate.count('a')]).toEqual([0, 0, 60_000]);
});

it('counts a bounded number of addresses, and evicts the one whose minute began first', () => {
  let nowMs = 0;
  const rate = new RequestRate(1, 3, () => nowMs);
  for (const address of ['a', 'b', 'c']) {
    rate.count(address);
    nowMs += 1;
  }
  rate.count('d');
  expect(rate.count('b'), 'still counted').toBeGreaterThan(0);
  expect(rate.count('a'), 'forgotten').toBe(0);
});
