import { expect, it } from 'vitest';
import { endOfWorkingDayMs } from './working-days.js';

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
