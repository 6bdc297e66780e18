import type { Figure } from './figure.js';

const HEADINGS = ['figure', 'measured', 'limit or peer', 'ratio', 'target', 'reached'];

/** Figures as a Markdown table that is also readable in a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, measured, beside, ratio, target, isReached }) => [
    name,
    measured,
    beside,
    ratio === null ? '' : ratioText(ratio),
    target,
    isReached === null ? '' : isReached ? 'yes' : 'no',
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [
    line(HEADINGS),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** At least three digits: 0.0152, 0.84, 12.3, 140. */
export function ratioText(ratio: number): string {
  return ratio >= 100 ? String(Math.round(ratio)) : ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2);
}
