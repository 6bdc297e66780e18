import type { Party } from './deal.js';

/** A value for each party of a deal. */
export type ByParty<Value> = Readonly<Record<Party, Value>>;

/** The same value for both parties. */
export function both<Value>(value: Value): ByParty<Value> {
  return { buyer: value, seller: value };
}
