import { createHash } from 'node:crypto';
import type { Drawing } from '../catalogue/create-products.js';
import { drawShoe, VIEWS } from './draw-shoe.js';

const OWN_DRAWING = /^\/drawings\/(\d{1,9})\.svg(\?v=[0-9a-f]+)?$/;

/**
 * The version in the addresses of a shoe's pictures. It changes with the drawing, so browsers may cache the pictures
 * for long.
 */
export function versionOf(drawing: Drawing | null): string {
  const views = VIEWS.map((view) => drawShoe(drawing, view));
  return createHash('sha256').update(views.join('')).digest('hex').slice(0, 10);
}

/** The address of a product's drawing. */
export function drawingAddress(id: number, drawing: Drawing): string {
  return `/drawings/${id}.svg?v=${versionOf(drawing)}`;
}

/** The picture for link previews: a PNG of a drawing; other pictures are their own preview. */
export function previewOf(thumbnail: string): string {
  return thumbnail.replace(OWN_DRAWING, '/drawings/$1/preview.png$2');
}
