/** A time as the wire and the database take it, in ISO 8601 and UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
