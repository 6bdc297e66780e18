/** The attempts of one delivery, unless it is replayed. */
export const MAX_ATTEMPTS = 10;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The pauses after each failed attempt except the last, in seconds: together three days. */
const PAUSES_SECONDS = [
  5,
  MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  8 * HOUR,
  15 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** The jitter of a pause, relative to its planned length. */
const SPREAD = 0.1;

/** The longest pause that a receiver can ask for. */
export const MAX_RETRY_AFTER_SECONDS = 24 * HOUR;

/**
 * The pause after a failed attempt, in seconds; null after the last one.
 * @param attempt 1 for the first
 * @param chance from 0 to 1
 * @param retryAfterSeconds what the receiver asked for; null for nothing
 */
export function pauseAfterAttempt(
  attempt: number,
  chance: number,
  retryAfterSeconds: number | null,
): number | null {
  const planned = PAUSES_SECONDS[attempt - 1];
  if (planned === undefined) {
    return null;
  }
  const spread = planned * (1 - SPREAD + 2 * SPREAD * chance);
  return Math.max(spread, Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS));
}

/**
 * The seconds of a Retry-After field (RFC 9110, section 10.2.3): a number, or an HTTP date.
 * @param nowMs in milliseconds since 1970
 * @returns null for a missing or invalid field, or a date in the past
 */
export function retryAfterSecondsOf(field: string | null, nowMs: number): number | null {
  const text = field?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (dateMsOf(text) - nowMs) / 1_000;
  return seconds > 0 ? seconds : null;
}

function dateMsOf(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
