import { momentIn } from '../ui/moment.js';

/** Says when orders for a product are taken. @param day YYYY-MM-DD, in UTC */
export function tradingOpensText(day: string): string {
  const { year, month, day: number } = momentIn('utc', day);
  return `Trading opens on ${month} ${number}, ${year}`;
}
