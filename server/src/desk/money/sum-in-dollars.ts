import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';

/** An amount as the wire has it: a count and dollars with cents. */
export function sumInDollars({ count, cents }: { readonly count: number; readonly cents: number }) {
  return { count, amount: cents / CENTS_PER_DOLLAR };
}
