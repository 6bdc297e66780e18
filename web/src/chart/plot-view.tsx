import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { OddDot } from '../products/odd-mark.js';
import { useTheme } from '../storage/theme.js';
import {
  type ChartPoint,
  type ChartStep,
  indexAfterKey,
  indexAt,
  type Outlier,
  timeText,
} from './chart-points.js';
import type { ChartProps } from './chart-props.js';
import { createPlot, type Plot, type Spot } from './plot.js';

interface PlotViewProps
  extends Pick<
    ChartProps,
    'heading' | 'valueName' | 'valueText' | 'countText' | 'referenceName' | 'outliers'
  > {
  readonly points: readonly ChartPoint[];
  readonly step: ChartStep;
}

/** The drawn line. A pointer, a finger or the arrow keys choose the point whose exact values it shows. */
export function PlotView(props: PlotViewProps) {
  const { heading, points, step, valueText, outliers = [] } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = usePlot(place, points, valueText);
  const [wanted, setWanted] = useState<number | null>(null);
  const last = points.length - 1;
  const chosen = wanted === null ? null : Math.min(wanted, last);
  const current = points[chosen ?? last];
  const outliersOf = (point: ChartPoint) =>
    outliers.filter(({ atMs }) => points[indexAt(points, atMs)] === point);

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setWanted(plot?.nearest(left) ?? null);
  };
  const press = (event: KeyboardEvent) => {
    const next = event.key === 'Escape' ? null : indexAfterKey(event.key, chosen ?? last, points.length);
    if (next !== null || (event.key === 'Escape' && wanted !== null)) {
      event.preventDefault();
      setWanted(next);
    }
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${heading}: chosen ${step}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={chosen ?? last}
      aria-valuetext={current && pointText(current, props, outliersOf(current))}
      onKeyDown={press}
      onFocus={() => setWanted((index) => index ?? last)}
      onBlur={() => setWanted(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setWanted(null)}
      className="relative h-full cursor-crosshair touch-pan-y rounded-control select-none"
    >
      <div ref={place} aria-hidden className="h-full" />
      {plot
        ? outliers.map((each) => <OddSpot key={each.id} spot={plot.place(each.atMs, each.value)} />)
        : null}
      {plot ? <Newest spot={plot.spot(last)} /> : null}
      {plot && current && chosen !== null ? (
        <Readout
          {...props}
          point={current}
          beside={outliersOf(current)}
          spot={plot.spot(chosen)}
          width={place.current?.clientWidth ?? 0}
        />
      ) : null}
    </div>
  );
}

/**
 * The plot once it is drawn, with its points and the colours of the theme. It is drawn before the browser paints, which
 * would otherwise show it without points for a moment.
 */
function usePlot(
  place: RefObject<HTMLDivElement | null>,
  points: readonly ChartPoint[],
  valueText: (value: number) => string,
): Plot | null {
  const [plot, setPlot] = useState<Plot | null>(null);
  const [, setDrawings] = useState(0);
  const theme = useTheme();
  useLayoutEffect(() => {
    if (place.current === null) {
      return;
    }
    const created = createPlot(place.current, {
      valueText,
      onDraw: () => setDrawings((drawings) => drawings + 1),
    });
    setPlot(created);
    return () => {
      created.destroy();
      setPlot(null);
    };
  }, [place, valueText]);
  useLayoutEffect(() => plot?.show(points), [plot, points]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read by the plot from the styles
  useEffect(() => plot?.redraw(), [plot, theme]);
  return plot;
}

/** An outlier, as a hollow dot. */
function OddSpot({ spot }: { spot: Spot }) {
  return (
    <span
      aria-hidden
      style={{ left: spot.left, top: spot.top }}
      data-outlier
      className="pointer-events-none absolute -mt-1.25 -ml-1.25 size-2.5 rounded-full border-2 border-muted bg-paper"
    />
  );
}

/** Marks the end of the line. */
function Newest({ spot }: { spot: Spot }) {
  return (
    <span
      aria-hidden
      style={{ left: spot.left, top: spot.top }}
      className="pointer-events-none absolute -mt-1 -ml-1 size-2 rounded-full bg-volt ring-2 ring-ink"
    />
  );
}

interface ReadoutProps extends PlotViewProps {
  readonly point: ChartPoint;
  /** The outliers in the time of the point. */
  readonly beside: readonly Outlier[];
  readonly spot: Spot;
  /** The width of the whole plot. */
  readonly width: number;
}

/** The values of a point beside the line, on the side with more room. */
function Readout({ point, beside, spot, width, ...props }: ReadoutProps) {
  const { step, valueText, countText } = props;
  const side =
    spot.left > width / 2 ? { right: width - spot.left + SIDE_GAP } : { left: spot.left + SIDE_GAP };
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <span style={{ left: spot.left }} className="absolute inset-y-0 bottom-7 w-px bg-edge" />
      <span
        style={{ left: spot.left, top: spot.top }}
        className="absolute -mt-1.5 -ml-1.5 size-3 rounded-full border-2 border-paper bg-ink"
      />
      <div
        style={side}
        className="absolute top-1 rounded-control border border-edge bg-paper px-3 py-2 text-sm whitespace-nowrap shadow-md"
      >
        <p className="text-muted">{timeText(point, step)}</p>
        <p className="price text-lg">
          {valueText(point.value)}{' '}
          <span className="text-sm font-normal text-muted">{props.valueName.toLowerCase()}</span>
        </p>
        {props.referenceName && point.reference !== undefined ? (
          <p className="tabular-nums">
            {valueText(point.reference)}{' '}
            <span className="text-muted">{props.referenceName.toLowerCase()}</span>
          </p>
        ) : null}
        {point.low === undefined || point.high === undefined || point.low === point.high ? null : (
          <p className="tabular-nums">
            {valueText(point.low)} – {valueText(point.high)}
          </p>
        )}
        {countText && point.count !== undefined ? <p>{countText(point.count)}</p> : null}
        {beside.slice(0, OUTLIERS_READ_OUT).map((each) => (
          <p key={each.id} className="flex items-center gap-1.5 text-muted">
            <OddDot />
            {valueText(each.value)} {each.name.toLowerCase()}
          </p>
        ))}
        {beside.length > OUTLIERS_READ_OUT ? (
          <p className="text-muted">and {beside.length - OUTLIERS_READ_OUT} more</p>
        ) : null}
      </div>
    </div>
  );
}

const SIDE_GAP = 12;
/** More do not fit beside the line. */
const OUTLIERS_READ_OUT = 3;

function pointText(
  point: ChartPoint,
  { step, valueName, valueText, countText, referenceName }: Omit<PlotViewProps, 'points'>,
  beside: readonly Outlier[],
): string {
  return [
    `${timeText(point, step)}: ${valueName.toLowerCase()} ${valueText(point.value)}`,
    ...(referenceName && point.reference !== undefined
      ? [`${referenceName.toLowerCase()} ${valueText(point.reference)}`]
      : []),
    ...(point.low === undefined ? [] : [`low ${valueText(point.low)}`]),
    ...(point.high === undefined ? [] : [`high ${valueText(point.high)}`]),
    ...(countText && point.count !== undefined ? [countText(point.count)] : []),
    ...beside.map(({ name, value }) => `${name.toLowerCase()} at ${valueText(value)}`),
  ].join(', ');
}
