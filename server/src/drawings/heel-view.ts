import type { Brush } from './brush/brush.js';
import { darker, lighter } from './brush/colour.js';
import { type Edge, LASTS, type Last } from './lasts.js';
import type { Paint } from './paint.js';
import type { Silhouette } from './silhouettes.js';

const MIDDLE = 320;
const GROUND = 357;
/** The view from behind is drawn larger than the other views, which are four times as wide. */
const SCALE = 1.36;
/** A shoe fills the picture up to this height, as far as it gets no wider than this factor makes it. */
const HIGHEST = 342;
const MAX_ENLARGED = 1.5;

const HEEL_LOOPS: ReadonlySet<Silhouette> = new Set([
  'jordan-6',
  'mars-runner',
  'zoom-fly',
  'vapormax',
  'eight-eye-boot',
]);

/** A shoe from behind, with the ground at 357. */
export function heelView(silhouette: Silhouette, brush: Brush, paint: Paint): string[] {
  const last = LASTS[silhouette];
  const sole = last.heel * SCALE + last.sole;
  const ground = brush.ground(MIDDLE - sole - 26, MIDDLE + sole + 26, GROUND);
  return enlarged(last, [ground, ...drawn(silhouette, last, brush, paint)]);
}

/** Low shoes are drawn larger. */
function enlarged({ tongueY, collarY }: Last, pieces: readonly string[]): string[] {
  const scale = Math.min(MAX_ENLARGED, HIGHEST / (GROUND - Math.min(tongueY, collarY)));
  const place = `translate(${MIDDLE} ${GROUND}) scale(${scale.toFixed(2)}) translate(${-MIDDLE} ${-GROUND})`;
  return [`<g transform="${place}">`, ...pieces, '</g>'];
}

function drawn(silhouette: Silhouette, last: Last, brush: Brush, paint: Paint): string[] {
  switch (silhouette) {
    case 'foam-slide':
      return slide(last, brush, paint);
    case 'foam-runner':
    case 'cartoon-boot':
      return moulded(silhouette, last, brush, paint);
    default:
      return laced(silhouette, last, brush, paint);
  }
}

function laced(silhouette: Silhouette, last: Last, brush: Brush, paint: Paint): string[] {
  const { collarY: top, tongueY, soleY } = last;
  const wide = last.heel * SCALE;
  const height = soleY - top;
  const isHigh = height > 200;
  // Seen from behind, the tongue leans away.
  const tip = top - (top - tongueY) * 0.7;
  const [ankle, rim] = [wide * (isHigh ? 0.86 : 0.84), wide * (isHigh ? 0.96 : 0.94)];
  const upper = mirrored(`M${at(-wide, soleY + 16)}`, [
    [-wide - 5, soleY - height * 0.26, -ankle, top + height * 0.5, -ankle, top + height * 0.32],
    [-ankle, top + height * 0.16, -rim, top + 26, -rim, top + 14],
    [-rim, top + 2, -rim * 0.55, top - 5, 0, top - 6],
  ]);
  const tongue = mirrored(`M${at(-wide * 0.62, top + 60)}`, [
    [-wide * 0.7, top + 20, -wide * 0.76, tip + 26, -wide * 0.68, tip + 14],
    [-wide * 0.58, tip + 1, -wide * 0.3, tip, 0, tip],
  ]);
  const shoulders = mirrored(`M${at(-rim + 8, top + 40)}`, [
    [-rim, top + 10, -rim * 0.96, top - 16, -rim * 0.7, top - 16],
    [-rim * 0.5, top - 16, -rim * 0.4, top, 0, top + 4],
  ]);
  const counter = mirrored(`M${at(-wide - 12, soleY + 20)}`, [
    [-wide - 12, soleY - height * 0.2, -wide * 0.8, soleY - height * 0.4, -wide * 0.5, soleY - height * 0.5],
    [-wide * 0.3, soleY - height * 0.56, -wide * 0.12, soleY - height * 0.6, 0, soleY - height * 0.6],
  ]);
  const collar = mirrored(`M${at(-wide, top - 20)}`, [
    [-wide, top, -wide, top + height * 0.14, -wide, top + height * 0.2],
    [-wide * 0.6, top + height * 0.3, -wide * 0.3, top + height * 0.34, 0, top + height * 0.34],
  ]);
  const tab = `M${at(-15, top - 12)}H${MIDDLE + 15}L${MIDDLE + 12} ${whole(top + height * 0.46)}Q${MIDDLE} ${whole(top + height * 0.52)} ${MIDDLE - 12} ${whole(top + height * 0.46)}Z`;
  const marks = `M${at(-5, top + height * 0.14)}v${whole(height * 0.1)}M${at(5, top + height * 0.14)}v${whole(height * 0.1)}`;
  return [
    brush.form(tongue, paint.tongue, [brush.shade(shoulders, 12, 0.4)]),
    brush.form(shoulders, paint.eyestay, [
      brush.fill(
        `M${at(-rim * 0.6, top - 8)}H${MIDDLE + whole(rim * 0.6)}V${top + 60}H${MIDDLE - whole(rim * 0.6)}Z`,
        darker(paint.lining, 0.35),
      ),
    ]),
    HEEL_LOOPS.has(silhouette) ? loop(top, brush, paint.mark) : '',
    brush.form(
      upper,
      paint.upper,
      [
        brush.panel(collar, paint.collar, paint.material),
        brush.panel(counter, paint.heel, paint.material),
        brush.panel(
          tab,
          silhouette === 'eight-eye-boot' ? paint.heel : lighter(paint.heel, 0.05),
          paint.material,
        ),
        brush.line(marks, paint.mark === paint.heel ? paint.accent : paint.mark, 5),
        brush.shade(upper, 20, 0.3),
        brush.shade(
          `M${at(wide * 0.72, top + 20)}C${at(wide * 0.6, top + height * 0.5)} ${at(wide, soleY - 40)} ${at(wide, soleY)}`,
          26,
          0.24,
        ),
        brush.shade(`M${at(-wide, soleY)}H${MIDDLE + wide}`, 16, 0.36),
        brush.shine(
          `M${at(-wide * 0.48, top + 24)}C${at(-wide * 0.42, top + height * 0.4)} ${at(-wide * 0.72, soleY - 60)} ${at(-wide * 0.74, soleY - 20)}`,
          13,
          0.42,
        ),
        brush.stitch(`M${at(0, top + height * 0.52)}V${soleY}`, paint.heel),
        brush.stitch(counter.replace('Z', ''), paint.heel),
      ],
      paint.material,
    ),
    ...soleOf(last, brush, paint),
  ];
}

function moulded(silhouette: Silhouette, last: Last, brush: Brush, paint: Paint): string[] {
  const { collarY: top, soleY } = last;
  const wide = last.heel * SCALE;
  const isBoot = silhouette === 'cartoon-boot';
  const rim = isBoot ? wide * 1.02 : wide * 0.78;
  const height = soleY - top;
  const body = mirrored(`M${at(-wide, isBoot ? soleY + 16 : GROUND - 2)}`, [
    [-wide - 14, soleY - height * 0.3, -rim, top + height * 0.5, -rim, top + height * 0.3],
    [-rim - 2, top + height * 0.12, -rim - 3, top + 18, -rim + 2, top + 8],
    [-rim + 10, top - 2, -rim * 0.5, top - 5, 0, top - 5],
  ]);
  const ribs = `M${at(-wide, soleY - height * 0.5)}Q${at(0, soleY - height * 0.3)} ${at(wide, soleY - height * 0.5)}M${at(-wide - 6, soleY - height * 0.24)}Q${at(0, soleY)} ${at(wide + 6, soleY - height * 0.24)}`;
  const openings = `M${at(-wide * 0.5, soleY - height * 0.62)}l-6 26M${at(wide * 0.5, soleY - height * 0.62)}l6 26`;
  return [
    brush.form(body, paint.upper, [
      isBoot
        ? brush.panel(
            `M${at(-rim - 8, top - 8)}H${MIDDLE + rim + 8}V${top + 40}Q${MIDDLE} ${top + 58} ${whole(MIDDLE - rim - 8)} ${top + 40}Z`,
            lighter(paint.upper, 0.06),
          )
        : brush.line(openings, darker(paint.upper, 0.6), 26),
      isBoot ? '' : brush.shade(ribs, 10, 0.3),
      brush.shade(body, 26, 0.3),
      brush.shine(
        `M${at(-wide * 0.5, top + 50)}C${at(-wide * 0.46, top + height * 0.5)} ${at(-wide * 0.64, soleY - 40)} ${at(-wide * 0.66, soleY - 10)}`,
        16,
        0.55,
      ),
    ]),
    ...(isBoot
      ? soleOf(last, brush, paint)
      : [brush.line(`M${at(-wide + 8, GROUND - 5)}H${whole(MIDDLE + wide - 8)}`, paint.outsole, 7)]),
  ];
}

function slide(last: Last, brush: Brush, paint: Paint): string[] {
  const wide = last.heel * SCALE + 8;
  const strap = mirrored(`M${at(-wide - 4, 312)}`, [[-wide, 230, -wide * 0.84, 166, 0, 164]]);
  const inside = mirrored(`M${at(-wide + 18, 312)}`, [[-wide + 20, 240, -wide * 0.66, 188, 0, 186]]);
  return [
    brush.form(strap, paint.upper, [
      brush.fill(inside, darker(paint.upper, 0.42)),
      brush.shade(inside, 14, 0.4),
      brush.shine(
        `M${at(-wide + 12, 270)}C${at(-wide + 16, 214)} ${at(-wide * 0.5, 178)} ${at(0, 174)}`,
        8,
        0.5,
      ),
    ]),
    ...soleOf(last, brush, paint),
    brush.shine(`M${at(-wide + 10, 292)}H${MIDDLE + 40}`, 6, 0.5),
  ];
}

function soleOf(last: Last, brush: Brush, paint: Paint): string[] {
  const wide = last.heel * SCALE + last.sole;
  const y = last.soleY;
  const shape = `M${at(-wide + 5, y)}C${at(-wide - 3, y + 10)} ${at(-wide - 5, GROUND - 20)} ${at(-wide + 2, GROUND - 6)}Q${at(-wide + 5, GROUND)} ${at(-wide + 14, GROUND)}H${whole(MIDDLE + wide - 14)}Q${at(wide - 5, GROUND)} ${at(wide - 2, GROUND - 6)}C${at(wide + 5, GROUND - 20)} ${at(wide + 3, y + 10)} ${at(wide - 5, y)}Q${MIDDLE} ${y + 12} ${at(-wide + 5, y)}Z`;
  return [
    brush.sole(shape, paint.midsole, [
      brush.fill(
        `M${at(-wide - 8, GROUND - 12)}H${whole(MIDDLE + wide + 8)}V${GROUND + 2}H${whole(MIDDLE - wide - 8)}Z`,
        paint.outsole,
      ),
      brush.line(`M${at(-wide, GROUND - 12)}H${whole(MIDDLE + wide)}`, '#000', 1.5, 0.3),
      brush.line(`M${at(-wide + 6, y + 3)}Q${MIDDLE} ${y + 15} ${at(wide - 6, y + 3)}`, '#fff', 2, 0.6),
      edgeOf(last.edge, wide, y, brush, paint),
      brush.shade(`M${at(wide + 4, y)}V${GROUND}`, 26, 0.3),
    ]),
  ];
}

function edgeOf(edge: Edge, wide: number, y: number, brush: Brush, paint: Paint): string {
  const columns = (step: number, from: number, length: number) =>
    Array.from(
      { length: Math.floor((2 * wide) / step) },
      (_, index) => `M${at(-wide + step / 2 + index * step, from)}v${whole(length)}`,
    ).join('');
  switch (edge) {
    case 'plain':
      return '';
    case 'stitched':
      return brush.stitch(`M${at(-wide, y + 9)}Q${MIDDLE} ${y + 22} ${at(wide, y + 9)}`, paint.midsole);
    case 'ribbed':
      return brush.line(columns(12, y + 18, GROUND - y - 34), '#000', 2.6, 0.15);
    case 'pods':
      return brush.line(
        `M${at(-wide * 0.5, GROUND - 22)}h.1M${at(wide * 0.5, GROUND - 22)}h.1`,
        '#fff',
        34,
        0.45,
      );
    case 'lugs':
      return brush.line(columns(24, GROUND - 4, 8), '#000', 9, 0.3);
  }
}

function loop(top: number, brush: Brush, colour: string): string {
  const line = `M${at(-9, top + 12)}C${at(-12, top - 34)} ${at(12, top - 34)} ${at(9, top + 12)}`;
  return brush.line(line, darker(colour, 0.3), 10) + brush.line(line, colour, 7);
}

/** A symmetric shape: curves of the left side up to the middle, as offsets from it, and their mirror. */
function mirrored(
  start: string,
  curves: readonly (readonly [number, number, number, number, number, number])[],
): string {
  const [, x = 0, y = 0] = /^M(\S+) (\S+)$/.exec(start)?.map(Number) ?? [];
  const starts = [[x - MIDDLE, y] as const, ...curves.map(([, , , , endX, endY]) => [endX, endY] as const)];
  const left = curves.map(([x1, y1, x2, y2, endX, endY]) => `C${at(x1, y1)} ${at(x2, y2)} ${at(endX, endY)}`);
  const right = curves.map(([x1, y1, x2, y2], index) => {
    const [endX = 0, endY = 0] = starts[index] ?? [];
    return `C${at(-x2, y2)} ${at(-x1, y1)} ${at(-endX, endY)}`;
  });
  return `${start}${left.join('')}${right.reverse().join('')}Z`;
}

/** A point, from its distance to the middle. */
function at(x: number, y: number): string {
  return `${whole(MIDDLE + x)} ${whole(y)}`;
}

function whole(value: number): number {
  return Math.round(value);
}
