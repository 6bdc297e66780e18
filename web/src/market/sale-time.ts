import { saleDay } from '@perkex/core/market/sale-day.js';
import { isSameDay, momentIn, type Zone } from '../ui/moment.js';

const SECONDS_AT = 'YYYY-MM-DDTHH:MM'.length;

/**
 * When a sale was, in a few characters: today's by the local time, older ones by their day in UTC. Where nobody knows
 * what is local, all by their day.
 */
export function saleTimeText(zone: Zone, date: string, nowMs: number): string {
  return zone === 'local' && isSameDay(zone, date, nowMs) ? momentIn(zone, date).time : saleDay(date);
}

/** When a sale was, to the second, in UTC. */
export function saleTimeTitle(date: string): string {
  const { year, month, day, time } = momentIn('utc', date);
  return `${day} ${month} ${year}, ${time}${date.slice(SECONDS_AT, SECONDS_AT + ':SS'.length)} UTC`;
}
