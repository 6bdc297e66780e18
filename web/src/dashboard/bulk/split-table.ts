/** A row of a table, with its number in the text, counted from 1. */
export interface Cells {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Splits a table that was copied from a spreadsheet or read from a CSV file (RFC 4180) into its rows. The cells are
 * separated by tabs, semicolons or commas, whichever the first row has. Empty rows are left out.
 */
export function splitTable(text: string): Cells[] {
  const separator = separatorOf(text);
  const rows: Cells[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((each) => each !== '')) {
      rows.push({ line, cells });
    }
    cells = [];
    cell = '';
    line += 1;
  };
  const characters = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (isQuoted && character === '"' && characters[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted;
    } else if (isQuoted) {
      cell += character;
    } else if (character === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (character === '\n') {
      endRow();
    } else {
      cell += character;
    }
  }
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const [first = ''] = text.trim().split(/[\r\n]/, 1);
  if (first.includes('\t')) {
    return '\t';
  }
  return first.split(';').length > first.split(',').length ? ';' : ',';
}
