import { saleDay } from '@perkex/core/market/sale-day.js';

/** Where somebody is: the browser's own time zone, unless told otherwise. */
interface Place {
  readonly timeZone?: string;
}

/** When a sale was, in a few characters: today's by the local time, older ones by their day in UTC. */
export function saleTimeText(date: string, nowMs: number, { timeZone }: Place = {}): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone });
  const soldAt = new Date(date);
  return day.format(soldAt) === day.format(nowMs)
    ? new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(soldAt)
    : saleDay(date);
}

/** When a sale was, to the second and with the zone. */
export function saleTimeTitle(date: string, { timeZone }: Place = {}): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(
    new Date(date),
  );
}
