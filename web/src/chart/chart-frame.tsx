import type { ReactNode } from 'react';
import { Placeholder } from '../ui/states.js';
import type { ChartPoint } from './chart-points.js';
import { SparklineDrawing } from './sparkline-drawing.js';

const LINE_WIDTH = 400;
const LINE_HEIGHT = 160;

interface ChartFrameProps {
  readonly heading: ReactNode;
  readonly ranges: ReactNode;
  readonly view: ReactNode;
  readonly children: ReactNode;
}

/** The fixed height of a chart. */
const PLOT_HEIGHT = 'h-64 md:h-68';

/** The layout of the parts of a chart. */
export function ChartFrame({ heading, ranges, view, children }: ChartFrameProps) {
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="flex h-11 min-w-0 flex-1 items-center gap-2 @lg:gap-3">{heading}</div>
        <div className="order-last h-11 w-full @lg:order-none @lg:ml-auto @lg:w-auto">{ranges}</div>
        <div className="size-11">{view}</div>
      </div>
      <div className={`mt-2 ${PLOT_HEIGHT}`}>{children}</div>
    </div>
  );
}

interface ChartPlaceholderProps {
  readonly heading: string;
  /** Oldest first; undefined while they load. */
  readonly points?: readonly ChartPoint[] | undefined;
}

/** Shown until the code of the chart is loaded: only its line, if that is known. */
export function ChartPlaceholder({ heading, points = [] }: ChartPlaceholderProps) {
  return (
    <ChartFrame heading={<ChartHeading>{heading}</ChartHeading>} ranges={null} view={null}>
      {points.length < 2 ? <Placeholder className="h-full" /> : <Line points={points} />}
    </ChartFrame>
  );
}

function Line({ points }: { points: readonly ChartPoint[] }) {
  const values = points.map(({ value }) => value);
  return (
    <SparklineDrawing
      values={values}
      width={LINE_WIDTH}
      height={LINE_HEIGHT}
      className="h-full w-full py-6"
    />
  );
}

export function ChartHeading({ children }: { children: ReactNode }) {
  return <h2 className="truncate text-xl max-[22.5rem]:text-lg md:text-2xl">{children}</h2>;
}
