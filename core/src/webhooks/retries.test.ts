import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, MAX_RETRY_AFTER_SECONDS, pauseAfterAttempt, retryAfterSecondsOf } from './retries.js';

const DAY = 24 * 60 * 60;
const attempts = Array.from({ length: MAX_ATTEMPTS }, (_attempt, index) => index + 1);

describe('the pauses of a delivery', () => {
  it('are nine, grow, and last three days together', () => {
    const pauses = attempts.map((attempt) => pauseAfterAttempt(attempt, 0.5, null));
    expect(pauses.at(-1)).toBeNull();
    const planned = pauses.slice(0, -1).map(Number);
    expect(planned).toEqual([...planned].sort((one, other) => one - other));
    const days = planned.reduce((sum, seconds) => sum + seconds, 0) / DAY;
    expect(days).toBeCloseTo(3, 1);
  });

  it('vary randomly by up to a tenth', () => {
    expect(pauseAfterAttempt(4, 0, null)).toBeCloseTo(3_240);
    expect(pauseAfterAttempt(4, 1, null)).toBeCloseTo(3_960);
  });

  it('are never shorter than the receiver asks for, up to a day', () => {
    expect(pauseAfterAttempt(1, 0.5, 120)).toBe(120);
    expect(pauseAfterAttempt(4, 0.5, 120)).toBeCloseTo(3_600);
    expect(pauseAfterAttempt(1, 0.5, 10 * DAY)).toBe(MAX_RETRY_AFTER_SECONDS);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-27T12:00:00Z');

  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['Fri, 27 Nov 2026 12:01:30 GMT', 90],
    ['Fri, 27 Nov 2026 11:00:00 GMT', null],
    ['0', null],
    ['-5', null],
    ['1e9', null],
    ['9999999999', null],
    ['2026-11-28', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is %j seconds', (field, seconds) => {
    expect(retryAfterSecondsOf(field, nowMs)).toBe(seconds);
  });
});
