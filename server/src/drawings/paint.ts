import { darker } from './brush/colour.js';
import type { Material } from './brush/materials.js';

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

const PARTS = [
  'upper',
  'overlay',
  'accent',
  'midsole',
  'outsole',
  'laces',
  ...OWN_PARTS,
  /** A wave on the sole, visible on the midsole. */
  'wave',
] as const;

export type Part = (typeof PARTS)[number];

export function isPart(name: string): name is Part {
  return PARTS.some((part) => part === name);
}

export const DETAILS = [
  'bars',
  'clog',
  'cords',
  'cow',
  'cracks',
  'heart',
  'lattice',
  'nubuck',
  'patent',
  'reverse',
  'speckle',
  'splash',
  'static',
  'stripe',
  'suede',
  'tie',
  'waves',
  'wood',
  'zebra',
] as const;

/** The details that are the material of the upper; without one it is leather. */
const UPPER_MATERIALS = ['suede', 'nubuck', 'patent'] as const satisfies readonly Material[];

/** The paint of a silhouette: the colours of all parts, and the distinctive details. */
export interface Paint extends Readonly<Record<Part, string>> {
  /** The colour of a tie at the laces; null for none. */
  readonly tie: string | null;
  /** The material of pieces that have none of their own. */
  readonly material: Material;
  readonly has: (detail: string) => boolean;
}

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
  const midsole = colour('midsole', NEUTRAL.midsole);
  return {
    upper,
    overlay,
    accent,
    midsole,
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
    wave: accent === midsole ? darker(midsole, 0.08) : accent,
    tie: details.includes('tie') ? TIE : null,
    material: UPPER_MATERIALS.find((material) => details.includes(material)) ?? 'leather',
    has: (detail) => details.includes(detail),
  };
}
