import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M96 318C84 290 88 258 96 230C104 196 108 150 102 100C98 76 100 58 116 54C150 48 200 54 240 46C256 44 264 48 268 58C276 84 288 128 320 160C350 186 404 196 452 204C520 214 572 234 582 274C586 292 584 306 580 318Z';
const collar =
  'M102 100C98 76 100 58 116 54C150 48 200 54 240 46C256 44 264 48 268 58L276 84C230 100 150 108 102 104Z';
const heel = 'M92 326C84 292 88 258 96 230C100 214 103 198 105 182C140 190 172 224 180 326Z';
const quarter =
  'M268 58C276 84 288 128 320 160C334 172 352 181 374 188C372 222 350 262 330 326H230C262 262 262 160 232 60C246 46 262 48 268 58Z';
const tongue =
  'M226 60C222 40 224 22 238 18C256 14 280 18 288 28C296 56 306 100 336 140C350 160 372 172 396 182L372 196L300 160Z';
const welt =
  'M84 304C78 312 78 326 84 334H586C598 328 600 312 594 302C540 314 440 318 340 318C230 318 140 314 84 304Z';
const lugs =
  'M82 330H594C592 340 588 346 576 348L570 359H546L542 351H522L518 359H492L488 352H468L464 359H438L434 352H414L410 359H384L380 352H360L356 358L300 346H268L264 359H238L234 352H214L210 359H184L180 352H160L156 359H124L118 350C100 354 86 346 82 330Z';

/** The work boot: thick leather, a padded collar, four rows of seams, a welt and deep lugs. */
export function workBoot(brush: Brush, paint: Paint): string[] {
  const thread = paint.accent;
  return [
    brush.ground(66, 614, 359),
    brush.form(
      tongue,
      paint.tongue,
      brush.shade('M232 20C238 60 252 100 276 140', 16, 0.4),
      brush.shine('M256 24C268 70 290 120 330 154', 8, 0.3),
    ),
    brush.line('M104 70C92 60 92 40 106 34C116 32 122 40 120 54', paint.mark, 7),
    brush.form(
      upper,
      paint.upper,
      paint.has('suede') ? brush.textured(upper, 'suede', apart(paint.upper, 0.3), 0.55) : '',
      paint.has('wood') ? brush.textured(upper, 'wood', darker(paint.upper, 0.35), 0.6) : '',
      brush.panel(heel, paint.heel),
      brush.panel(quarter, paint.eyestay),
      brush.panel(collar, paint.collar),
      brush.shade('M80 310C200 330 480 330 600 306', 24, 0.45),
      brush.shade('M100 60C116 160 80 240 92 320', 20, 0.3),
      brush.shade('M330 326C352 262 376 222 376 188', 16, 0.3),
      brush.shade('M186 326C180 240 150 190 108 180', 12, 0.25),
      brush.shade('M150 130C180 150 220 150 250 128M140 160C180 180 220 176 252 150', 10, 0.22),
      brush.shine('M430 212C510 220 556 240 568 270', 16, paint.has('suede') ? 0.3 : 0.55),
      brush.shine('M124 72C170 66 220 70 258 62', 12, 0.4),
      brush.shine('M150 214C176 236 186 270 190 300', 10, 0.24),
      brush.shine('M286 120C310 160 340 184 362 196', 9, 0.4),
      paint.has('suede') ? '' : brush.line('M462 216C506 222 536 234 550 252', '#fff', 5, 0.4),
      brush.line(
        'M140 56C142 74 142 90 140 104M176 54C178 72 178 88 176 102M212 52C216 70 218 84 216 98',
        '#000',
        2,
        0.2,
      ),
      brush.stitch(
        'M106 112C152 114 220 106 270 92M106 119C152 121 222 113 272 99M108 192C140 200 162 230 170 318M107 201C134 210 154 236 161 318M240 62C268 160 270 250 242 318M366 192C362 226 344 260 322 318M358 190C354 222 336 256 314 318',
        paint.upper,
        thread,
      ),
    ),
    brush.sole(lugs, paint.outsole, brush.line('M84 338H588', '#fff', 1.6, 0.18)),
    brush.sole(
      welt,
      paint.midsole,
      brush.stitch('M86 312C140 322 240 326 340 326C440 326 540 322 594 310', paint.midsole, thread),
      brush.line('M82 330H594', '#000', 1.6, 0.3),
      paint.has('double') ? brush.line('M84 324H594', thread, 2.6, 0.9) : '',
    ),
    brush.laces({
      from: [258, 66],
      to: [352, 190],
      count: 7,
      reach: [30, -16],
      width: 9,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
