/** The position of a picture in its frame: the scale relative to the fitted size, and the offset from the centre. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A position or a step on the screen, from the centre of the picture's frame, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Place {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;

/** Scales the picture. The given point stays in place as far as the frame stays full. */
export function zoomed({ scale, x, y }: Zoom, factor: number, at: Point, place: Place): Zoom {
  const next = Math.min(Math.max(scale * factor, 1), LARGEST);
  const grown = next / scale;
  return within({ scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown }, place);
}

export function moved({ scale, x, y }: Zoom, by: Point, place: Place): Zoom {
  return within({ scale, x: x + by.x, y: y + by.y }, place);
}

function within({ scale, x, y }: Zoom, { width, height }: Place): Zoom {
  return { scale, x: clamped(x, (width * (scale - 1)) / 2), y: clamped(y, (height * (scale - 1)) / 2) };
}

function clamped(value: number, limit: number): number {
  // Avoids -0, which would count as a different zoom than 0.
  return Math.min(Math.max(value, -limit), limit) + 0;
}
