import uPlot from 'uplot';
import styles from 'uplot/dist/uPlot.min.css?inline';
import { momentIn } from '../ui/moment.js';
import { type ChartPoint, timeOf } from './chart-points.js';

// All style sheets are inlined into the pages (`server/src/pages`). This one comes with the first chart.
const styleSheet = new CSSStyleSheet();
styleSheet.replaceSync(styles);
document.adoptedStyleSheets.push(styleSheet);

const DAY_SECONDS = 24 * 60 * 60;
/** The share of the height for the bars, and the share of that for the highest bar. */
const BARS_SHARE = 0.24;
const HIGHEST_BAR_SHARE = 0.18;
/** The margin above the highest and below the lowest price, as a share of their difference. */
const MARGIN_SHARE = 0.1;
/** The margin before the first and after the last point, as a share of their time span. */
const WIDEST_MARGIN_SHARE = 0.035;
/** The margin on both sides of a single point. */
const MARGIN_OF_ONE_SECONDS = 15 * DAY_SECONDS;
const TIME_STEPS = [1, 2, 3, 5, 10, 15, 30, 60, 90, 120, 180, 365, 730, 1_825].map(
  (days) => days * DAY_SECONDS,
);
const VALUE_STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));
const DASHES = [5, 5];
/** The distance of values beyond the edge from the edge, in pixels. */
const EDGE = 6;
const FONT = '12px Inter, "Inter Fallback", ui-sans-serif, system-ui, sans-serif';
const DIGIT_WIDTH = 8;
const LABEL_GAP = 8;
/** The space for a time label on each side of its position. */
const TIME_LABEL_HALF = 20;

const COLOURS = ['ink', 'muted', 'line', 'volt'] as const;

type Colours = Record<(typeof COLOURS)[number], string>;

export interface PlotOptions {
  readonly valueText: (value: number) => string;
  /** Called whenever the positions of the points may have changed. */
  readonly onDraw: () => void;
}

/** The position of a point of the line, in pixels from the upper left of the plot's element. */
export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** A drawn line with its band and its bars. */
export interface Plot {
  /** Draws these points at once. */
  show(points: readonly ChartPoint[]): void;
  /** Applies the current colours of the theme. */
  redraw(): void;
  /** The index of the point nearest to this position from the left. */
  nearest(left: number): number;
  spot(index: number): Spot;
  /** The position of a value at a time, at the edge of the plot if it is beyond the edge. */
  place(atMs: number, value: number): Spot;
  destroy(): void;
}

/** Draws into an element and follows its size. */
export function createPlot(place: HTMLElement, { valueText, onDraw }: PlotOptions): Plot {
  let colours = coloursOf(place);
  let points: readonly ChartPoint[] = [];
  const size = () => ({ width: place.clientWidth, height: place.clientHeight });
  const hasBars = () => points.some(({ count }) => count !== undefined);
  const axis: uPlot.Axis = {
    font: FONT,
    stroke: () => colours.muted,
    ticks: { show: false },
    border: { show: false },
  };
  const hidden = { points: { show: false } };
  const edge: uPlot.Series = {
    ...hidden,
    scale: 'value',
    width: 1,
    stroke: () => withAlpha(colours.muted, 0.45),
  };

  const plot = new uPlot(
    {
      ...size(),
      padding: [8, null, 0, 8],
      legend: { show: false },
      cursor: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
      scales: {
        x: { range: (_plot, min, max) => timeRange(points, min, max) },
        value: { range: (_plot, min, max) => valueRange(min, max, hasBars()) },
        count: { range: (_plot, _min, max) => [0, Math.max(1, max) / HIGHEST_BAR_SHARE] },
      },
      axes: [
        {
          ...axis,
          size: 28,
          gap: 8,
          space: 64,
          incrs: TIME_STEPS,
          grid: { show: false },
          values: (drawn, splits, _axis, _space, step) =>
            splits.map((seconds) =>
              drawn.valToPos(seconds, 'x') < TIME_LABEL_HALF || seconds > lastSeconds(points)
                ? null
                : timeLabel(seconds, step),
            ),
        },
        {
          ...axis,
          scale: 'value',
          side: 1,
          gap: LABEL_GAP,
          space: 32,
          incrs: VALUE_STEPS,
          size: (_plot, labels) =>
            LABEL_GAP + DIGIT_WIDTH * Math.max(...(labels ?? []).map(({ length }) => length), 4),
          grid: { stroke: () => colours.line, width: 1 },
          splits: (_plot, _axis, min, max, step) => valueSplits(lowestLabel(min, max, hasBars()), max, step),
          values: (_plot, splits) => splits.map(valueText),
        },
      ],
      series: [
        {},
        {
          ...hidden,
          scale: 'count',
          pxAlign: 0,
          paths: uPlot.paths.bars?.({ size: [0.7, 20, 1] }) ?? (() => null),
          width: 0,
          fill: () => withAlpha(colours.muted, 0.5),
        },
        edge,
        edge,
        {
          scale: 'value',
          width: 2,
          stroke: () => colours.ink,
          points: { show: () => points.length === 1, size: 8, fill: () => colours.ink },
        },
        { ...edge, width: 1.5, dash: DASHES, stroke: () => colours.muted },
      ],
      bands: [{ series: [2, 3], fill: () => withAlpha(colours.volt, 0.32) }],
      hooks: { draw: [onDraw] },
    },
    dataOf([]),
    place,
  );

  const observer = new ResizeObserver(() => {
    if (place.clientWidth > 0) {
      plot.setSize(size());
    }
  });
  observer.observe(place);
  const redraw = () => {
    colours = coloursOf(place);
    plot.redraw(false);
  };
  void document.fonts.ready.then(redraw);

  return {
    show(shown) {
      points = shown;
      plot.batch(() => plot.setData(dataOf(shown)));
    },
    redraw,
    nearest: (left) => plot.posToIdx(left - plot.bbox.left / uPlot.pxRatio),
    spot(index) {
      const point = points[index];
      const left = point === undefined ? 0 : plot.valToPos(timeOf(point) / 1_000, 'x');
      const top = point === undefined ? 0 : plot.valToPos(point.value, 'value');
      return { left: left + plot.bbox.left / uPlot.pxRatio, top: top + plot.bbox.top / uPlot.pxRatio };
    },
    place(atMs, value) {
      const { left, top, width, height } = plot.bbox;
      const within = (position: number, start: number, length: number) =>
        start / uPlot.pxRatio + Math.min(length / uPlot.pxRatio - EDGE, Math.max(EDGE, position));
      return {
        left: within(plot.valToPos(atMs / 1_000, 'x'), left, width),
        top: within(plot.valToPos(value, 'value'), top, height),
      };
    },
    destroy() {
      observer.disconnect();
      plot.destroy();
    },
  };
}

/** In the order of the series: time, bars, upper and lower edge of the band, line, second line. */
function dataOf(points: readonly ChartPoint[]): uPlot.AlignedData {
  return [
    points.map((point) => timeOf(point) / 1_000),
    points.map(({ count }) => count ?? null),
    points.map(({ high }) => high ?? null),
    points.map(({ low }) => low ?? null),
    points.map(({ value }) => value),
    points.map(({ reference }) => reference ?? null),
  ];
}

/**
 * Wide enough for the whole first and last bars, which stay narrow even if there are few. A single point is in the
 * middle.
 */
function timeRange(points: readonly ChartPoint[], min: number, max: number): [number, number] {
  if (points.length < 2) {
    return [min - MARGIN_OF_ONE_SECONDS, min + MARGIN_OF_ONE_SECONDS];
  }
  const span = max - min;
  const margin = Math.min(span / (points.length - 1) / 2, span * WIDEST_MARGIN_SHARE);
  return [min - margin, max + margin];
}

/** The time after this is the future, which has no values. */
function lastSeconds(points: readonly ChartPoint[]): number {
  const last = points.at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : timeOf(last) / 1_000;
}

/** Leaves room for the bars below the lowest value. */
function valueRange(min: number, max: number, hasBars: boolean): [number, number] {
  const span = Math.max(max - min, max * 0.04, 1);
  const upper = max + span * MARGIN_SHARE;
  const lower = min - span * MARGIN_SHARE;
  return [hasBars ? upper - (upper - lower) / (1 - BARS_SHARE) : lower, upper];
}

/** Below this there are only bars. */
function lowestLabel(min: number, max: number, hasBars: boolean): number {
  return hasBars ? min + (max - min) * BARS_SHARE : min;
}

function valueSplits(min: number, max: number, step: number): number[] {
  const first = Math.ceil(Math.max(min, 0) / step);
  const splits = [];
  for (let number = first; number * step <= max; number += 1) {
    splits.push(number * step);
  }
  return splits;
}

/** A January label shows the year. */
function timeLabel(seconds: number, step: number): string {
  const { year, month, day } = momentIn('utc', seconds * 1_000);
  if (step < 28 * DAY_SECONDS) {
    return `${day} ${month}`;
  }
  return month === 'Jan' ? String(year) : month;
}

/** The tokens of the theme as a canvas accepts them, without variables. */
function coloursOf(place: HTMLElement): Colours {
  const probe = document.createElement('span');
  place.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(COLOURS.map((name) => [name, colour(name)])) as Colours;
  probe.remove();
  return colours;
}

/** @param rgb in the format of computed styles: `rgb(1, 2, 3)` */
function withAlpha(rgb: string, alpha: number): string {
  return rgb.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);
}
