import type { Detail, Paint } from './brush/silhouette.js';

/** Hex values, `#rrggbb`. */
export interface ShoeColours {
  readonly upper: string;
  readonly overlay: string;
  readonly accent: string;
  readonly midsole: string;
  readonly outsole: string;
  readonly laces: string;
}

/** Parts that have the colour of the upper, overlay or accent by default. */
export const OWN_PARTS = ['toe', 'guard', 'eyestay', 'heel', 'collar', 'tongue', 'lining', 'mark'] as const;

const COLOUR = /^#[0-9a-f]{6}$/;

/** The colours of products without known colours. */
const NEUTRAL: ShoeColours = {
  upper: '#e9e9e6',
  overlay: '#d2d2cd',
  accent: '#8c8c86',
  midsole: '#f7f7f5',
  outsole: '#b5b5af',
  laces: '#ffffff',
};

const LINING = '#4a4a4e';
const TIE = '#e2352f';

/** Ignores unknown colours, parts and details: no external input reaches a drawing. */
export function paintOf(
  colours: Readonly<Record<string, string>> = {},
  details: readonly string[] = [],
): Paint {
  const colour = (part: string, fallback: string) => {
    const own = Object.hasOwn(colours, part) ? colours[part] : undefined;
    return own !== undefined && COLOUR.test(own) ? own : fallback;
  };
  const upper = colour('upper', NEUTRAL.upper);
  const overlay = colour('overlay', NEUTRAL.overlay);
  const accent = colour('accent', NEUTRAL.accent);
  return {
    upper,
    overlay,
    accent,
    midsole: colour('midsole', NEUTRAL.midsole),
    outsole: colour('outsole', NEUTRAL.outsole),
    laces: colour('laces', NEUTRAL.laces),
    toe: colour('toe', upper),
    tongue: colour('tongue', upper),
    guard: colour('guard', overlay),
    eyestay: colour('eyestay', overlay),
    heel: colour('heel', overlay),
    collar: colour('collar', overlay),
    mark: colour('mark', accent),
    lining: colour('lining', LINING),
    tie: details.includes('tie') ? TIE : null,
    has: (detail: Detail) => details.includes(detail),
  };
}
