import { expect, it } from 'vitest';
import { endOfWorkingDayMs, startOfWorkingDaysMs } from './working-days.js';

const HOLIDAYS = new Set(['2026-12-25', '2027-01-01']);

it.each([
  ['from a Monday', '2026-12-07T10:00', 3, '2026-12-11T00:00'],
  ['over a weekend', '2026-12-10T23:59', 2, '2026-12-15T00:00'],
  ['from a Saturday', '2026-12-12T00:00', 1, '2026-12-15T00:00'],
  ['over a holiday and a weekend', '2026-12-24T08:00', 1, '2026-12-29T00:00'],
  ['over two holidays', '2026-12-24T08:00', 5, '2027-01-05T00:00'],
])('counts working days %s', (_, from, count, end) => {
  const endMs = endOfWorkingDayMs(Date.parse(`${from}Z`), count, HOLIDAYS);
  expect(new Date(endMs).toISOString().slice(0, 16)).toBe(end);
});

it('counts working days backwards to the moments whose working days are over', () => {
  const dayMs = 24 * 3_600_000;
  const nowMs = Date.parse('2027-01-06T10:00Z');
  for (const count of [1, 3, 10]) {
    const startMs = startOfWorkingDaysMs(nowMs, count, HOLIDAYS);
    expect(endOfWorkingDayMs(startMs - 1, count, HOLIDAYS)).toBeLessThanOrEqual(nowMs);
    expect(endOfWorkingDayMs(startMs, count, HOLIDAYS)).toBeGreaterThan(nowMs);
    expect(startMs % dayMs).toBe(0);
  }
});
