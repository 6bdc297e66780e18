import type { Brush } from '../brush/brush.js';
import { apart, darker, lighter } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M70 290C58 262 60 232 66 208C70 186 66 166 58 148C54 134 62 124 78 126C98 130 112 152 136 164C166 176 200 168 224 146C234 134 242 124 256 130C310 166 372 200 440 216C500 226 556 240 584 262C596 274 598 286 596 300L70 306Z';
const base =
  'M62 306C58 276 64 258 80 250C130 262 160 230 216 238C268 248 300 274 356 258C404 244 460 250 500 240C540 240 570 252 584 262C600 276 600 290 598 306Z';
const blade =
  'M118 262C140 222 190 196 262 200C330 206 360 230 414 214L470 222C430 252 360 262 300 246C240 232 180 236 118 262Z';
const heel =
  'M64 300C56 262 60 232 66 208C70 186 66 166 58 148C54 134 62 124 78 126C92 128 102 140 114 150C106 190 132 216 122 258C110 280 90 292 64 300Z';
const eyestay =
  'M224 146C234 134 242 124 256 130C310 166 372 200 440 216L428 240C352 226 286 198 236 168C226 160 220 152 224 146Z';
const tongue =
  'M230 172C222 142 204 112 208 94C214 82 240 82 262 88C280 94 286 104 290 118C304 142 350 172 432 206L412 222Z';
const midsole =
  'M44 276C28 290 26 322 34 336C42 346 60 348 90 346C150 348 200 334 260 330C320 326 370 342 440 344C520 346 586 340 606 322C618 308 612 288 594 278C560 296 500 300 450 290C400 280 360 294 310 302C250 310 200 284 150 286C100 288 70 290 44 276Z';
const wave =
  'M32 318C80 336 130 312 180 308C240 304 270 330 330 328C400 326 430 312 490 318C540 322 590 318 612 304';
const tread =
  'M34 340C42 356 60 361 82 360C150 364 200 346 260 344C320 342 360 362 440 362C520 362 590 354 608 324C590 338 520 348 440 346C370 344 320 328 260 332C200 336 150 350 90 348C60 348 44 346 34 340Z';

/** The chunky trainer: layered panels on an undulating sole. */
export function chunkyTrainer(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(22, 622, 359),
    brush.form(
      'M70 138C96 120 116 152 140 160C172 172 200 160 226 130L244 180L120 212Z',
      darker(paint.lining, 0.2),
      brush.shade('M70 136C110 190 200 180 230 136', 20, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M216 108C232 100 258 104 274 114L278 132C260 122 238 118 222 124Z', paint.accent),
      brush.shade('M212 94C216 126 226 150 238 174', 14, 0.3),
      brush.shade('M240 150L300 146L428 212', 18, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.textured(upper, 'mesh', apart(paint.upper, 0.34), 0.75),
      brush.panel(base, paint.guard),
      brush.panel(heel, paint.heel),
      brush.panel(blade, paint.mark),
      brush.panel(eyestay, paint.eyestay),
      paint.has('suede') ? brush.textured(`${base}${blade}`, 'suede', apart(paint.guard, 0.3), 0.6) : '',
      brush.shade('M50 300C160 300 480 312 612 288', 20, 0.42),
      brush.shade('M58 150C72 200 54 240 66 300', 16, 0.24),
      brush.shine('M480 236C540 244 574 262 588 284', 10, 0.45),
      brush.shine('M140 244C190 216 250 212 310 226C360 238 400 236 440 224', 8, 0.4),
      brush.shine('M258 142C316 178 380 208 434 222', 7, 0.4),
      brush.shine('M74 140C88 170 84 200 86 226', 9, 0.35),
      brush.line('M246 212C300 210 340 226 380 226', lighter(paint.accent, 0.1), 5),
      brush.stitch(
        'M86 258C130 268 164 238 216 246C266 256 302 282 358 266C404 252 458 258 500 248C536 248 562 258 576 268M134 250C160 222 200 206 262 208C326 214 362 238 414 222M242 150C300 188 366 216 426 231',
        paint.guard,
      ),
    ),
    brush.sole(
      tread,
      paint.outsole,
      brush.line(
        'M60 360v-12M84 361v-12M108 361v-12M132 359v-12M156 356v-12M180 353v-12M380 357v-12M404 361v-12M428 362v-12M452 362v-12M476 362v-12M500 361v-12M524 359v-12M548 355v-12M572 349l2-12',
        '#000',
        4,
        0.3,
      ),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(
        'M30 316C80 336 130 312 180 308C240 304 270 330 330 328C400 326 430 312 490 318C540 322 590 318 614 304L606 330L440 348L260 334L80 350L32 340Z',
        paint.accent === paint.midsole ? darker(paint.midsole, 0.08) : paint.accent,
        0.28,
      ),
      brush.line(wave, '#000', 2, 0.3),
      brush.shine('M44 290C100 304 160 292 210 298C270 308 320 314 380 300C430 290 500 310 598 290', 9, 0.6),
      brush.shade(
        'M34 328C90 344 150 322 200 318C250 316 280 336 340 336C410 336 440 322 500 328C550 330 590 326 612 312',
        8,
        0.22,
      ),
      brush.line('M52 300l26 4M50 308l30 4M540 302l40-6M546 308l38-6', '#000', 2, 0.2),
    ),
    brush.laces({
      from: [250, 148],
      to: [412, 222],
      count: 6,
      reach: [32, -27],
      width: 10,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
