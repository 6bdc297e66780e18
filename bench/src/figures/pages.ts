import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmark } from '../harness/benchmark.js';
import { runCommand } from '../processes/run-command.js';
import { type Figure, milliseconds } from '../report/figure.js';

/** Prints the figures as JSON. It runs the browser, on which this package does not depend. */
const PAGE_FIGURES_MAIN = fileURLToPath(new URL('../../../e2e/dist/page-figures.js', import.meta.url));

const TIMEOUT_MS = 20 * 60_000;
const MIN_SCORE = 98;
const MAX_LARGEST_PAINT_MS = 1_500;
const MAX_BLOCKING_MS = 50;
const MAX_LAYOUT_SHIFT = 0.01;
const MAX_SCRIPT_KB = 140;
const MAX_ROUTE_CHANGE_MS = 100;
const MAX_PRESS_MS = 100;
/** One frame at 60 per second; browsers report this time in steps of 8 ms. */
const FRAME_MS = 16;
const MAX_DROPPED_FRAMES = 0.01;

/** The figures that `e2e/src/page-figures.ts` prints. Times are in milliseconds. */
export interface PageFigures {
  readonly pages: readonly FiguresOfPage[];
  /** The median time from going back or forward to a cached page until it is painted. */
  readonly routeChangeMs: number;
  /** The time from a key press in the search until its results are painted. */
  readonly keystrokeMs: PressTimes;
  /** The same for an input on an empty page. */
  readonly bareKeystrokeMs: PressTimes;
  /**
   * The time from a press on a phone at slow 3G, between a product and a placed bid, until its first change is painted.
   */
  readonly pressMs: PressTimes;
  readonly scrolling: ScrollFigures;
}

interface FiguresOfPage {
  readonly page: string;
  /** Null without a run of Lighthouse. */
  readonly lighthouse: LighthouseFigures | null;
  /** JavaScript of the first visit, compressed with gzip, without the parts that load after the first paint. */
  readonly scriptBytes: number;
}

/** In milliseconds. */
export interface PressTimes {
  readonly median: number;
  readonly longest: number;
}

/** For a phone, the median of all runs. */
export interface LighthouseFigures {
  readonly score: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
}

/** The frames of scrolling through cards. */
export interface ScrollFigures {
  readonly cards: number;
  /** Frames in which the page moved or should have moved. */
  readonly frames: number;
  /** Frames that the browser could not show in time. */
  readonly dropped: number;
  /** Frames that showed an area whose content was not painted yet. */
  readonly unpainted: number;
}

const DEMO = { products: 'demo', sizesPerProduct: 0, ordersPerSide: 0, traders: 0 } as const;
const LARGE = { sizesPerProduct: 10, ordersPerSide: 1, traders: 0 };

/** The speed of the pages in a browser; skipped without one. */
export const PAGES = benchmark({
  name: 'pages',
  FULL: {
    /** Lighthouse runs per page; they take long, and their results depend on the load of the machine. */
    runs: 5,
    /** The number of products in the search; 0 means the demonstration market's. */
    products: 5_000,
  },
  QUICK: { runs: 1 },
  SMALL: { runs: 0, products: 0 },
  async measure(run, { runs, products }) {
    run.print('Pages in a browser');
    if (!existsSync(process.env.BROWSER_PATH ?? '')) {
      run.print('  There is no browser here (BROWSER_PATH): left out.');
      return;
    }
    const demo = await run.openMarket(DEMO);
    const large = products === 0 ? demo : await run.openMarket({ ...LARGE, products });
    const { length: count } = large.productIds;
    const args = [PAGE_FIGURES_MAIN, String(runs), demo.url, large.url, String(count)];
    const { printed } = await runCommand(process.execPath, args, { timeoutMs: TIMEOUT_MS });
    const figures: PageFigures = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    run.add(...figures.pages.flatMap(pageFigures), ...useFigures(figures, count));
  },
});

function pageFigures({ page, lighthouse, scriptBytes }: FiguresOfPage): Figure[] {
  const kilobytes = scriptBytes / 1_000;
  const script: Figure = {
    name: `JavaScript of the first visit, ${page}, gzip`,
    measured: `${kilobytes.toFixed(1)} kB`,
    target: `${MAX_SCRIPT_KB} kB`,
    isReached: kilobytes <= MAX_SCRIPT_KB,
  };
  return lighthouse ? [lighthouseFigure(page, lighthouse), script] : [script];
}

function lighthouseFigure(page: string, figures: LighthouseFigures): Figure {
  const { score, firstPaintMs, largestPaintMs, blockingMs, layoutShift } = figures;
  return {
    name: `Lighthouse mobile, ${page}`,
    measured:
      `${score}; first paint ${milliseconds(firstPaintMs)}, largest ${milliseconds(largestPaintMs)}, ` +
      `blocking ${milliseconds(blockingMs)}, shift ${layoutShift.toFixed(3)}`,
    limit: '100',
    ratio: score / 100,
    target:
      `${MIN_SCORE}; largest paint ${MAX_LARGEST_PAINT_MS} ms, ` +
      `blocking ${MAX_BLOCKING_MS} ms, shift ${MAX_LAYOUT_SHIFT}`,
    isReached:
      score >= MIN_SCORE &&
      largestPaintMs <= MAX_LARGEST_PAINT_MS &&
      blockingMs <= MAX_BLOCKING_MS &&
      layoutShift <= MAX_LAYOUT_SHIFT,
  };
}

function timesText({ median, longest }: PressTimes): string {
  return `${milliseconds(median)}, longest ${milliseconds(longest)}`;
}

/** @param products the number of products in the search */
function useFigures(printed: PageFigures, products: number): Figure[] {
  const { routeChangeMs, keystrokeMs, bareKeystrokeMs, pressMs, scrolling } = printed;
  return [
    {
      name: 'change of route from the cache, median',
      measured: milliseconds(routeChangeMs),
      target: `${MAX_ROUTE_CHANGE_MS} ms`,
      isReached: routeChangeMs <= MAX_ROUTE_CHANGE_MS,
    },
    {
      name: `a key in the search of ${products.toLocaleString('en-US')} products, until it is painted`,
      measured: timesText(keystrokeMs),
      limit: `an input without any code: ${timesText(bareKeystrokeMs)}`,
      ratio: keystrokeMs.median / bareKeystrokeMs.median,
      target: `one frame, ${FRAME_MS} ms`,
      isReached: keystrokeMs.longest <= FRAME_MS,
    },
    {
      name: 'a press on a phone at slow 3G, from a product to a placed bid, until its change is painted',
      measured: timesText(pressMs),
      target: `each ${MAX_PRESS_MS} ms`,
      isReached: pressMs.longest <= MAX_PRESS_MS,
    },
    {
      name: `scrolling through ${scrolling.cards.toLocaleString('en-US')} cards on a phone's processor, frames left out`,
      measured:
        `${scrolling.dropped} of ${scrolling.frames.toLocaleString('en-US')}; ` +
        `${scrolling.unpainted} with a card not painted yet`,
      target: `60 a second, ${100 * MAX_DROPPED_FRAMES} % left out`,
      isReached: scrolling.dropped <= scrolling.frames * MAX_DROPPED_FRAMES,
    },
  ];
}
