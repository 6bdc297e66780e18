import { describe, expect, it, vi } from 'vitest';
import { saleTimeText, saleTimeTitle } from './sale-time.js';

const NOW_MS = Date.parse('2026-11-22T12:00:00Z');

describe('saleTimeText', () => {
  it.each([
    ['a trade of today', '2026-11-22T09:05:59Z', 'local', '10:05'],
    ['a trade of today while the local time zone is unknown', '2026-11-22T09:05:59Z', 'utc', '22 Nov 2026'],
    ['a trade of yesterday', '2026-11-21T22:59:59Z', 'local', '21 Nov 2026'],
    ['a trade of yesterday in UTC that is of today in local time', '2026-11-21T23:30:00Z', 'local', '00:30'],
    ['a trade of the same day a year ago', '2025-11-22T09:05:59Z', 'local', '22 Nov 2025'],
    ['a trade of the same day a month ago', '2026-10-22T09:05:59Z', 'local', '22 Oct 2026'],
  ] as const)('of %s', (_which, date, zone, text) => {
    vi.stubEnv('TZ', 'Europe/Paris');
    expect(saleTimeText(zone, date, NOW_MS)).toBe(text);
  });
});

describe('saleTimeTitle', () => {
  it('is exact and names the zone', () => {
    expect(saleTimeTitle('2026-11-02T09:05:59.120Z')).toBe('2 Nov 2026, 09:05:59 UTC');
  });
});
