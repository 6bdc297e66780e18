import { createHash } from 'node:crypto';
import { drawShoe, type ShoeDrawing, VIEWS } from './draw-shoe.js';

const OWN_DRAWING = /^\/drawings\/(\d{1,9})\.svg(\?v=[0-9a-f]+)?$/;

/** What the addresses of a shoe's pictures end with, so that they may be kept for long: another drawing, another version. */
export function versionOf(drawing: ShoeDrawing | null): string {
  const views = VIEWS.map((view) => drawShoe(drawing, view));
  return createHash('sha256').update(views.join('')).digest('hex').slice(0, 10);
}

/** Where the drawing of a product stands. */
export function drawingAddress(id: number, drawing: ShoeDrawing): string {
  return `/drawings/${id}.svg?v=${versionOf(drawing)}`;
}

/** The picture for previews of links to a product, a PNG where it is drawn; another picture is its own preview. */
export function previewOf(thumbnail: string): string {
  return thumbnail.replace(OWN_DRAWING, '/drawings/$1/preview.png$2');
}
