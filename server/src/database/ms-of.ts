/** SQL: a point in time as milliseconds since 1970. */
export function msOf(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}
