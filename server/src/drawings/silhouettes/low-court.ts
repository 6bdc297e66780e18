import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M52 316C44 288 44 262 50 238C54 218 60 204 58 184C57 170 52 158 57 148C62 138 84 138 94 150C106 168 124 186 152 192C178 196 206 190 228 168C240 154 244 140 254 134C260 131 268 132 274 135L412 206C428 214 444 218 462 220C506 222 552 232 582 252C602 266 610 286 608 316Z';
const heel =
  'M48 324C42 288 44 262 50 240C52 232 54 226 55 220C98 218 140 236 156 262C164 276 168 296 168 324Z';
const heelTab =
  'M55 222C58 208 59 196 58 184C57 170 52 158 57 148C62 138 84 138 94 150C103 164 112 174 128 184C120 204 94 220 55 222Z';
const eyestay =
  'M254 134C260 131 268 132 274 135L412 206C428 214 444 218 460 220C458 254 442 288 416 324H332C362 300 382 272 390 246C346 230 298 210 266 188C250 176 244 146 254 134Z';
const guard = 'M416 324C428 278 476 244 548 234C560 238 572 245 582 252C602 266 610 286 608 316L580 326Z';
const band = 'M168 324C220 298 262 262 280 206L328 230C318 270 292 302 258 326Z';
const tongue =
  'M250 190C246 150 228 118 232 96C235 84 254 80 274 81C290 82 300 86 303 96C308 114 320 130 336 142L436 202L420 222Z';
const midsole =
  'M46 296C42 310 41 332 46 346C48 354 54 357 62 357H470C530 357 572 352 600 340C610 335 613 322 610 308C609 302 607 296 604 292C570 306 500 312 400 312C260 312 130 308 46 296Z';
const outsole =
  'M44 340C46 354 54 357 62 357H470C530 357 572 352 600 340C606 337 609 332 610 324C590 338 540 344 470 344H50Z';

/** The low court shoe of 1985: a cup sole, a perforated toe, a broad band. */
export function lowCourt(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(30, 620),
    brush.form(
      'M66 154C84 134 112 156 126 170C160 192 216 186 248 150L258 214L120 230Z',
      darker(paint.lining, 0.25),
      brush.shade('M70 150C100 190 200 220 250 150', 26, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill(
        'M250 200L240 104C256 98 282 98 298 106L306 124C286 114 262 112 248 118Z',
        paint.accent,
        0.9,
      ),
      brush.shade('M236 96C236 130 246 160 256 190', 16, 0.35),
      brush.shade('M256 176L310 128L440 206', 22, 0.4),
      brush.line('M240 92C258 84 286 86 298 96', '#fff', 2, 0.35),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.fill('M400 200H640V330H380C410 300 440 260 452 214Z', paint.toe),
      paint.has('suede') ? brush.textured(upper, 'suede', apart(paint.upper, 0.3), 0.45) : '',
      brush.holes(
        'M478 232h0M491 230h0M504 231h0M517 233h0M472 242h0M485 240h0M498 241h0M466 252h0M479 250h0M461 262h0M530 236h0',
        4,
      ),
      brush.panel(band, paint.mark),
      brush.stitch('M182 316C232 292 272 254 287 215M262 314C292 290 310 262 319 231', paint.mark),
      brush.panel(heel, paint.heel),
      brush.panel(heelTab, paint.collar),
      brush.panel(guard, paint.guard),
      brush.panel(eyestay, paint.eyestay),
      brush.shade('M40 312C160 326 500 328 620 308', 24, 0.42),
      brush.shade('M466 222C462 258 446 292 420 326', 12, 0.24),
      brush.shade('M172 326C168 262 130 232 60 224', 10, 0.2),
      brush.shine('M500 228C546 232 580 246 596 268', 12, 0.5),
      brush.shine('M278 146L416 216C430 222 440 240 424 282', 10, 0.36),
      brush.shine('M74 152C82 180 70 200 66 214M70 232C104 236 134 248 148 276', 9, 0.34),
      brush.shine('M120 186C160 214 210 208 244 176', 10, 0.35),
      brush.line('M128 196C160 214 206 210 246 180', '#000', 2, 0.16),
      brush.stitch(
        'M58 228C100 226 138 242 150 266C158 282 161 298 161 312M60 236C98 234 130 248 143 270C150 284 154 298 154 312',
        paint.heel,
      ),
      brush.stitch('M424 320C438 282 482 252 552 241M432 320C446 288 488 260 560 248', paint.guard),
      brush.stitch(
        'M270 140L410 212C424 220 440 224 454 226M266 180C300 202 350 224 396 240C388 270 370 296 346 314',
        paint.eyestay,
      ),
      brush.stitch(
        'M62 152C66 145 80 146 88 154C100 174 122 194 152 198C180 202 212 194 234 170C242 160 246 150 252 144',
        paint.upper,
      ),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(outsole, paint.outsole),
      brush.line('M44 341H470C540 341 590 334 610 322', '#000', 1.6, 0.3),
      brush.line('M46 298C130 310 260 314 400 314C500 314 570 308 604 294', '#fff', 2.4, 0.6),
      brush.stitch('M45 306C130 318 260 322 400 322C500 322 572 316 607 302', paint.midsole),
      brush.line('M45 328C130 332 300 332 440 332C520 332 580 324 610 312', '#000', 1.4, 0.16),
      brush.line(
        'M54 340v-8M66 340v-8M78 340v-8M90 340v-8M102 341v-8M500 339v-9M512 338v-9M524 337v-9M536 336v-9M548 334v-9M560 332l1-9M572 329l1-9M584 326l2-9M595 322l2-9',
        '#000',
        1.8,
        0.2,
      ),
    ),
    brush.laces({
      from: [272, 153],
      to: [418, 226],
      count: 6,
      reach: [30, -32],
      width: 10.5,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
