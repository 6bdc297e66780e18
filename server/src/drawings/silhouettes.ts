import { readFileSync } from 'node:fs';
import { parseSvg, type SvgElement } from './svg-file.js';

export const SILHOUETTES = [
  'low-court',
  'high-court',
  'mid',
  'retro-basketball',
  'modern-court',
  'runner',
  'knit-runner',
  'dad-shoe',
  'chunky-trainer',
  'skate-low',
  'slip-on',
  'terrace',
  'canvas-high',
  'foam-runner',
  'foam-slide',
  'work-boot',
  'cartoon-boot',
] as const;

export type Silhouette = (typeof SILHOUETTES)[number];

/** The path of a silhouette's side view, the same from the sources and from the build. */
export function silhouetteFile(silhouette: Silhouette): URL {
  return new URL(`../../silhouettes/${silhouette}.svg`, import.meta.url);
}

const sideViews = new Map<Silhouette, SvgElement>(
  SILHOUETTES.map((silhouette) => [silhouette, parseSvg(readFileSync(silhouetteFile(silhouette), 'utf8'))]),
);

/** The elements of a side view, with the toe to the right, 640 × 400, with the ground at 357. */
export function sideViewOf(silhouette: Silhouette): readonly SvgElement[] {
  return sideViews.get(silhouette)?.children ?? [];
}
