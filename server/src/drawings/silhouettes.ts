import { readFileSync } from 'node:fs';
import { parseSvg, type SvgElement } from './svg-file.js';

export const SILHOUETTES = [
  'low-court',
  'force-low',
  'forum-low',
  'high-court',
  'mid',
  'jordan-3',
  'jordan-4',
  'jordan-5',
  'jordan-6',
  'jordan-11',
  'fear-of-god',
  'modern-court',
  'shell-court',
  'kobe',
  'air-max-1',
  'air-max-90',
  'air-max-97',
  'vapormax',
  'presto',
  'zoom-fly',
  'waffle-runner',
  'mars-runner',
  'knit-runner',
  'dad-shoe',
  'chunky-trainer',
  'yeezy-500',
  'yeezy-750',
  'skate-low',
  'terrace',
  'creeper',
  'canvas-high',
  'foam-runner',
  'foam-slide',
  'work-boot',
  'eight-eye-boot',
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
