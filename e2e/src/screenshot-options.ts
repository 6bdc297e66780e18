import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** The heights of screens with these widths. */
const HEIGHTS = { 320: 568, 390: 844, 768: 1024, 1440: 900, 2560: 1440 } as const;
const WIDTHS = Object.keys(HEIGHTS).map(Number) as Width[];
const THEMES = ['light', 'dark'] as const;

export const USAGE = `npm run screenshots -- [NAME …] [options]

  NAME, --only NAME       only screens whose name begins with NAME
  --width WIDTH           only this width: ${WIDTHS.join(', ')}
  --theme THEME           only this theme: ${THEMES.join(', ')}
  --whole                 the whole page, not only what fits on the screen
  --url URL               a server that runs already, with the demonstration market and RATE_LIMITS=off
  --out FOLDER            where the pictures go; by default screenshots/
  --jobs NUMBER           how many pages are open at a time
  --list                  prints the names of all screens

Options may be repeated, and lists may have commas. index.html in the folder shows all pictures.`;

export type Width = keyof typeof HEIGHTS;
export type Theme = (typeof THEMES)[number];

export interface ScreenshotOptions {
  /** Prefixes of names; none means all screens. */
  readonly names: readonly string[];
  readonly widths: readonly Width[];
  readonly themes: readonly Theme[];
  readonly isWhole: boolean;
  readonly url: string | null;
  readonly folder: string;
  readonly jobs: number;
  readonly isList: boolean;
  readonly isHelp: boolean;
}

/** @throws Error with a sentence for an invalid option */
export function readOptions(args: string[]): ScreenshotOptions {
  const list = { type: 'string', multiple: true } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: list,
      width: list,
      theme: list,
      whole: { type: 'boolean', default: false },
      url: { type: 'string' },
      out: { type: 'string', default: 'screenshots' },
      jobs: { type: 'string', default: String(availableParallelism() + 1) },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    names: [...positionals, ...entries(values.only)],
    widths: chosen(WIDTHS, entries(values.width).map(Number), 'width'),
    themes: chosen(THEMES, entries(values.theme), 'theme'),
    isWhole: values.whole,
    url: values.url ?? null,
    folder: values.out,
    jobs: Math.max(1, Number.parseInt(values.jobs, 10) || 1),
    isList: values.list,
    isHelp: values.help,
  };
}

export function viewportOf(width: Width): { width: number; height: number } {
  return { width, height: HEIGHTS[width] };
}

function entries(values: readonly string[] = []): string[] {
  return values.flatMap((value) => value.split(',')).map((value) => value.trim());
}

/** The selected ones of `all`; all if none is selected. */
function chosen<Value>(all: readonly Value[], wanted: readonly unknown[], what: string): readonly Value[] {
  const unknown = wanted.filter((value) => !(all as readonly unknown[]).includes(value));
  if (unknown.length > 0) {
    throw new Error(`There is no ${what} ${unknown.join(', ')}: ${all.join(', ')}.`);
  }
  return wanted.length === 0 ? all : all.filter((value) => wanted.includes(value));
}
