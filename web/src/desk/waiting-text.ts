const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a deal has waited: 'Waiting 5 min', 'Waiting 3 h', 'Waiting 2 days'. @param since ISO 8601 */
export function waitingText(since: string, nowMs: number): string {
  const waitedMs = Math.max(0, nowMs - Date.parse(since));
  if (waitedMs < HOUR_MS) {
    return `Waiting ${Math.floor(waitedMs / MINUTE_MS)} min`;
  }
  if (waitedMs < 2 * DAY_MS) {
    return `Waiting ${Math.floor(waitedMs / HOUR_MS)} h`;
  }
  return `Waiting ${Math.floor(waitedMs / DAY_MS)} days`;
}
