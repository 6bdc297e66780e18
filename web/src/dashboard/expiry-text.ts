import { counted } from '@perkex/core/counted.js';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** The time until an order expires, in words: 'expires in 6 days'. */
export function expiryText(expiresAt: string, nowMs: number): string {
  const leftMs = Date.parse(expiresAt) - nowMs;
  const days = Math.round(leftMs / DAY_MS);
  const hours = Math.round(leftMs / HOUR_MS);
  if (hours < 1) {
    return 'expires within the hour';
  }
  return hours < 24 ? `expires in ${counted(hours, 'hour')}` : `expires in ${counted(days, 'day')}`;
}
