import type { Day } from '../figures/days.js';
import { monthText } from '../figures/months.js';

/** A day in words: '22 November 2026'. */
export function longDay(day: Day): string {
  return `${Number(day.slice('YYYY-MM-'.length))} ${monthText(day.slice(0, 'YYYY-MM'.length))}`;
}
