/** A measured figure: a row of the table. */
export interface Figure {
  readonly name: string;
  /** The measured rate or time, as text. */
  readonly measured: string;
  /** The reference measured in the same run: a limit, or a peer. */
  readonly limit?: string;
  /** The ratio to the reference. */
  readonly ratio?: number | null;
  readonly target?: string;
  /** Null if it could not be compared with its target. */
  readonly isReached?: boolean | null;
}

export type Print = (line: string) => void;

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')}/s`;
}

export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** For example: 1,200/s, p99 4.2 ms. With a p50, it comes first. */
export function rateText(rate: { perSecond: number; p50Ms?: number; p99Ms: number }): string {
  const p50 = rate.p50Ms === undefined ? '' : `p50 ${milliseconds(rate.p50Ms)}, `;
  return `${perSecond(rate.perSecond)}, ${p50}p99 ${milliseconds(rate.p99Ms)}`;
}

/** At least three digits: 0.0152, 0.84, 12.3, 140. */
export function ratioText(ratio: number): string {
  return ratio >= 100 ? String(Math.round(ratio)) : ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2);
}

/** A figure as a line of the run's log. */
export function describeFigure({ name, measured, limit, ratio, target, isReached }: Figure): string {
  const compared = [limit, ratio && `ratio ${ratio.toFixed(2)}`].filter(Boolean).join(', ');
  const verdict = isReached == null ? '' : ` (${target}: ${isReached ? 'reached' : 'not reached'})`;
  return `  ${name}: ${measured}${compared && `; ${compared}`}${verdict}`;
}

const HEADINGS = ['figure', 'measured', 'limit or peer', 'ratio', 'target', 'reached'];

/** Figures as a Markdown table that is also readable in a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, measured, limit = '', ratio, target = '', isReached }) => [
    name,
    measured,
    limit,
    ratio == null ? '' : ratioText(ratio),
    target,
    isReached == null ? '' : isReached ? 'yes' : 'no',
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
