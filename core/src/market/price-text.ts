import { CENTS_PER_DOLLAR, dollarsToCents, formatPrice } from '../money.js';

/** What stands where a price is missing (section 2). */
export const NO_PRICE = '--';

/** A price as the screens show it (section 9): whole dollars with a trailing `$`, no separator; `--` for none. */
export function priceText(priceCents: number | null): string {
  return priceCents === null || priceCents === 0 ? NO_PRICE : formatPrice(priceCents);
}

/** What stands before everything below zero: a hyphen is too short, and breaks lines. */
export const MINUS = '−';

/** A fee line or a total in cents: two decimals and a trailing `$` (section 9). */
export function amountText(cents: number): string {
  return `${cents < 0 ? MINUS : ''}${(Math.abs(cents) / CENTS_PER_DOLLAR).toFixed(2)}$`;
}

/** What is added to a price or taken off it, in cents: `+ 10.00$`, `− 10.00$`. */
export function signedAmountText(cents: number): string {
  return `${cents < 0 ? MINUS : '+'} ${amountText(Math.abs(cents))}`;
}

/** A retail price in dollars, which shops do not always make whole ones: with cents only where it has some. */
export function retailText(dollars: number): string {
  return Number.isInteger(dollars) ? `${dollars}$` : amountText(dollarsToCents(dollars));
}
