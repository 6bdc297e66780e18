import { CENTS_PER_DOLLAR, dollarsToCents } from './money.js';

const MAX_DOLLARS = Math.floor(Number.MAX_SAFE_INTEGER / CENTS_PER_DOLLAR);

/**
 * Parses the text of a price field into cents (section 4, "Price input"): drops everything but digits and reads the
 * rest as whole dollars; an empty rest is 0.
 */
export function parsePriceInput(text: string): number {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') {
    return 0;
  }
  // Caps long pasted numbers, which arithmetic would silently round.
  return dollarsToCents(Math.min(Number.parseInt(digits, 10), MAX_DOLLARS));
}
