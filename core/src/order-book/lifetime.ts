const DAY_MS = 24 * 60 * 60 * 1_000;

/** The lifetimes that an ask or a bid may have, in days. */
export const LIFETIMES_DAYS = [1, 3, 7, 14, 30, 60, 90] as const;
export type LifetimeDays = (typeof LIFETIMES_DAYS)[number];

/** The default lifetime in the panels. */
export const DEFAULT_LIFETIME_DAYS: LifetimeDays = 30;

/** True if a stored value is a valid lifetime. */
export function isLifetime(value: unknown): value is LifetimeDays {
  return LIFETIMES_DAYS.some((days) => days === value);
}

/** A number of days in milliseconds. */
export function lifetimeMs(days: LifetimeDays): number {
  return days * DAY_MS;
}

/** The end of an order's lifetime, in milliseconds since 1970. Null or absent: it lasts until it is cancelled. */
export interface Expiring {
  readonly expiresAtMs?: number | null;
}

/** True from the end of an order's lifetime on: then it is not open, even if no sweep has closed it yet. */
export function isExpired({ expiresAtMs = null }: Expiring, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
