const HOUR_MS = 3_600_000;

/** ISO 8601, as all times of answers. */
export function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString();
}

export function hoursAgo(hours: number): string {
  return hoursFromNow(-hours);
}
