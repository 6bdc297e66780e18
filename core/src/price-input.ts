/**
 * What a person typed into a price field, in whole dollars (section 4, "Price input"): everything that is
 * not a digit is dropped, the rest is the number, and nothing left means 0.
 */
export function parsePriceInput(text: string): number {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') {
    return 0;
  }
  // A pasted row of digits must not become a number that arithmetic silently rounds.
  return Math.min(Number.parseInt(digits, 10), Number.MAX_SAFE_INTEGER);
}
