/** A date and time as a wall clock shows it. */
interface Moment {
  readonly year: number;
  /** The English name in three letters. */
  readonly month: string;
  readonly day: number;
  /** `HH:MM`. */
  readonly time: string;
}

/** The time zone: the visitor's, or UTC, the only one known during server-side rendering. */
export type Zone = 'local' | 'utc';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Computed by hand, because `Intl` takes tens of milliseconds on a phone and would delay the first visit. */
export function momentIn(zone: Zone, at: number | string): Moment {
  const date = new Date(at);
  const [year, month, day, hour, minute] =
    zone === 'utc'
      ? [
          date.getUTCFullYear(),
          date.getUTCMonth(),
          date.getUTCDate(),
          date.getUTCHours(),
          date.getUTCMinutes(),
        ]
      : [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()];
  return { year, month: MONTHS[month] ?? '', day, time: `${twoDigits(hour)}:${twoDigits(minute)}` };
}

/** Date and time: '22 Nov 2026, 18:35'. */
export function momentText(zone: Zone, at: number | string): string {
  return `${dayText(zone, at)}, ${momentIn(zone, at).time}`;
}

/** The date alone: '22 Nov 2026'. */
export function dayText(zone: Zone, at: number | string): string {
  const { year, month, day } = momentIn(zone, at);
  return `${day} ${month} ${year}`;
}

/** True if both are on the same day in that zone. */
export function isSameDay(zone: Zone, one: number | string, other: number | string): boolean {
  const [a, b] = [momentIn(zone, one), momentIn(zone, other)];
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
