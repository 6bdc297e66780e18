import { DAY_MS } from '../figures/days.js';

/** How long a payment that failed counts. */
export const FAILED_PAYMENT_MS = 90 * DAY_MS;

/** The failed payments of a buyer, and their cards. Times are in milliseconds since 1970. */
export interface BuyerPayments {
  /** When deals of theirs were cancelled because they did not pay in time, in any order. */
  readonly failedAtMs: readonly number[];
  /** When their last card was saved, which the bank has checked; null for none. */
  readonly cardSavedAtMs: number | null;
}

/**
 * Until when a buyer cannot buy unless they save a card; null if they can buy now (after-the-trade.md, "Deal states").
 * Two failed payments that count stop them, until they save a card after the later one.
 */
export function needsCardUntilMs({ failedAtMs, cardSavedAtMs }: BuyerPayments, nowMs: number): number | null {
  const [last, lastButOne] = failedAtMs.toSorted((a, b) => b - a);
  if (last === undefined || lastButOne === undefined || (cardSavedAtMs !== null && cardSavedAtMs > last)) {
    return null;
  }
  const untilMs = lastButOne + FAILED_PAYMENT_MS;
  return nowMs < untilMs ? untilMs : null;
}
