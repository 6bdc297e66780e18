import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M60 318C58 280 66 240 72 200C78 156 76 110 74 70C74 58 80 52 94 54C140 58 182 54 214 44C226 42 232 48 238 58C262 108 310 160 392 206C440 226 500 230 548 246C588 262 600 288 602 318Z';
const heel = 'M56 324C58 280 66 240 72 200C78 156 76 110 74 62L96 62C100 140 104 240 92 324Z';
const facing =
  'M214 44C226 42 232 48 238 58C262 108 310 160 392 206C400 224 396 246 386 260C310 224 240 150 206 66C204 54 206 47 214 44Z';
const vamp =
  'M386 260C398 244 400 226 394 206C440 226 500 230 548 246C588 262 600 288 602 324H322C352 312 372 290 386 260Z';
const cap = 'M470 324C474 282 500 252 540 243C588 256 604 288 604 324Z';
const tongue =
  'M206 80C196 52 188 36 190 26C194 16 214 14 234 18C248 22 254 30 258 44C270 92 318 142 372 176L410 204L398 222Z';
const patch =
  'M150 104C176 104 196 126 196 152C196 178 176 200 150 200C124 200 104 178 104 152C104 126 124 104 150 104Z';
const sole =
  'M52 304C48 320 48 344 52 351C54 357 60 358 66 358H556C588 358 604 350 608 334C611 320 610 306 604 296C572 308 500 314 400 316H200C140 316 92 314 52 304Z';

/** The canvas basketball boot: a round ankle patch, a rubber toe cap, two lines along the sole. */
export function canvasHigh(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(32, 618),
    brush.form('M80 66C110 46 180 46 226 36L240 90L120 112Z', darker(paint.lining, 0.2)),
    brush.form(
      tongue,
      paint.tongue,
      brush.textured(tongue, 'canvas', apart(paint.tongue, 0.3), 0.5),
      brush.shade('M194 24C198 50 208 74 222 100', 14, 0.3),
      brush.shade('M226 60C262 130 320 180 404 216', 18, 0.35),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.textured(upper, 'canvas', apart(paint.upper, 0.32), 0.5),
      brush.panel(vamp, paint.toe),
      brush.textured(vamp, 'canvas', apart(paint.toe, 0.32), 0.5),
      brush.panel(heel, paint.heel),
      brush.panel(facing, paint.eyestay),
      brush.shade('M50 312C160 326 500 328 610 310', 22, 0.4),
      brush.shade('M72 60C80 160 58 260 60 320', 18, 0.26),
      brush.shade('M110 240C160 250 220 240 260 214M120 270C180 284 250 270 290 240', 12, 0.14),
      brush.shine('M108 64C150 68 184 64 210 56', 10, 0.35),
      brush.shine('M110 90C114 150 110 240 104 300', 12, 0.28),
      brush.shine('M420 228C450 236 470 240 492 246', 12, 0.35),
      paint.has('heart')
        ? brush.panel(
            'M150 196C96 156 108 108 140 122Q149 126 152 136Q157 122 172 120C200 118 204 164 150 196Z',
            '#c81e2c',
          )
        : `${brush.panel(patch, paint.heel)}${brush.line('M150 112a40 40 0 0 1 0 80a40 40 0 0 1 0-80', paint.mark, 3)}${brush.line('M128 168l14-30l12 18l8-12l12 24Z', paint.mark, 4)}`,
      brush.stitch(
        'M90 66C96 140 98 240 88 318M82 62C110 66 170 66 210 54M232 60C258 114 308 164 386 212M214 74C250 150 318 218 384 252M330 318C358 306 378 286 390 262',
        paint.upper,
      ),
    ),
    brush.form(
      cap,
      '#f3f0e6',
      brush.shine('M500 284C516 262 540 256 566 264', 12, 0.7),
      brush.shade('M466 316H610', 16, 0.3),
      brush.line('M478 322C482 288 504 262 540 252', '#000', 1.3, 0.2),
    ),
    brush.sole(
      sole,
      paint.midsole,
      brush.fill(
        'M52 347C52 356 58 359 66 359H556C588 359 604 350 607 338C590 349 570 352 540 352H66C58 352 54 350 52 347Z',
        paint.outsole,
      ),
      brush.line('M52 307C92 317 140 319 200 319H400C500 317 572 311 603 299', '#fff', 2.2, 0.6),
      brush.line('M50 316C100 326 180 328 300 328H440C520 326 580 318 608 308', paint.mark, 3.2, 0.85),
      brush.line('M52 342C60 346 80 346 100 346H540C570 346 592 342 608 332', paint.mark, 2.6, 0.7),
      brush.line(
        'M470 318l8 16l8-16l8 16l8-17l8 17l8-17l8 16l8-17l8 16l8-17l8 15l8-16l8 14l8-15l8 12',
        '#000',
        1.3,
        0.22,
      ),
    ),
    brush.laces({
      from: [228, 72],
      to: [384, 218],
      count: 8,
      reach: [24, -26],
      width: 9,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
