import { addDays, type Day, dayAt, startOfDayMs } from '../figures/days.js';

/** Working days are Monday to Friday, except these UTC days. */
export type Holidays = ReadonlySet<Day>;

/**
 * The end of the n-th working day after the day of a moment, in UTC: the first millisecond of the day after it.
 * A deadline is then a date that a person can remember.
 */
export function endOfWorkingDayMs(fromMs: number, count: number, holidays: Holidays): number {
  let day = dayAt(fromMs);
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day, holidays)) {
      left--;
    }
  }
  return startOfDayMs(addDays(day, 1));
}

/**
 * The start of the n-th working day before the day of a moment, in UTC: of everything before it, the end of n working
 * days has passed.
 */
export function startOfWorkingDaysMs(toMs: number, count: number, holidays: Holidays): number {
  let day = dayAt(toMs);
  for (let left = count; left > 0; ) {
    day = addDays(day, -1);
    if (isWorkingDay(day, holidays)) {
      left--;
    }
  }
  return startOfDayMs(day);
}

function isWorkingDay(day: Day, holidays: Holidays): boolean {
  const weekday = new Date(startOfDayMs(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}
