const NEEDS_QUOTES = /[",\r\n]/;
/** Spreadsheets run a cell that begins like this as a formula, unless it is a number. */
const BEGINS_FORMULA = /^[=+\-@\t\r]/;
const IS_NUMBER = /^-?\d+(\.\d+)?$/;

/** A table as CSV (RFC 4180), with a header line. */
export function csvText(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return csvLines([columns, ...rows]);
}

/** Rows of a table as CSV. A text that looks like a formula gets an apostrophe. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  const raw = String(value);
  const text = BEGINS_FORMULA.test(raw) && !IS_NUMBER.test(raw) ? `'${raw}` : raw;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
