import type { HistoryRange } from '@perkex/contract/figures.js';
import type { ReactNode } from 'react';
import type { ChartPoint, Outlier } from './chart-points.js';

export interface ChartProps {
  readonly heading: string;
  /** The name of the line, such as 'Average'. */
  readonly valueName: string;
  /** The name of the second line; only with points that have a `reference`, with which their values are compared. */
  readonly referenceName?: string;
  /** Must be the same function in every render. */
  readonly valueText: (value: number) => string;
  /** The text of a bar, such as '3 sales'; only with points that have a `count`. */
  readonly countText?: (count: number) => string;
  /** Oldest first; undefined while they load. */
  readonly points: readonly ChartPoint[] | undefined;
  /** Single values beside the line that do not stretch its scale, newest first. */
  readonly outliers?: readonly Outlier[];
  /** True if the first and the last point can be compared. */
  readonly hasChange?: boolean;
  /** True while the points still belong to another range or size. */
  readonly isOutdated: boolean;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly range: HistoryRange;
  readonly onRange: (range: HistoryRange) => void;
  /** Shown if there are no points. */
  readonly empty: ReactNode;
}
