import type { Brush } from '../brush/brush.js';
import { darker, lighter } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const body =
  'M96 330C86 300 92 262 98 226C104 180 96 120 96 74C96 52 106 44 130 42C180 38 240 38 288 44C306 46 314 56 314 76C314 110 312 150 332 178C346 196 370 192 400 182C450 166 520 174 556 214C586 248 592 290 582 326C560 336 120 340 96 330Z';
const rim =
  'M92 62C90 44 104 34 130 32C180 28 240 28 290 34C312 38 322 48 320 64C318 82 300 90 280 88C230 82 180 82 130 88C108 90 94 80 92 62Z';
const opening = 'M112 50C150 38 260 38 302 50C290 62 250 64 206 64C160 64 124 62 112 50Z';
const sole =
  'M84 312C78 326 78 344 88 352C96 358 108 359 120 359H540C572 359 594 350 598 332C600 322 598 312 594 306C560 318 460 322 340 322C230 322 140 320 84 312Z';

/** The big cartoon boot: minimal detail, much light. */
export function cartoonBoot(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(66, 616, 358),
    brush.form(
      body,
      paint.upper,
      paint.has('cow')
        ? brush.holes('M128 150h0M250 120h0M190 230h0M300 240h0M440 220h0M530 270h0M150 290h0', 22, 0.15)
        : '',
      brush.shade('M80 320C180 336 480 336 606 310', 40, 0.36),
      brush.shade('M104 70C112 160 84 240 92 330', 34, 0.28),
      brush.shade('M320 70C316 150 330 200 372 210C420 206 440 196 480 196', 20, 0.16),
      brush.shade('M306 100C300 160 310 214 350 226', 18, 0.22),
      brush.shade('M580 250C590 280 590 310 580 330', 26, 0.26),
      brush.shine('M148 110C158 170 148 230 140 290', 26, 0.5),
      brush.shine('M430 194C490 186 532 208 552 246', 22, 0.7),
      brush.line('M446 194C482 190 514 200 532 222', '#fff', 7, 0.7),
      brush.line('M544 238l4 7', '#fff', 7, 0.7),
      brush.line('M142 112C148 150 146 184 142 214', '#fff', 6, 0.4),
      brush.line('M300 196C316 218 340 224 366 218M292 220C310 240 336 244 360 238', '#000', 2.4, 0.13),
    ),
    brush.sole(
      sole,
      paint.midsole,
      brush.line('M84 318C140 326 240 328 340 328C460 328 560 324 596 312', '#fff', 3, 0.5),
      brush.shine('M90 330C180 338 420 340 590 326', 7, 0.4),
      brush.line('M86 342C180 350 440 350 596 336', '#000', 1.8, 0.2),
      brush.line(
        'M120 358v-9M150 359v-9M180 359v-9M210 359v-9M240 359v-9M270 359v-9M360 359v-9M390 359v-9M420 359v-9M450 359v-9M480 359v-9M510 359v-9M540 358v-10M566 355l2-10',
        '#000',
        9,
        0.16,
      ),
    ),
    brush.form(
      rim,
      lighter(paint.upper, 0.06),
      brush.shade('M92 78C150 98 270 96 322 74', 14, 0.3),
      brush.shine('M104 52C150 40 260 40 306 54', 7, 0.5),
    ),
    brush.form(opening, darker(paint.upper, 0.55), brush.shade('M112 46C160 56 250 56 302 46', 12, 0.5)),
  ];
}
