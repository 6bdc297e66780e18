import { dayText, momentText, type Zone } from '../ui/moment.js';

/** A deadline. One at midnight is the end of the day before: '2 Dec 2026, 24:00' is not taken for a day later. */
export function deadlineText(zone: Zone, at: string): string {
  const text = momentText(zone, at);
  return text.endsWith(', 00:00') ? `${dayText(zone, Date.parse(at) - 1)}, 24:00` : text;
}
