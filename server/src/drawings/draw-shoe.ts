import { createHash } from 'node:crypto';
import type { Drawing } from '../catalogue/create-products.js';
import { Brush } from './brush/brush.js';
import { heelView } from './heel-view.js';
import { paintOf } from './paint.js';
import { sideView } from './side-view.js';
import { SILHOUETTES, type Silhouette } from './silhouettes.js';
import { threeQuarterView } from './three-quarter-view.js';
import { topView } from './top-view.js';

export const VIEWS = ['side', 'front', 'top', 'heel'] as const;

export type View = (typeof VIEWS)[number];

/** Silhouettes that have been renamed. */
const RENAMED: Readonly<Record<string, Silhouette>> = {
  boot: 'work-boot',
  'retro-basketball': 'jordan-4',
  runner: 'air-max-1',
  'slip-on': 'skate-low',
};

const UNKNOWN: Silhouette = 'low-court';

export function silhouetteOf(name: string): Silhouette {
  const known = SILHOUETTES.find((silhouette) => silhouette === name);
  return known ?? (Object.hasOwn(RENAMED, name) ? (RENAMED[name] as Silhouette) : UNKNOWN);
}

/** A view of a shoe as an SVG document, 16 by 10; deterministic. */
export function drawShoe(drawing: Drawing | null, view: View): string {
  const silhouette = silhouetteOf(drawing?.silhouette ?? UNKNOWN);
  const paint = paintOf(drawing?.colours, drawing?.details);
  const brush = new Brush(nameOf(drawing, view));
  switch (view) {
    case 'side':
      return brush.finished(sideView(silhouette, brush, paint));
    case 'front':
      return brush.finished(threeQuarterView(silhouette, brush, paint));
    case 'top':
      return brush.finished(topView(silhouette, brush, paint));
    case 'heel':
      return brush.finished(heelView(silhouette, brush, paint));
  }
}

/** A short prefix for ids, practically unique to this picture. */
function nameOf(drawing: Drawing | null, view: View): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([drawing, view]))
    .digest('hex');
  return `s${Number.parseInt(hash.slice(0, 12), 16).toString(36).slice(-4)}`;
}
