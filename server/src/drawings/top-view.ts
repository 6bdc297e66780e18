import type { Brush } from './brush/brush.js';
import { darker, lighter } from './brush/colour.js';
import { LASTS, type Last } from './lasts.js';
import type { Paint } from './paint.js';
import type { Silhouette } from './silhouettes.js';

const MIDDLE = 200;

/** A foot's outline, wider on the outside than on the inside. */
function outline({ toe, heel }: Last, out = 0): string {
  const t = toe + out;
  const h = heel + out;
  const left = 44 - out;
  const right = 598 + out;
  const waist = Math.round((h * 0.9 + t * 0.75) / 1.75);
  return `M${left} ${MIDDLE}C${left} ${MIDDLE - h * 0.7} ${left + 36} ${MIDDLE - h} ${left + 92} ${MIDDLE - h}C240 ${MIDDLE - h} 280 ${MIDDLE - waist + 2} 350 ${MIDDLE - waist - 6}C430 ${MIDDLE - t - 8} 500 ${MIDDLE - t - 6} 548 ${MIDDLE - t * 0.72}C586 ${MIDDLE - t * 0.46} ${right} ${MIDDLE - 24} ${right} ${MIDDLE + 6}C${right - 4} ${MIDDLE + t * 0.52} 556 ${MIDDLE + t} 470 ${MIDDLE + t}C390 ${MIDDLE + t} 330 ${MIDDLE + h * 0.86} 250 ${MIDDLE + h * 0.9}C190 ${MIDDLE + h} 150 ${MIDDLE + h} ${left + 84} ${MIDDLE + h}C${left + 30} ${MIDDLE + h} ${left} ${MIDDLE + h * 0.62} ${left} ${MIDDLE}Z`;
}

const throat = 'M232 172C290 166 360 170 428 186C440 194 440 208 428 216C360 232 290 236 232 230Z';
const eyestay =
  'M212 150C290 138 380 148 440 172C462 190 462 212 440 230C380 252 290 264 212 252C230 230 232 172 212 150Z';

/** A shoe from above, with the toe to the right. */
export function topView(silhouette: Silhouette, brush: Brush, paint: Paint): string[] {
  const last = LASTS[silhouette];
  const body = outline(last);
  const opening = outline(last, -16);
  const sole = brush.sole(outline(last, last.sole), paint.midsole);
  if (silhouette === 'foam-slide') {
    return [
      sole,
      brush.form(outline(last, -2), lighter(paint.upper, 0.05), [
        brush.shade(opening, 12, 0.3),
        footbed(brush),
      ]),
      brush.form(
        'M260 104C330 84 440 84 500 108C524 160 524 244 500 294C440 312 330 310 260 296C290 240 290 160 260 104Z',
        paint.upper,
        [
          brush.shine('M310 120C350 150 430 150 490 130', 20, 0.5),
          brush.shade('M264 104C294 160 294 240 264 296M270 292C340 308 440 310 500 290', 16, 0.35),
          brush.line('M378 200l20-24l20 24l-20 24Z', '#000', 3, 0.18),
        ],
      ),
    ];
  }
  const hasCollarOnly = silhouette === 'cartoon-boot' || silhouette === 'foam-runner';
  const collar = `M70 ${MIDDLE}C70 ${MIDDLE - last.heel * 0.72} 100 ${MIDDLE - last.heel + 14} 150 ${MIDDLE - last.heel + 14}C210 ${MIDDLE - last.heel + 14} 244 ${MIDDLE - 34} 250 ${MIDDLE}C244 ${MIDDLE + 34} 210 ${MIDDLE + last.heel - 14} 150 ${MIDDLE + last.heel - 14}C100 ${MIDDLE + last.heel - 14} 70 ${MIDDLE + last.heel * 0.72} 70 ${MIDDLE}Z`;
  return [
    sole,
    brush.form(body, paint.upper, [
      brush.fill('M440 60H640V340H440C470 290 470 110 440 60Z', paint.toe),
      brush.fill('M520 60H640V340H520C566 290 566 110 520 60Z', hasCollarOnly ? paint.upper : paint.guard),
      brush.fill('M30 60H96C78 130 78 270 96 340H30Z', paint.heel),
      silhouette === 'foam-runner'
        ? brush.holes(
            'M330 150h30M330 250h30M400 146h30M400 254h30M300 200h40M390 200h44M480 160h10M480 240h10',
            20,
            0.5,
          )
        : '',
      hasCollarOnly
        ? ''
        : brush.holes('M482 180h0M482 200h0M482 220h0M498 190h0M498 210h0M466 190h0M466 210h0', 5),
      brush.shade(body, 34, 0.34),
      brush.shine('M470 150C520 154 560 172 572 196', 16, 0.4),
      hasCollarOnly ? '' : brush.panel(eyestay, paint.eyestay),
      hasCollarOnly
        ? ''
        : brush.stitch(
            'M222 158C290 148 376 156 434 178C452 192 452 210 434 224C376 246 290 254 222 244',
            paint.eyestay,
          ),
    ]),
    hasCollarOnly ? '' : brush.form(throat, paint.tongue, [brush.shade(throat, 10, 0.3)]),
    brush.form(collar, paint.collar, [brush.shine(collar, 5, 0.3)]),
    brush.form(
      `M84 ${MIDDLE}C84 ${MIDDLE - last.heel * 0.5} 108 ${MIDDLE - last.heel + 28} 150 ${MIDDLE - last.heel + 28}C200 ${MIDDLE - last.heel + 28} 226 ${MIDDLE - 26} 230 ${MIDDLE}C226 ${MIDDLE + 26} 200 ${MIDDLE + last.heel - 28} 150 ${MIDDLE + last.heel - 28}C108 ${MIDDLE + last.heel - 28} 84 ${MIDDLE + last.heel * 0.5} 84 ${MIDDLE}Z`,
      darker(paint.lining, 0.3),
      [brush.shade('M90 150C120 170 200 170 226 190', 20, 0.5)],
    ),
    hasCollarOnly ? '' : tongueTip(brush, paint),
    hasCollarOnly ? '' : acrossLaces(brush, paint, last.laces),
  ];
}

function footbed(brush: Brush): string {
  return brush.line(
    'M90 160v80M106 156v88M122 154v92M138 153v94M154 152v96M170 152v96M186 152v96M202 152v96',
    '#000',
    2,
    0.14,
  );
}

function tongueTip(brush: Brush, paint: Paint): string {
  return brush.form(
    'M206 168C226 164 250 168 262 174V228C250 234 226 238 206 234C198 214 198 190 206 168Z',
    paint.tongue,
    [
      brush.fill('M212 182H232V220H212C209 208 209 194 212 182Z', paint.mark),
      brush.shine('M208 176C204 192 204 210 208 226', 4, 0.4),
    ],
  );
}

function acrossLaces(brush: Brush, paint: Paint, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => Math.round(262 + (index * 160) / (count - 1)));
  const across = rows.map((x) => `M${x - 3} 164C${x + 5} 186 ${x + 5} 216 ${x - 3} 238`).join('');
  const between = rows
    .slice(1)
    .map(
      (x, index) =>
        `M${(rows[index] as number) - 3} 168L${x - 2} 234M${(rows[index] as number) - 3} 234L${x - 2} 168`,
    )
    .join('');
  return [
    brush.holes(rows.map((x) => `M${x - 4} 160v1M${x - 4} 241v1`).join(''), 10, 0.55),
    brush.line(between, darker(paint.laces, 0.2), 7),
    `<g transform="translate(2 2)">${brush.line(across, '#000', 11, 0.35)}</g>`,
    brush.line(across, '#77777e', 10.4, 0.6),
    brush.line(across, paint.laces, 9),
    `<g transform="translate(-2 0)">${brush.line(across, '#fff', 2.4, 0.35)}</g>`,
  ].join('');
}
