/** A row of the table of figures. */
export interface Figure {
  readonly name: string;
  /** The measured rate or time, as text. */
  readonly measured: string;
  /** The reference measured in the same run: a limit, or a peer. */
  readonly beside: string;
  /** The ratio to the reference; null without one. */
  readonly ratio: number | null;
  readonly target: string;
  /** Null without a target. */
  readonly isReached: boolean | null;
}

export type Print = (line: string) => void;

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')}/s`;
}

export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** The median; for an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** A figure as a line of the run's log. */
export function describeFigure({ name, measured, beside, ratio, target, isReached }: Figure): string {
  const compared = [beside, ratio === null ? '' : `ratio ${ratio.toFixed(2)}`].filter(Boolean).join(', ');
  const verdict = isReached === null ? '' : ` (${target}: ${isReached ? 'reached' : 'not reached'})`;
  return `  ${name}: ${measured}${compared === '' ? '' : `; ${compared}`}${verdict}`;
}
