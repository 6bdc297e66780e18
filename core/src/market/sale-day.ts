const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A sale's date as the screens show it: YYYY-MM-DD, its first 10 characters (section 9). */
export function saleDay(date: string): string {
  return date.slice(0, DAY_LENGTH);
}
