/** The columns of US men's and US women's sizes in a chart line. */
const COLUMNS = { men: 1, women: 2 } as const;

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** The lines with men's sizes within bounds. */
export function linesOfMen(lines: string, bounds: Bounds): string {
  return linesOf(lines, 'men', '', bounds);
}

/** The same shoes in women's sizes, for brands whose boxes show both. */
export function asWomens(lines: string, bounds: Bounds): string {
  return linesOf(lines, 'women', 'W', bounds);
}

/** The same shoes in youth sizes, whose numbers equal the men's. */
export function asYouth(lines: string, bounds: Bounds): string {
  return linesOf(lines, 'men', 'Y', bounds);
}

function linesOf(lines: string, column: keyof typeof COLUMNS, letter: string, { from, to }: Bounds): string {
  return lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((cells) => Number(cells[COLUMNS[column]]) >= from && Number(cells[COLUMNS[column]]) <= to)
    .map((cells) => [`${cells[COLUMNS[column]]}${letter}`, ...cells.slice(1)].join(' '))
    .join('\n');
}

/** Joins the parts of a chart. */
export function joinLines(...parts: readonly string[]): string {
  return parts.map((part) => part.trim()).join('\n');
}
