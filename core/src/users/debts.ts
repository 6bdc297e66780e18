const DAY_MS = 24 * 60 * 60 * 1000;
/** The time in which a debt must be paid, and for which a member may defer it. */
export const DEBT_MS = 14 * DAY_MS;

/**
 * The least that a card can pay, in cents. A smaller debt waits for a payout, and does not stop its user from selling.
 */
export const MIN_CARD_CENTS = 50;

/** The debt of a user to the platform, and the moment since which it has not been zero. */
export interface Debt {
  readonly cents: number;
  readonly sinceMs: number;
  /** Until then a member lets the user sell all the same; null for no such decision. */
  readonly deferredUntilMs: number | null;
}

/** True if a user may not sell until the debt is settled or deferred (after-the-trade.md, "Deal states"). */
export function stopsSelling(
  { cents, sinceMs, deferredUntilMs }: Debt,
  maxDebtCents: number,
  nowMs: number,
): boolean {
  const isTooOld = cents >= MIN_CARD_CENTS && nowMs - sinceMs >= DEBT_MS;
  const isTooMuch = cents > maxDebtCents || isTooOld;
  return isTooMuch && (deferredUntilMs === null || nowMs >= deferredUntilMs);
}
