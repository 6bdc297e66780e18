import { CENTS_PER_DOLLAR, dollarsToCents, formatPrice } from '../money.js';

/** What stands where a price is missing (section 2). */
export const NO_PRICE = '--';

/** A price in whole dollars as the screens show it (section 9): a trailing `$`, no separator; `--` for none. */
export function priceText(price: number | null): string {
  return price === null || price === 0 ? NO_PRICE : formatPrice(dollarsToCents(price));
}

/** A fee line or a total in cents: two decimals and a trailing `$` (section 9). */
export function amountText(cents: number): string {
  return `${(cents / CENTS_PER_DOLLAR).toFixed(2)}$`;
}
