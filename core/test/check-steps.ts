import { expect } from 'vitest';
import type { DealTerms } from '../src/deals/deal.js';
import { type Act, run, shown, TERMS } from './deal-table.js';

/** A line of a table: what happens, the acts, and what the last of them does. */
export type Line = [what: string, acts: readonly Act[], last: object, terms?: DealTerms];

export const NOTHING = { money: [], calls: [], orders: [] };
/** Shipping and fees of a trade at 240 dollars: 20.00 and 36.20. */
export const DIVIDED = ['held→owed-seller 20100', 'held→shipping 2000', 'held→fees 3620'];

export const refused = (code: string) => ({ refused: code });

export function check(_: string, acts: readonly Act[], last: object, terms: DealTerms = TERMS): void {
  expect(shown(run(acts, terms).last)).toMatchObject(last);
}
