import { OddDot } from '../products/odd-mark.js';
import { dayText } from '../ui/moment.js';
import { type ChartPoint, type ChartStep, timeText } from './chart-points.js';
import type { ChartProps } from './chart-props.js';

interface ChartTableProps
  extends Pick<
    ChartProps,
    'heading' | 'valueName' | 'valueText' | 'countText' | 'referenceName' | 'outliers'
  > {
  readonly points: readonly ChartPoint[];
  readonly step: ChartStep;
  /** If false, only screen readers see it. */
  readonly isShown: boolean;
}

const STEP_NAMES = { day: 'Day', week: 'Week', month: 'Month' };

/** The points of a chart, newest first. */
export function ChartTable({
  heading,
  valueName,
  valueText,
  countText,
  referenceName,
  outliers = [],
  points,
  step,
  isShown,
}: ChartTableProps) {
  const hasBand = points.some(({ high }) => high !== undefined);
  const table = (
    <>
      <table className="w-full tabular-nums">
        <caption className="sr-only">{heading}</caption>
        <thead className="sticky top-0 bg-paper text-sm text-muted">
          <tr className="*:px-2 *:py-2 *:text-right *:font-normal *:first:text-left">
            <th scope="col">{STEP_NAMES[step]}</th>
            <th scope="col">{valueName}</th>
            {referenceName ? <th scope="col">{referenceName}</th> : null}
            {hasBand ? (
              <>
                <th scope="col">Low</th>
                <th scope="col">High</th>
              </>
            ) : null}
            {countText ? <th scope="col">Sales</th> : null}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr
              key={point.start}
              className="border-t border-line *:px-2 *:py-2 *:text-right *:first:text-left"
            >
              <th scope="row" className="font-normal whitespace-nowrap">
                {timeText(point, step)}
              </th>
              <td className="price">{valueText(point.value)}</td>
              {referenceName ? (
                <td>{point.reference === undefined ? null : valueText(point.reference)}</td>
              ) : null}
              {hasBand ? (
                <>
                  <td>{point.low === undefined ? null : valueText(point.low)}</td>
                  <td>{point.high === undefined ? null : valueText(point.high)}</td>
                </>
              ) : null}
              {countText ? <td>{point.count ?? 0}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {outliers.length > 0 ? (
        <ul className="border-t border-line px-2 py-2 text-muted">
          {outliers.map(({ id, atMs, value, name }) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <OddDot />
              {valueText(value)} on {dayText('utc', new Date(atMs).toISOString())}: {name.toLowerCase()}, in
              no figure
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
  return isShown ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
    <section tabIndex={0} aria-label={`${heading} as a table`} className="h-full overflow-y-auto text-sm">
      {table}
    </section>
  ) : (
    <div className="sr-only">{table}</div>
  );
}
