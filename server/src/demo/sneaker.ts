import type { SneakerColours } from '../drawings/sneaker-drawing.js';
import type { SizeRun } from './size-run.js';

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
export const demands = ['soft', 'steady', 'strong', 'grail'] as const;

export type Demand = (typeof demands)[number];

export interface Sneaker {
  name: string;
  brand: string;
  silhouette: Silhouette;
  colours: SneakerColours;
  /** Whole dollars, as on the box at release. */
  retailPrice: number;
  /** 'YYYY-MM-DD' */
  releaseDate: string;
  sizeRun: SizeRun;
  demand: Demand;
}
