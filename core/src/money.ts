/** One dollar in cents, the unit of all computations. */
export const CENTS_PER_DOLLAR = 100;

/** The lowest price of a bid or an ask, in cents (section 9: 1 dollar). */
export const MIN_PRICE_CENTS = 1 * CENTS_PER_DOLLAR;

/** The highest price of a bid or an ask, in cents (1,000,000 dollars). */
export const MAX_PRICE_CENTS = 1_000_000 * CENTS_PER_DOLLAR;

/** Converts whole dollars, the unit of the wire, to cents. */
export function dollarsToCents(dollars: number): number {
  return dollars * CENTS_PER_DOLLAR;
}

/** Converts the cents of a price, always whole dollars, to the dollars of the wire. */
export function centsToDollars(cents: number): number {
  return cents / CENTS_PER_DOLLAR;
}

/** Converts the cents of an average, which may be fractional, to whole dollars, rounded half up. */
export function centsToNearestDollar(cents: number): number {
  return centsToDollars(roundToDollarsInCents(centsToDollars(cents)));
}

/** Rounds a dollar amount half up to whole dollars, in cents. */
export function roundToDollarsInCents(dollars: number): number {
  return Math.floor(dollars + 0.5) * CENTS_PER_DOLLAR;
}

/** True for a valid order price: whole dollars within the limits of section 9. */
export function isPriceCents(cents: number): boolean {
  return (
    Number.isInteger(cents) &&
    cents >= MIN_PRICE_CENTS &&
    cents <= MAX_PRICE_CENTS &&
    cents % CENTS_PER_DOLLAR === 0
  );
}

/** A price as the screens show it (section 9): whole dollars and a trailing `$`, no separator. */
export function formatPrice(cents: number): string {
  return `${centsToDollars(cents)}$`;
}
