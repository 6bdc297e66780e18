import type { HistoryRange } from '@perkex/contract/figures.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import { monthText } from '@perkex/core/figures/months.js';
import { dayText } from '../ui/moment.js';

/** A day, week or month of a chart. */
export interface ChartPoint {
  /** Its first day, YYYY-MM-DD in UTC. */
  readonly start: string;
  /** The value of the line. */
  readonly value: number;
  /** The edges of the band around the line, if there is one. */
  readonly low?: number;
  readonly high?: number;
  /** The value of the second line for comparison, if there is one. */
  readonly reference?: number;
  /** The height of the bar below the line, if there are bars. */
  readonly count?: number;
}

/** A single value beside the line, such as an odd trade. */
export interface Outlier {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly atMs: number;
  readonly value: number;
  /** Its label, such as 'Odd sale, size 9'. */
  readonly name: string;
}

export type ChartStep = 'day' | 'week' | 'month';

/** A history whose points are as far apart as this has one for each month. */
const MONTHS_FROM_MS = 700 * DAY_MS;
const MONDAY = 1;
const STEPS: Readonly<Partial<Record<HistoryRange, ChartStep>>> = {
  '1M': 'day',
  '3M': 'day',
  '6M': 'week',
  '1Y': 'week',
};

/**
 * The duration of each point of a range. The server uses months where the first sale is more than two years old, so the
 * points themselves may be close together. Its weeks begin on Mondays.
 */
export function stepOf(range: HistoryRange, points: readonly ChartPoint[]): ChartStep {
  const step = STEPS[range];
  if (step !== undefined) {
    return step;
  }
  if (points.some((point) => new Date(timeOf(point)).getUTCDay() !== MONDAY)) {
    return 'month';
  }
  const [first, last] = [points[0], points.at(-1)];
  const isLong = first !== undefined && last !== undefined && timeOf(last) - timeOf(first) > MONTHS_FROM_MS;
  return isLong && points.every(({ start }) => start.endsWith('-01')) ? 'month' : 'week';
}

/** The start of a point, in milliseconds. */
export function timeOf({ start }: Pick<ChartPoint, 'start'>): number {
  return Date.parse(start);
}

/** The index of the last point that starts at or before a time; the first for an earlier time. */
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

/** The change from the first to the last point, in per cent; null for fewer than two points. */
export function changeOver(points: readonly ChartPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2 || first.value === 0) {
    return null;
  }
  return ((last.value - first.value) / first.value) * 100;
}

/** The index that a key moves to from this one; null for a key without effect. */
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
