import type { HistoryRange } from '@perkex/contract/figures.js';
import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Change } from '../products/change.js';
import { OddMark } from '../products/odd-mark.js';
import { IconButton } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { TabStrip, tabId } from '../ui/tab-strip.js';
import { ChartFrame, ChartHeading } from './chart-frame.js';
import { changeOver, stepOf } from './chart-points.js';
import type { ChartProps } from './chart-props.js';
import { ChartTable } from './chart-table.js';
import { PlotView } from './plot-view.js';

/** A chart with its ranges, and the same data as a table: visible on request, and always for screen readers. */
export function TimeChart(props: ChartProps) {
  const { heading, points, range, onRange } = props;
  const [isTable, setIsTable] = useState(false);
  const panelId = useId();
  const ViewIcon = isTable ? ChartLine : Table2;
  return (
    <ChartFrame
      heading={
        <>
          <ChartHeading>{heading}</ChartHeading>
          {props.hasChange ? (
            <Change percent={points ? changeOver(points) : null} comparedWith="over what the chart shows" />
          ) : null}
          {props.outliers?.length ? <OddMark /> : null}
        </>
      }
      ranges={
        <TabStrip
          name={`${heading}: range`}
          look="pill"
          tabs={RANGE_TABS}
          open={range}
          onOpen={onRange}
          panelId={panelId}
        />
      }
      view={
        <IconButton
          name={isTable ? 'Show as a chart' : 'Show as a table'}
          onClick={() => setIsTable(!isTable)}
        >
          <ViewIcon aria-hidden className="size-5" />
        </IconButton>
      }
    >
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(panelId, range)}
        aria-busy={points === undefined || props.isOutdated}
        className={`relative h-full ${props.isOutdated ? 'opacity-50' : ''}`}
      >
        <Body {...props} isTable={isTable} />
      </div>
    </ChartFrame>
  );
}

function Body({ isTable, ...props }: ChartProps & { readonly isTable: boolean }) {
  const { points, range, hasFailed, onRetry, empty } = props;
  if (points === undefined) {
    return hasFailed ? (
      <ErrorNotice onRetry={onRetry}>The history could not be loaded.</ErrorNotice>
    ) : (
      <Placeholder className="h-full" />
    );
  }
  if (points.length === 0) {
    return <Empty>{empty}</Empty>;
  }
  const step = stepOf(range, points);
  return (
    <>
      {isTable ? null : <PlotView {...props} points={points} step={step} />}
      <ChartTable {...props} points={points} step={step} isShown={isTable} />
    </>
  );
}

/** The background of a chart that has no line yet. */
function Empty({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex h-full items-center justify-center overflow-hidden rounded-card border border-dashed border-line bg-card px-6 text-center">
      <svg
        aria-hidden
        viewBox="0 0 400 120"
        preserveAspectRatio="none"
        className="absolute inset-x-0 bottom-6 h-1/2 w-full text-line"
      >
        <path
          d="M0 100C50 96 70 60 110 66s60 34 100 18 60-62 100-58 60 24 90-14"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="5 6"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="relative max-w-sm">{children}</div>
    </div>
  );
}

/** The ranges of the contract, where they are next to schemas that a first visit must not load. */
const RANGE_NAMES: Readonly<Record<HistoryRange, string>> = {
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '1 year',
  ALL: 'From the first sale on',
};

/** As tabs, the shortest range first. */
const RANGE_TABS = (Object.keys(RANGE_NAMES) as HistoryRange[]).map((range) => ({
  value: range,
  label: range,
  title: RANGE_NAMES[range],
}));
