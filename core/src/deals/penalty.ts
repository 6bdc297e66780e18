import { CENTS_PER_DOLLAR } from '../money.js';

const PENALTY_PERCENT = 15;
const MIN_PENALTY_CENTS = 15 * CENTS_PER_DOLLAR;

/** The working days in which members decide about an appeal. After that, the penalty is waived. */
export const APPEAL_WORKING_DAYS = 10;

/** The penalty of the side that fails, in cents. Prices are whole dollars, so it is exact. */
export function penaltyCents(priceCents: number): number {
  return Math.max(MIN_PENALTY_CENTS, (priceCents * PENALTY_PERCENT) / 100);
}
