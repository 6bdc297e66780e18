/** How long a member has a pair to themselves. */
export const RESERVATION_MS = 30 * 60_000;

interface Reserved {
  readonly member: string;
  /** In milliseconds since 1970. */
  readonly atMs: number;
}

export interface Reservation {
  readonly member: string;
  readonly untilMs: number;
  /** The member whose reservation was still running when this one began; null for none. */
  readonly takenFrom: string | null;
}

/**
 * The current reservation of a pair; null for none. It ends by time only. Ending it with a verdict would reveal that a
 * verdict exists.
 * @param latest the last reservations, the newest first
 */
export function reservationOf(latest: readonly Reserved[], nowMs: number): Reservation | null {
  const [last] = latest;
  if (!last || nowMs >= last.atMs + RESERVATION_MS) {
    return null;
  }
  const before = latest.find(({ member }) => member !== last.member);
  const isTaken = before !== undefined && last.atMs < before.atMs + RESERVATION_MS;
  return {
    member: last.member,
    untilMs: last.atMs + RESERVATION_MS,
    takenFrom: isTaken ? before.member : null,
  };
}
