import type { SneakerColours } from '../drawings/sneaker-drawing.js';
import type { SizeRunName } from './size-runs.js';

/** The shapes that are told apart at a glance; each has a drawing of its own. */
export const silhouettes = [
  'low-court',
  'high-court',
  'retro-basketball',
  'runner',
  'knit-runner',
  'chunky-trainer',
  'skate-low',
  'terrace',
  'canvas-high',
  'foam-slide',
  'boot',
] as const;

export type Silhouette = (typeof silhouettes)[number];

/** How much collectors want it: soft sells below retail, a grail at several times retail. */
export type Demand = 'soft' | 'steady' | 'strong' | 'grail';

export interface Sneaker {
  name: string;
  brand: string;
  silhouette: Silhouette;
  colours: SneakerColours;
  /** Whole dollars, as on the box at release. */
  retailPrice: number;
  /** 'YYYY-MM-DD' */
  releaseDate: string;
  sizeRun: SizeRunName;
  demand: Demand;
}

/** Colours in the order in which a shoe is built, so that a colourway reads as one line. */
export function colourway(
  upper: string,
  overlay: string,
  accent: string,
  midsole: string,
  outsole: string,
  laces: string,
): SneakerColours {
  return { upper, overlay, accent, midsole, outsole, laces };
}
