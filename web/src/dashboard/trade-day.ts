import type { SaleRow } from '@perkex/contract/user-data.js';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A trade's day: the first 10 characters of its date, as sales are dated everywhere (section 9). */
export function dayOf({ date }: SaleRow): string {
  return date.slice(0, DAY_LENGTH);
}
