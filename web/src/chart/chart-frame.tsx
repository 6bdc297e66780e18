import type { ReactNode } from 'react';
import { Placeholder } from '../ui/states.js';

interface ChartFrameProps {
  readonly heading: ReactNode;
  readonly ranges: ReactNode;
  readonly view: ReactNode;
  readonly children: ReactNode;
}

/** What a chart is as high as at all times. */
export const PLOT_HEIGHT = 'h-64 md:h-68';

/** The parts of a chart at their places. */
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

/** Holds the place of a chart whose code has not come yet. */
export function ChartPlaceholder({ heading }: { heading: string }) {
  return (
    <ChartFrame heading={<ChartHeading>{heading}</ChartHeading>} ranges={null} view={null}>
      <Placeholder className="h-full" />
    </ChartFrame>
  );
}

export function ChartHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="truncate text-xl md:text-2xl">
      {children}
    </h2>
  );
}
