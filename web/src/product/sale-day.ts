const DAY_LENGTH = 10;

/** A sale's date as the screens show it: the first 10 characters (section 9). */
export function saleDay(date: string): string {
  return date.slice(0, DAY_LENGTH);
}
