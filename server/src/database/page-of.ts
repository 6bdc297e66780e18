/**
 * A page of rows, of which one more than the limit was read. `next` names the last row of the page; null if no other
 * page follows.
 */
export function pageOf<Row, Name>(
  rows: readonly Row[],
  limit: number,
  nameOf: (last: Row) => Name,
): { readonly shown: Row[]; readonly next: Name | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last !== undefined ? nameOf(last) : null };
}
