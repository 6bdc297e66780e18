import { dollarsToCents } from '@perkex/core/money.js';

/** An order, a sale or a price of a size, with the price that the code computes with. */
export type InCents<Priced> = Omit<Priced, 'price'> & { readonly priceCents: number };

/** What a call gives with a price in whole dollars, with the price in cents. */
export function inCents<Priced extends { readonly price: number }>({
  price,
  ...rest
}: Priced): InCents<Priced> {
  return { ...rest, priceCents: dollarsToCents(price) };
}
