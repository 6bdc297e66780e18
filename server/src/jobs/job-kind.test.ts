import { expect, it } from 'vitest';
import { pauseSeconds } from './job-kind.js';

const RETRIES = { attempts: 9, firstPauseSeconds: 10, longestPauseSeconds: 100 };

it('each pause is twice the previous one, up to the longest', () => {
  expect([1, 2, 3, 4, 5, 50].map((attempt) => pauseSeconds(RETRIES, attempt, 0.5))).toEqual([
    10, 20, 40, 80, 100, 100,
  ]);
});

it('a pause varies randomly by up to a fifth', () => {
  expect(pauseSeconds(RETRIES, 1, 0)).toBeCloseTo(8);
  expect(pauseSeconds(RETRIES, 1, 1)).toBeCloseTo(12);
});
