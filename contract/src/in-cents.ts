import { dollarsToCents } from '@perkex/core/money.js';

/** An order, a sale or a price of a size, with the price in cents for computing. */
export type InCents<Priced> = Omit<Priced, 'price'> & { readonly priceCents: number };

/** Converts an answer's price from whole dollars to cents. */
export function inCents<Priced extends { readonly price: number }>({
  price,
  ...rest
}: Priced): InCents<Priced> {
  return { ...rest, priceCents: dollarsToCents(price) };
}
