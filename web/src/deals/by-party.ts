import type { DealRow } from '@perkex/contract/deals.js';

/** A value for each party of a deal. */
export type ByParty<Value> = Readonly<Record<DealRow['party'], Value>>;

/** The same value for both parties. */
export function both<Value>(value: Value): ByParty<Value> {
  return { buyer: value, seller: value };
}

/** A user's deal, from their side. */
export const DEAL_NAMES: ByParty<string> = { buyer: 'purchase', seller: 'sale' };
