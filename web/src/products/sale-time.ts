import { dayText, isSameDay, momentIn, momentText, type Zone } from '../ui/moment.js';

const SECONDS_AT = 'YYYY-MM-DDTHH:MM'.length;

/**
 * The time of a trade in a few characters: today's by the local time, older ones by their day in UTC. If the local time
 * zone is unknown, all by their day.
 */
export function saleTimeText(zone: Zone, date: string, nowMs: number): string {
  return zone === 'local' && isSameDay(zone, date, nowMs) ? momentIn(zone, date).time : dayText('utc', date);
}

/** The time of a trade, to the second, in UTC. */
export function saleTimeTitle(date: string): string {
  return `${momentText('utc', date)}${date.slice(SECONDS_AT, SECONDS_AT + ':SS'.length)} UTC`;
}
