import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describeFigure, type Figure, milliseconds, type Print } from '../report/figure.js';

/** Prints the figures as JSON. It runs the browser, on which this package does not depend. */
const PAGE_FIGURES_MAIN = fileURLToPath(new URL('../../../e2e/dist/page-figures.js', import.meta.url));

export interface PagesSize {
  /** Lighthouse runs per page; they take long, and their results depend on the load of the machine. */
  readonly runs: number;
  /** The number of products in the search; 0 means the demonstration market's. */
  readonly products: number;
}

const FULL: PagesSize = { runs: 5, products: 5_000 };
const QUICK: PagesSize = { runs: 1, products: 5_000 };
const SMALL: PagesSize = { runs: 0, products: 0 };
export const PAGES = { FULL, QUICK, SMALL };

const TIMEOUT_MS = 20 * 60_000;
const LEAST_SCORE = 98;
const LONGEST_LARGEST_PAINT_MS = 1_500;
const LONGEST_BLOCKING_MS = 50;
const MAX_LAYOUT_SHIFT = 0.01;
const MAX_SCRIPT_KB = 140;
const LONGEST_ROUTE_CHANGE_MS = 100;
const LONGEST_PRESS_MS = 100;
/** One frame at 60 per second; browsers report this time in steps of 8 ms. */
const FRAME_MS = 16;
const MAX_DROPPED_FRAMES = 0.01;

/** In the format that `e2e/src/page-figures.ts` prints. */
interface PrintedFigures {
  readonly pages: readonly PrintedPage[];
  readonly routeChangeMs: number;
  readonly keystrokeMs: PrintedTimes;
  readonly bareKeystrokeMs: PrintedTimes;
  readonly pressMs: PrintedTimes;
  readonly scrolling: PrintedScrolling;
  readonly products: number;
}

interface PrintedTimes {
  readonly median: number;
  readonly longest: number;
}

interface PrintedScrolling {
  readonly cards: number;
  readonly frames: number;
  readonly dropped: number;
  readonly unpainted: number;
}

interface PrintedPage {
  readonly page: string;
  readonly lighthouse: PrintedLighthouse | null;
  readonly scriptBytes: number;
}

interface PrintedLighthouse {
  readonly score: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
}

/** The speed of the pages in a browser; skipped without one. */
export async function measurePages(size: PagesSize, print: Print): Promise<Figure[]> {
  print('Pages in a browser');
  if (!existsSync(process.env.BROWSER_PATH ?? '')) {
    print('  There is no browser here (BROWSER_PATH): left out.');
    return [];
  }
  const printed = await readPrinted(size);
  const figures = [...printed.pages.flatMap(pageFigures), ...useFigures(printed)];
  for (const figure of figures) {
    print(describeFigure(figure));
  }
  return figures;
}

async function readPrinted({ runs, products }: PagesSize): Promise<PrintedFigures> {
  const child = spawn(process.execPath, [PAGE_FIGURES_MAIN, String(runs), String(products)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) {
    throw new Error(`The figures of the pages ended with ${code}:\n${complaints}`);
  }
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

function pageFigures({ page, lighthouse, scriptBytes }: PrintedPage): Figure[] {
  const kilobytes = scriptBytes / 1_000;
  const script: Figure = {
    name: `JavaScript of the first visit, ${page}, gzip`,
    measured: `${kilobytes.toFixed(1)} kB`,
    beside: '',
    ratio: null,
    target: `${MAX_SCRIPT_KB} kB`,
    isReached: kilobytes <= MAX_SCRIPT_KB,
  };
  return lighthouse ? [lighthouseFigure(page, lighthouse), script] : [script];
}

function lighthouseFigure(page: string, figures: PrintedLighthouse): Figure {
  const { score, firstPaintMs, largestPaintMs, blockingMs, layoutShift } = figures;
  return {
    name: `Lighthouse mobile, ${page}`,
    measured:
      `${score}; first paint ${milliseconds(firstPaintMs)}, largest ${milliseconds(largestPaintMs)}, ` +
      `blocking ${milliseconds(blockingMs)}, shift ${layoutShift.toFixed(3)}`,
    beside: '100',
    ratio: score / 100,
    target:
      `${LEAST_SCORE}; largest paint ${LONGEST_LARGEST_PAINT_MS} ms, ` +
      `blocking ${LONGEST_BLOCKING_MS} ms, shift ${MAX_LAYOUT_SHIFT}`,
    isReached:
      score >= LEAST_SCORE &&
      largestPaintMs <= LONGEST_LARGEST_PAINT_MS &&
      blockingMs <= LONGEST_BLOCKING_MS &&
      layoutShift <= MAX_LAYOUT_SHIFT,
  };
}

function timesText({ median, longest }: PrintedTimes): string {
  return `${milliseconds(median)}, longest ${milliseconds(longest)}`;
}

function useFigures({
  routeChangeMs,
  keystrokeMs,
  bareKeystrokeMs,
  pressMs,
  scrolling,
  products,
}: PrintedFigures): Figure[] {
  return [
    {
      name: 'change of route from the cache, median',
      measured: milliseconds(routeChangeMs),
      beside: '',
      ratio: null,
      target: `${LONGEST_ROUTE_CHANGE_MS} ms`,
      isReached: routeChangeMs <= LONGEST_ROUTE_CHANGE_MS,
    },
    {
      name: `a key in the search of ${products.toLocaleString('en-US')} products, until it is painted`,
      measured: timesText(keystrokeMs),
      beside: `an input without any code: ${timesText(bareKeystrokeMs)}`,
      ratio: keystrokeMs.median / bareKeystrokeMs.median,
      target: `one frame, ${FRAME_MS} ms`,
      isReached: keystrokeMs.longest <= FRAME_MS,
    },
    {
      name: 'a press on a phone at slow 3G, from a product to a placed bid, until its change is painted',
      measured: timesText(pressMs),
      beside: '',
      ratio: null,
      target: `each ${LONGEST_PRESS_MS} ms`,
      isReached: pressMs.longest <= LONGEST_PRESS_MS,
    },
    {
      name: `scrolling through ${scrolling.cards.toLocaleString('en-US')} cards on a phone's processor, frames left out`,
      measured:
        `${scrolling.dropped} of ${scrolling.frames.toLocaleString('en-US')}; ` +
        `${scrolling.unpainted} with a card not painted yet`,
      beside: '',
      ratio: null,
      target: `60 a second, ${100 * MAX_DROPPED_FRAMES} % left out`,
      isReached: scrolling.dropped <= scrolling.frames * MAX_DROPPED_FRAMES,
    },
  ];
}
