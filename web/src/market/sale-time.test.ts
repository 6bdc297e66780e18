import { describe, expect, it } from 'vitest';
import { saleTimeText, saleTimeTitle } from './sale-time.js';

const NOW_MS = Date.parse('2026-11-22T12:00:00Z');

describe('saleTimeText', () => {
  it.each([
    ['a sale of today', '2026-11-22T09:05:59Z', 'UTC', '09:05'],
    ['a sale of today, where it is later', '2026-11-22T09:05:59Z', 'Europe/Paris', '10:05'],
    ['a sale of yesterday', '2026-11-21T23:59:59Z', 'UTC', '2026-11-21'],
    [
      'a sale of yesterday in UTC that is one of today where it is later',
      '2026-11-21T23:30:00Z',
      'Europe/Paris',
      '00:30',
    ],
    ['a sale of the same day a year ago', '2025-11-22T09:05:59Z', 'UTC', '2025-11-22'],
  ])('of %s', (_which, date, timeZone, text) => {
    expect(saleTimeText(date, NOW_MS, { timeZone })).toBe(text);
  });
});

describe('saleTimeTitle', () => {
  it('names the zone', () => {
    expect(saleTimeTitle('2026-11-22T09:05:59Z', { timeZone: 'Europe/Paris' })).toBe(
      '22 Nov 2026, 10:05:59 CET',
    );
    expect(saleTimeTitle('2026-11-22T09:05:59Z', { timeZone: 'UTC' })).toBe('22 Nov 2026, 09:05:59 UTC');
  });
});
