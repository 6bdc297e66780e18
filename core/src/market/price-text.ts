import { CENTS_PER_DOLLAR, formatPrice } from '../money.js';

/** What stands where a price is missing (section 2). */
export const NO_PRICE = '--';

/** A price as the screens show it (section 9): whole dollars with a trailing `$`, no separator; `--` for none. */
export function priceText(priceCents: number | null): string {
  return priceCents === null || priceCents === 0 ? NO_PRICE : formatPrice(priceCents);
}

/** A fee line or a total in cents: two decimals and a trailing `$` (section 9). */
export function amountText(cents: number): string {
  return `${(cents / CENTS_PER_DOLLAR).toFixed(2)}$`;
}
