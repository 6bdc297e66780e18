export type Point = readonly [x: number, y: number];

/** A part of a path: a start without a line, a line, a cubic curve with its two control points, or its end. */
export type Segment =
  | { readonly kind: 'start'; readonly to: Point }
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point }
  | {
      readonly kind: 'curve';
      readonly from: Point;
      readonly controls: readonly [Point, Point];
      readonly to: Point;
    }
  | { readonly kind: 'end' };

const TOKEN = /[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g;
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

/**
 * The segments of a path, with absolute coordinates. An arc becomes a line.
 * @throws Error for a command that silhouettes do not use
 */
export function segmentsOf(d: string): Segment[] {
  const tokens = d.match(TOKEN) ?? [];
  const segments: Segment[] = [];
  let at: Point = [0, 0];
  let start: Point = at;
  let lastControl: Point | null = null;
  for (let index = 0, command = ''; index < tokens.length; ) {
    if (/[a-zA-Z]/.test(tokens[index] as string)) {
      command = tokens[index++] as string;
    }
    const kind = command.toUpperCase();
    const count = COUNTS[kind];
    if (count === undefined) {
      throw new Error(`unknown path command ${command}`);
    }
    const numbers = tokens.slice(index, index + count).map(Number);
    index += count;
    const from = at;
    const [baseX, baseY] = command === kind ? [0, 0] : from;
    const point = (position: number): Point => [
      (numbers[position] as number) + baseX,
      (numbers[position + 1] as number) + baseY,
    ];
    let control: Point | null = null;
    switch (kind) {
      case 'M':
        at = point(0);
        start = at;
        segments.push({ kind: 'start', to: at });
        command = command === kind ? 'L' : 'l';
        break;
      case 'Z':
        if (at[0] !== start[0] || at[1] !== start[1]) {
          segments.push({ kind: 'line', from: at, to: start });
        }
        at = start;
        segments.push({ kind: 'end' });
        break;
      case 'C':
      case 'S': {
        const offset = kind === 'C' ? 2 : 0;
        const first: Point = kind === 'C' ? point(0) : mirrored(lastControl ?? from, from);
        control = point(offset);
        at = point(offset + 2);
        segments.push({ kind: 'curve', from, controls: [first, control], to: at });
        break;
      }
      case 'Q': {
        const middle = point(0);
        at = point(2);
        segments.push({
          kind: 'curve',
          from,
          controls: [between(from, middle, 2 / 3), between(at, middle, 2 / 3)],
          to: at,
        });
        break;
      }
      default:
        at =
          kind === 'H'
            ? [(numbers[0] as number) + baseX, from[1]]
            : kind === 'V'
              ? [from[0], (numbers[0] as number) + baseY]
              : point(count - 2);
        segments.push({ kind: 'line', from, to: at });
    }
    lastControl = control;
  }
  return segments;
}

/** A point of a line or curve; its start has share 0, its end 1. */
export function pointAt(segment: Exclude<Segment, { kind: 'start' | 'end' }>, share: number): Point {
  const { from, to } = segment;
  if (segment.kind === 'line') {
    return between(from, to, share);
  }
  const [first, second] = segment.controls;
  const rest = 1 - share;
  const weights = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3] as const;
  const along = (axis: 0 | 1) =>
    weights[0] * from[axis] + weights[1] * first[axis] + weights[2] * second[axis] + weights[3] * to[axis];
  return [along(0), along(1)];
}

/** Points along a path. @param distance about how far they are apart, in pixels */
export function pointsOf(d: string, distance = 1): Point[] {
  return segmentsOf(d).flatMap((segment) => {
    if (segment.kind === 'end') {
      return [];
    }
    if (segment.kind === 'start') {
      return [segment.to];
    }
    const steps = Math.max(
      2,
      Math.ceil(Math.hypot(segment.to[0] - segment.from[0], segment.to[1] - segment.from[1]) / distance),
    );
    return Array.from({ length: steps }, (_, index) => pointAt(segment, (index + 1) / steps));
  });
}

export function between(one: Point, other: Point, share: number): Point {
  return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
}

function mirrored(point: Point, centre: Point): Point {
  return [2 * centre[0] - point[0], 2 * centre[1] - point[1]];
}

/** Writes a path with whole, relative coordinates. */
export class PathWriter {
  private text = '';
  private at: Point = [0, 0];
  private start: Point = [0, 0];

  moveTo(point: Point): void {
    const [x, y] = rounded(point);
    this.text += `M${x}${y < 0 ? '' : ' '}${y}`;
    this.at = [x, y];
    this.start = this.at;
  }

  lineTo(point: Point): void {
    const to = rounded(point);
    if (to[0] !== this.at[0] || to[1] !== this.at[1]) {
      this.write('l', [to]);
    }
  }

  curveTo(first: Point, second: Point, point: Point): void {
    this.write('c', [rounded(first), rounded(second), rounded(point)]);
  }

  /** A point that has only the ends of its line. */
  dot(): void {
    this.text += 'h.1';
  }

  close(): void {
    this.text += 'Z';
    this.at = this.start;
  }

  get path(): string {
    return this.text;
  }

  private write(command: string, points: readonly Point[]): void {
    const [baseX, baseY] = this.at;
    const numbers = points.flatMap(([x, y]) => [x - baseX, y - baseY]);
    this.text += numbers.reduce(
      (text, number, index) => `${text}${index > 0 && number >= 0 ? ' ' : ''}${number}`,
      command,
    );
    this.at = points.at(-1) as Point;
  }
}

export function rounded([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** The point of a text such as `12 34`. */
export function pointOf(text = '0 0'): Point {
  const [x = 0, y = 0] = text.split(' ').map(Number);
  return [x, y];
}
