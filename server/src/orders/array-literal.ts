const NEEDS_QUOTES = /[",\\{}\s]|^$|^null$/i;

/**
 * One column of many rows as PostgreSQL's text of an array, for `unnest`. Numbers and ids need no quotes,
 * which is what makes this several times as fast as the driver's own conversion.
 */
export function column<Row>(rows: readonly Row[], pick: (row: Row) => string | number | null): string {
  let literal = '{';
  for (const [index, row] of rows.entries()) {
    literal += index === 0 ? '' : ',';
    const value = pick(row);
    literal += typeof value === 'string' ? element(value) : String(value);
  }
  return `${literal}}`;
}

function element(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}
