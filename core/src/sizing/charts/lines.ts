/** Where a line of a chart has US men's and US women's, after the size itself. */
const COLUMNS = { men: 1, women: 2 } as const;

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** The lines of men's sizes within bounds. */
export function linesOfMen(lines: string, bounds: Bounds): string {
  return linesOf(lines, 'men', '', bounds);
}

/** The same shoes once more under women's sizes, for makers whose boxes say the same of both. */
export function asWomens(lines: string, bounds: Bounds): string {
  return linesOf(lines, 'women', 'W', bounds);
}

/** The same shoes once more under youth sizes, whose numbers are the men's. */
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

/** A chart of several parts. */
export function joinLines(...parts: readonly string[]): string {
  return parts.map((part) => part.trim()).join('\n');
}
