import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayAt,
  isDay,
  monthsBefore,
  nextQuarter,
  startOfDayMs,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
} from './days.js';

describe('a day', () => {
  it('is the day in UTC', () => {
    expect(dayAt(Date.parse('2026-03-01T00:30:00+02:00'))).toBe('2026-02-28');
    expect(dayAt(Date.parse('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
    expect(startOfDayMs('2026-03-01')).toBe(Date.parse('2026-03-01T00:00:00Z'));
  });

  it('must exist in the calendar and be written as YYYY-MM-DD', () => {
    expect(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'].filter((text) => !isDay(text))).toEqual(
      [],
    );
    const others = [
      '2026-02-30',
      '2026-13-01',
      '2026-1-1',
      '0000-01-01',
      '2026-01-01T00:00',
      '',
      "2026-01-01'",
    ];
    expect(others.filter(isDay)).toEqual([]);
  });

  it.each([
    ['2026-01-01', -1, '2025-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-11-22', -364, '2025-11-23'],
  ])('%s and %d days is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });

  it.each([
    ['2026-11-22', 1, '2026-10-22'],
    ['2026-03-31', 1, '2026-02-28'],
    ['2024-03-31', 1, '2024-02-29'],
    ['2026-01-15', 3, '2025-10-15'],
    ['2024-02-29', 12, '2023-02-28'],
    ['2026-08-31', 6, '2026-02-28'],
  ])('%s is %d months after %s', (day, months, expected) => {
    expect(monthsBefore(day, months)).toBe(expected);
  });

  it.each([
    ['2026-11-22', '2026-11-16', '2026-11-01', '2026-10-01', '2027-01-01'],
    ['2026-11-23', '2026-11-23', '2026-11-01', '2026-10-01', '2027-01-01'],
    ['2026-01-01', '2025-12-29', '2026-01-01', '2026-01-01', '2026-04-01'],
    ['2024-02-29', '2024-02-26', '2024-02-01', '2024-01-01', '2024-04-01'],
    ['2026-09-30', '2026-09-28', '2026-09-01', '2026-07-01', '2026-10-01'],
  ])(
    '%s is in the week of %s, the month of %s and the quarter of %s, before %s',
    (day, week, month, quarter, next) => {
      expect([startOfWeek(day), startOfMonth(day), startOfQuarter(day), nextQuarter(day)]).toEqual([
        week,
        month,
        quarter,
        next,
      ]);
    },
  );
});
