import { CENTS_PER_DOLLAR, dollarsToCents, formatPrice } from '../money.js';

/** Shown where a price is missing (section 2). */
export const NO_PRICE = '--';

/** A price as the screens show it (section 9): whole dollars with a trailing `$`, no separator; `--` for none. */
export function priceText(priceCents: number | null): string {
  return priceCents === null || priceCents === 0 ? NO_PRICE : formatPrice(priceCents);
}

/** The minus sign of amounts and percentages: a hyphen is too short, and lines break after it. */
export const MINUS = '−';

/** A fee line or a total in cents: two decimals and a trailing `$` (section 9). */
export function amountText(cents: number): string {
  return `${cents < 0 ? MINUS : ''}${(Math.abs(cents) / CENTS_PER_DOLLAR).toFixed(2)}$`;
}

/** An amount added to a price or subtracted from it, in cents: `+ 10.00$`, `− 10.00$`. */
export function signedAmountText(cents: number): string {
  return `${cents < 0 ? MINUS : '+'} ${amountText(Math.abs(cents))}`;
}

/** A retail price in dollars, with cents only if it has some: shops do not always use whole dollars. */
export function retailText(dollars: number): string {
  return Number.isInteger(dollars) ? `${dollars}$` : amountText(dollarsToCents(dollars));
}
