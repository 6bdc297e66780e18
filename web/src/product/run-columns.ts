import { groupBy } from '@perkex/core/group-by.js';
import { highestBidCents, lowestAskCents, type SizedPrice } from '@perkex/core/market/figures.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';

/** A side of the book of one size. Places are per cent of the plot's height, from the top. */
export interface RunSide {
  /** The best price in cents; 0 without orders. */
  readonly priceCents: number;
  readonly orders: number;
  /** The place of the best price; null without orders. */
  readonly place: number | null;
  /** The direction in which the best price is off the axis; null if it is on it. */
  readonly offAxis: 'above' | 'below' | null;
  /** True for the best price of all sizes. */
  readonly isBest: boolean;
  /** The other price levels. `share` is the number of orders as a share of the largest level, 0 to 1. */
  readonly marks: readonly { readonly place: number; readonly share: number }[];
}

/** A column of the size run. */
export interface RunColumn {
  readonly size: string;
  readonly ask: RunSide;
  readonly bid: RunSide;
  /** The middle of the spread: a press above it is on the asks, below it on the bids. */
  readonly split: number;
}

export interface SizeRunPlot {
  /** In the order of the sizes. */
  readonly columns: readonly RunColumn[];
  /** Round prices on the axis, the highest first. */
  readonly ticks: readonly { readonly priceCents: number; readonly place: number }[];
}

/** The best prices are between these places, which leaves room for their labels at both ends. */
const [TOP, BOTTOM] = [11, 89];
/** The height of a label. It covers the price levels just behind the best one. */
const LABEL = 9;
/** The smallest distance between the best ask and the best bid of a size. */
const SMALLEST_GAP = 1.5;
/** A best price beyond this multiple of the median, or below its inverse, does not stretch the axis. */
const OUTLIER_FACTOR = 2;
/** The axis continues beyond the best prices, for the levels behind them. */
const [SPARE_OF_SPAN, SPARE_OF_PRICE] = [0.08, 0.02];
const MAX_TICKS = 5;

interface Axis {
  readonly lowCents: number;
  readonly highCents: number;
}

/** Places the open orders of all sizes on one price axis, high prices above. */
export function runColumns(
  sizes: readonly string[],
  asks: readonly SizedPrice[],
  bids: readonly SizedPrice[],
): SizeRunPlot {
  const [asksOf, bidsOf] = [asks, bids].map((orders) => groupBy(orders, ({ size }) => size));
  const books = sizes.map((size) => {
    const [sizeAsks, sizeBids] = [asksOf?.get(size) ?? [], bidsOf?.get(size) ?? []];
    return {
      size,
      ask: { priceCents: lowestAskCents(sizeAsks), levels: levelsOf(sizeAsks) },
      bid: { priceCents: highestBidCents(sizeBids), levels: levelsOf(sizeBids) },
    };
  });
  const bestAsks = books.map(({ ask }) => ask.priceCents).filter((cents) => cents > 0);
  const bestBids = books.map(({ bid }) => bid.priceCents).filter((cents) => cents > 0);
  const axis = axisOf([...withoutOutliers(bestAsks), ...withoutOutliers(bestBids)]);
  const maxCount = Math.max(
    1,
    ...books.flatMap(({ ask, bid }) => [...ask.levels.values(), ...bid.levels.values()]),
  );
  const best = { askCents: Math.min(...bestAsks), bidCents: Math.max(...bestBids) };
  const sideOf = (side: (typeof books)[number]['ask'], bestCents: number, isBehind: IsBehind) =>
    runSide(side, { axis, maxCount, bestCents, isBehind });
  return {
    columns: books.map(({ size, ask, bid }) =>
      withGap(
        size,
        sideOf(ask, best.askCents, (place, placeOfBest) => place < placeOfBest - LABEL),
        sideOf(bid, best.bidCents, (place, placeOfBest) => place > placeOfBest + LABEL),
      ),
    ),
    ticks: ticksOf(axis).map((priceCents) => ({ priceCents, place: placeOf(priceCents, axis) })),
  };
}

/** True for a level that the label of the best price does not cover. */
type IsBehind = (place: number, placeOfBest: number) => boolean;

interface Plotted {
  readonly axis: Axis;
  readonly maxCount: number;
  readonly bestCents: number;
  readonly isBehind: IsBehind;
}

function runSide(
  { priceCents, levels }: { readonly priceCents: number; readonly levels: ReadonlyMap<number, number> },
  { axis, maxCount, bestCents, isBehind }: Plotted,
): RunSide {
  const orders = [...levels.values()].reduce((sum, count) => sum + count, 0);
  if (priceCents === 0) {
    return { priceCents, orders, place: null, offAxis: null, isBest: false, marks: [] };
  }
  const wanted = placeOf(priceCents, axis);
  const place = Math.min(Math.max(wanted, TOP), BOTTOM);
  // Levels that are less than a per cent apart share a mark.
  const shares = new Map<number, number>();
  for (const [levelCents, count] of levels) {
    const levelPlace = Math.round(placeOf(levelCents, axis));
    if (levelPlace >= 0 && levelPlace <= 100 && isBehind(levelPlace, place)) {
      shares.set(levelPlace, Math.min((shares.get(levelPlace) ?? 0) + count / maxCount, 1));
    }
  }
  return {
    priceCents,
    orders,
    place,
    offAxis: wanted < TOP - 0.1 ? 'above' : wanted > BOTTOM + 0.1 ? 'below' : null,
    isBest: priceCents === bestCents,
    marks: [...shares].map(([levelPlace, share]) => ({ place: levelPlace, share })),
  };
}

/** The sides of a size never touch, however narrow its spread. */
function withGap(size: string, ask: RunSide, bid: RunSide): RunColumn {
  if (ask.place === null || bid.place === null) {
    const only = ask.place === null ? bid.place : ask.place;
    const free = only === null ? 50 : ask.place === null ? only / 2 : (only + 100) / 2;
    return { size, ask, bid, split: free };
  }
  const missing = Math.max(SMALLEST_GAP - (bid.place - ask.place), 0) / 2;
  const [askPlace, bidPlace] = [ask.place - missing, bid.place + missing];
  return {
    size,
    ask: { ...ask, place: askPlace },
    bid: { ...bid, place: bidPlace },
    split: (askPlace + bidPlace) / 2,
  };
}

function levelsOf(orders: readonly SizedPrice[]): ReadonlyMap<number, number> {
  return new Map(
    [...groupBy(orders, ({ priceCents }) => priceCents)].map(([cents, at]) => [cents, at.length]),
  );
}

function withoutOutliers(prices: readonly number[]): readonly number[] {
  const median = prices.toSorted((a, b) => a - b)[Math.floor((prices.length - 1) / 2)] ?? 0;
  return prices.filter((cents) => cents <= median * OUTLIER_FACTOR && cents >= median / OUTLIER_FACTOR);
}

function axisOf(prices: readonly number[]): Axis {
  const [low, high] = prices.length === 0 ? [0, 0] : [Math.min(...prices), Math.max(...prices)];
  const spare = Math.max((high - low) * SPARE_OF_SPAN, high * SPARE_OF_PRICE, CENTS_PER_DOLLAR);
  return { lowCents: Math.max(low - spare, 0), highCents: high + spare };
}

function placeOf(priceCents: number, { lowCents, highCents }: Axis): number {
  return TOP + ((highCents - priceCents) / (highCents - lowCents)) * (BOTTOM - TOP);
}

/** Multiples of 1, 2 or 5 times a power of ten dollars. */
function ticksOf({ lowCents, highCents }: Axis): number[] {
  if (lowCents === 0 && highCents === CENTS_PER_DOLLAR) {
    return [];
  }
  const smallest = (highCents - lowCents) / MAX_TICKS;
  const power = Math.max(10 ** Math.floor(Math.log10(smallest)), CENTS_PER_DOLLAR);
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= smallest) ?? power * 10;
  const first = Math.floor(highCents / step);
  const count = Math.max(first - Math.ceil(Math.max(lowCents, 1) / step) + 1, 0);
  return Array.from({ length: count }, (_, index) => (first - index) * step);
}

/** The marks of a side of all columns, as a path in a box of 10 by 100 for each column. */
export function marksPath(columns: readonly RunColumn[], side: 'ask' | 'bid'): string {
  return columns
    .flatMap((column, index) =>
      column[side].marks.map(({ place, share }) => {
        const half = Math.round((0.8 + 2.8 * share) * 10) / 10;
        return `M${(index * 10 + 5 - half).toFixed(1)} ${place}h${(half * 2).toFixed(1)}`;
      }),
    )
    .join('');
}
