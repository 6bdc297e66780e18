import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M54 316C46 290 50 262 58 240C64 220 66 206 64 190C62 176 72 168 88 172C120 184 150 198 190 198C226 198 246 184 262 166C272 156 284 154 296 162C340 190 400 210 460 222C540 238 598 262 604 316Z';
const vamp =
  'M262 166C272 156 284 154 296 162C340 190 400 210 460 222C540 238 598 262 604 322H330C348 280 340 230 262 166Z';
const gore = 'M226 190C246 182 254 174 262 166C316 204 344 248 334 300C300 270 262 232 226 190Z';
const heel = 'M50 322C46 296 50 268 56 248C96 246 132 262 142 322Z';
const sole =
  'M46 300C43 318 43 344 47 352C50 357 56 358 62 358H556C590 358 606 350 610 332C612 322 611 312 606 302C560 312 500 314 400 314H200C140 314 90 310 46 300Z';
const tread =
  'M46 346C46 354 54 359 62 359H556C590 359 606 350 609 338C590 348 570 351 540 351H60C54 351 50 349 46 346Z';

/** The shoe without laces: canvas, two wedges of elastic, a flat sole. */
export function slipOn(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(28, 620),
    brush.form(
      'M74 176C110 160 220 152 286 160L260 214L110 226Z',
      darker(paint.lining, 0.1),
      brush.shade('M70 180C130 206 220 206 270 164', 24, 0.5),
      brush.shine('M110 170C160 162 220 160 270 162', 6, 0.2),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.textured(upper, 'canvas', apart(paint.upper, 0.35), 0.45),
      brush.panel(vamp, paint.toe),
      paint.has('check')
        ? `<g transform="rotate(14 400 240)">${brush.textured('M240 60H700V460H240Z', 'check', paint.overlay)}</g>`
        : '',
      brush.panel(gore, darker(paint.overlay, 0.1)),
      brush.line(
        'M236 194C286 226 320 262 332 296M246 186C296 220 330 258 336 284M254 178C302 210 334 244 337 270',
        '#fff',
        1.3,
        0.3,
      ),
      brush.panel(heel, paint.heel),
      brush.shade('M40 312C160 324 500 328 620 306', 22, 0.42),
      brush.shade('M64 190C70 226 44 260 54 320', 16, 0.24),
      brush.shade('M342 318C352 276 340 232 268 172', 10, 0.22),
      brush.shine('M320 186C400 216 500 232 562 262', 14, 0.4),
      brush.shine('M84 184C120 206 200 220 250 190', 12, 0.42),
      brush.line('M84 194C130 218 200 222 240 204', '#000', 2, 0.2),
      brush.stitch(
        'M70 186C74 178 86 180 96 184C130 198 160 206 192 206C220 206 236 198 248 190M352 312C358 270 346 226 290 176M58 256C98 256 124 270 132 316',
        paint.upper,
      ),
    ),
    brush.sole(
      sole,
      paint.midsole,
      brush.fill(tread, paint.outsole),
      brush.line('M46 303C100 313 150 317 200 317H400C500 317 560 315 606 305', '#fff', 2.2, 0.6),
      brush.line('M46 320C100 328 180 330 300 330H480C540 330 580 328 610 318', paint.accent, 3, 0.7),
      brush.line('M480 340l10-8l10 8l10-8l10 8l10-8l10 8l10-8l10 8l10-8l10 7l10-9l10 4', '#000', 1.6, 0.25),
    ),
  ];
}
