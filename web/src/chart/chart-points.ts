import type { HistoryRange } from '@perkex/contract/figures.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import { monthText } from '@perkex/core/figures/months.js';
import { dayText } from '../ui/moment.js';

/** A day, week or month of a chart. */
export interface ChartPoint {
  /** Its first day, YYYY-MM-DD in UTC. */
  readonly start: string;
  /** What the line shows. */
  readonly value: number;
  /** The edges of the band around the line, where there is one. */
  readonly low?: number;
  readonly high?: number;
  /** What it is compared with, as a second line, where there is one. */
  readonly reference?: number;
  /** How high the bar below the line is, where there are bars. */
  readonly count?: number;
}

/** A single value that lies beside the line, such as an odd sale. */
export interface Outlier {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly atMs: number;
  readonly value: number;
  /** What it is, such as 'Odd sale, size 9'. */
  readonly name: string;
}

export type ChartStep = 'day' | 'week' | 'month';

/** Nothing shorter than this comes by the month. */
const MONTHS_FROM_MS = 700 * DAY_MS;
const STEPS: Readonly<Partial<Record<HistoryRange, ChartStep>>> = {
  '1M': 'day',
  '3M': 'day',
  '6M': 'week',
  '1Y': 'week',
};

/** How long each point of a range lasts: the server takes months only for more than two years. */
export function stepOf(range: HistoryRange, points: readonly ChartPoint[]): ChartStep {
  const step = STEPS[range];
  if (step !== undefined) {
    return step;
  }
  const [first, last] = [points[0], points.at(-1)];
  const isLong = first !== undefined && last !== undefined && timeOf(last) - timeOf(first) > MONTHS_FROM_MS;
  return isLong && points.every(({ start }) => start.endsWith('-01')) ? 'month' : 'week';
}

/** When a point begins, in milliseconds. */
export function timeOf({ start }: Pick<ChartPoint, 'start'>): number {
  return Date.parse(start);
}

/** The number of the point in whose time a moment is, or of the last one before; the first for an earlier moment. */
export function indexAt(points: readonly ChartPoint[], atMs: number): number {
  return Math.max(
    0,
    points.findLastIndex((point) => timeOf(point) <= atMs),
  );
}

/** A point's time in words, such as 'Week of 9 Nov 2026'. */
export function timeText(point: ChartPoint, step: ChartStep): string {
  if (step === 'month') {
    return monthText(point.start.slice(0, 'YYYY-MM'.length));
  }
  const day = dayText('utc', point.start);
  return step === 'week' ? `Week of ${day}` : day;
}

/** How far the last point is from the first, in per cent; null where there are fewer than two. */
export function changeOver(points: readonly ChartPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2 || first.value === 0) {
    return null;
  }
  return ((last.value - first.value) / first.value) * 100;
}

/** Where a key moves the chosen point of so many to; null when it moves nothing. */
export function indexAfterKey(key: string, index: number, points: number): number | null {
  const wanted: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: points - 1,
  };
  const next = wanted[key];
  return next === undefined ? null : Math.min(points - 1, Math.max(0, next));
}
