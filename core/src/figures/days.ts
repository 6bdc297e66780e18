/** A UTC day as text, YYYY-MM-DD, which sorts by time. */
export type Day = string;

const DAY_LENGTH = 'YYYY-MM-DD'.length;
export const DAY_MS = 86_400_000;

/** True for a calendar day that a database can store. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !text.startsWith('0000') &&
    !Number.isNaN(Date.parse(text)) &&
    dayAt(Date.parse(text)) === text
  );
}

/** The day of a moment. */
export function dayAt(atMs: number): Day {
  return new Date(atMs).toISOString().slice(0, DAY_LENGTH);
}

/** The first moment of a day. */
export function startOfDayMs(day: Day): number {
  return Date.parse(day);
}

/** The day `days` later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  return dayAt(startOfDayMs(day) + days * DAY_MS);
}

/** The same day of the month `months` earlier, or that month's last day if it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const date = new Date(startOfDayMs(day));
  const number = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(number, lastOfMonth));
  return dayAt(date.getTime());
}

/** The Monday of a day's week. */
export function startOfWeek(day: Day): Day {
  const daysSinceMonday = (new Date(startOfDayMs(day)).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 'YYYY-MM'.length)}-01`;
}

/** The first day of a day's quarter. */
export function startOfQuarter(day: Day): Day {
  const month = new Date(startOfDayMs(day)).getUTCMonth();
  return startOfMonth(monthsBefore(startOfMonth(day), month % 3));
}

/** The first day of the next quarter. */
export function nextQuarter(day: Day): Day {
  return monthsBefore(startOfQuarter(day), -3);
}
