const DAY_MS = 24 * 60 * 60 * 1000;
/** The time in which a debt must be paid. */
const PAYMENT_MS = 14 * DAY_MS;

/** The debt of a user to the platform, and the moment since which it has not been zero. */
export interface Debt {
  readonly cents: number;
  readonly sinceMs: number;
}

/** True if a user may not sell until the debt is settled (after-the-trade.md, "Deal states"). */
export function stopsSelling({ cents, sinceMs }: Debt, maxDebtCents: number, nowMs: number): boolean {
  return cents > maxDebtCents || nowMs - sinceMs >= PAYMENT_MS;
}
