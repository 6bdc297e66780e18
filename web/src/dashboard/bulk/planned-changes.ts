import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { dollarsToCents, isPriceCents } from '@perkex/core/money.js';

/** The ways to change the prices of several asks. */
export const PRICE_CHANGES = { set: 'Set to', lower: 'Lower by', raise: 'Raise by' } as const;
export type PriceChange = keyof typeof PRICE_CHANGES;

/** An own ask and its new price, in whole dollars. */
export interface PlannedChange {
  readonly row: OpenOrderRow;
  readonly price: number;
}

export interface PlannedChanges {
  readonly changes: readonly PlannedChange[];
  /** The number of asks that stay as they are: their price is the new one, or would not be valid. */
  readonly unchanged: number;
}

/** The asks with a new price. @param dollars whole dollars */
export function plannedChanges(
  rows: readonly OpenOrderRow[],
  change: PriceChange,
  dollars: number,
): PlannedChanges {
  const changes = rows.flatMap((row): PlannedChange[] => {
    const before = row.price ?? 0;
    const price = change === 'set' ? dollars : change === 'lower' ? before - dollars : before + dollars;
    return price !== before && isPriceCents(dollarsToCents(price)) ? [{ row, price }] : [];
  });
  return { changes, unchanged: rows.length - changes.length };
}
