import type { HistoryRange } from '@perkex/contract/figures.js';
import type { ReactNode } from 'react';
import type { ChartPoint, Outlier } from './chart-points.js';

export interface ChartProps {
  readonly heading: string;
  /** What the line shows, such as 'Average'. */
  readonly valueName: string;
  /** What the second line shows; only with points that have a `reference`, against which their values are read. */
  readonly referenceName?: string;
  /** The same function at every drawing. */
  readonly valueText: (value: number) => string;
  /** What a bar says, such as '3 sales'; only with points that have a `count`. */
  readonly countText?: (count: number) => string;
  /** Oldest first; undefined until they have come. */
  readonly points: readonly ChartPoint[] | undefined;
  /** What lies beside the line and does not stretch its scale, newest first. */
  readonly outliers?: readonly Outlier[];
  /** Whether the first and the last point may be compared. */
  readonly hasChange?: boolean;
  /** Whether the points are still those of another range or size. */
  readonly isOutdated?: boolean;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly range: HistoryRange;
  readonly onRange: (range: HistoryRange) => void;
  /** What stands in place of the line when there are no points. */
  readonly empty: ReactNode;
}
