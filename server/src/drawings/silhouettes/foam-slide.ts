import type { Brush } from '../brush/brush.js';
import { darker, lighter } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const bed =
  'M44 296C40 276 52 262 76 264C140 272 220 300 300 300C400 300 500 276 572 278C604 280 616 296 612 318L600 330L60 324Z';
const strap =
  'M220 312C232 262 268 204 326 188C384 174 444 196 500 238C532 262 552 284 562 304C500 324 330 330 220 312Z';
const opening = 'M226 290C248 226 290 196 344 190C300 212 268 250 258 302Z';
const sole =
  'M42 290C36 310 36 336 44 350C48 357 56 359 66 359L88 352L110 359L134 352L158 359L182 352L206 359L230 352L254 359L278 352L302 359L326 352L350 359L374 352L398 359L422 352L446 359L470 352L494 358L518 350L542 355L562 346L584 348C606 338 620 318 612 298C560 300 480 316 400 318C260 322 130 308 42 290Z';
const grooves = 'M60 316C160 336 330 340 420 334C500 328 560 320 606 314';

/** The slide in one piece of foam: a thick strap over a bed with a serrated sole. */
export function foamSlide(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(30, 618),
    brush.form(
      bed,
      lighter(paint.upper, 0.06),
      brush.shade('M200 300C330 320 460 300 560 290', 26, 0.42),
      brush.shine('M60 276C120 280 180 296 230 304', 9, 0.55),
      brush.line(
        'M84 278l-6 12M102 281l-7 13M120 285l-7 13M138 289l-7 13M156 294l-7 12M174 298l-7 11',
        '#000',
        2,
        0.14,
      ),
    ),
    brush.sole(
      sole,
      paint.midsole,
      brush.line(grooves, '#000', 2, 0.2),
      brush.line('M60 318C160 338 330 342 420 336C500 330 560 322 606 316', '#fff', 1.6, 0.35),
      brush.shine('M46 298C130 316 260 330 400 326C480 324 560 308 610 304', 6, 0.5),
      brush.shade('M40 352H560L610 330', 14, 0.25),
    ),
    brush.form(
      strap,
      paint.upper,
      brush.fill(opening, darker(paint.overlay, 0.35)),
      brush.shade('M256 304C266 254 300 212 346 192', 12, 0.3),
      brush.shine('M280 240C310 200 370 186 424 206C470 224 510 256 530 282', 16, 0.6),
      brush.shade('M220 322C330 336 500 330 570 306', 30, 0.32),
      brush.line('M272 302C282 256 312 218 352 200C410 190 470 226 538 292', '#000', 1.6, 0.14),
      brush.line('M270 304C280 258 310 220 350 202', '#fff', 1.6, 0.4),
      brush.line('M394 252l22-26l22 26l-22 26Z', '#000', 3.4, 0.16),
      brush.line('M395 254l22-26l22 26l-22 26Z', '#fff', 1.4, 0.45),
      brush.holes('M310 280h0M328 268h0M346 256h0', 5, 0.12),
    ),
  ];
}
