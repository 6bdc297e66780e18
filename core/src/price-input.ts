import { CENTS_PER_DOLLAR, dollarsToCents } from './money.js';

const MOST_DOLLARS = Math.floor(Number.MAX_SAFE_INTEGER / CENTS_PER_DOLLAR);

/**
 * What a person typed into a price field, in cents (section 4, "Price input"): everything that is
 * not a digit is dropped, the rest is whole dollars, and nothing left means 0.
 */
export function parsePriceInput(text: string): number {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') {
    return 0;
  }
  // A pasted row of digits must not become a number that arithmetic silently rounds.
  return dollarsToCents(Math.min(Number.parseInt(digits, 10), MOST_DOLLARS));
}
