import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M66 302C56 276 58 246 62 224C66 200 64 180 56 158C54 144 64 136 80 140C100 146 114 168 142 178C172 186 204 176 226 154C236 142 246 136 258 142C308 174 370 202 440 220C496 230 552 246 580 270C592 282 596 294 594 306Z';
const foot =
  'M62 308C56 280 64 262 80 256C120 250 146 262 176 280C220 300 290 302 350 290C410 280 450 256 500 244C540 246 566 256 580 270C598 286 598 298 596 308Z';
const saddle =
  'M150 262C176 240 190 214 196 190L232 170L300 206L386 236L420 226C432 236 436 250 424 262C396 282 350 292 300 294C250 296 200 288 150 262Z';
const slash = 'M206 270L262 196L286 208L238 276ZM250 278L302 216L324 226L284 280Z';
const heel =
  'M62 300C56 272 58 246 62 224C66 200 64 180 56 158C54 144 64 136 80 140C96 144 108 158 122 168C112 196 130 230 108 264Z';
const eyestay =
  'M226 154C236 142 246 136 258 142C308 174 370 202 440 220L432 246C356 228 290 204 236 174C226 168 222 160 226 154Z';
const tongue =
  'M232 178C224 148 208 122 212 104C218 92 244 92 266 98C284 104 290 114 294 128C308 150 354 178 434 210L414 226Z';
const midsole =
  'M48 286C38 300 34 322 38 336C42 346 52 350 66 350H470C530 352 580 344 600 324C610 310 606 296 596 288C560 304 500 310 440 304C380 298 330 312 260 312C180 312 100 306 48 286Z';
const tread =
  'M38 334C40 350 48 358 64 359L150 360L170 350L230 352L250 346L310 350L330 358L470 362C534 362 586 352 604 322C590 336 530 344 470 342H70C54 342 44 340 38 334Z';

/** The dad shoe: mesh under pigskin, a saddle, a sole of two foams. */
export function dadShoe(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(26, 618, 359),
    brush.form(
      'M70 152C96 132 116 166 144 172C174 180 202 168 228 138L246 190L120 218Z',
      darker(paint.lining, 0.2),
      brush.shade('M68 150C110 200 200 190 232 146', 20, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M220 118C236 110 262 114 278 124L282 142C264 132 242 128 226 134Z', paint.accent),
      brush.shade('M216 104C220 134 230 158 240 182', 14, 0.3),
      brush.shade('M244 160L304 156L430 216', 18, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.fill('M430 200H620V320H440Z', paint.toe),
      brush.textured(upper, 'mesh', apart(paint.upper, 0.36), 0.85),
      brush.panel(saddle, paint.overlay),
      brush.panel(slash, paint.mark),
      brush.panel(heel, paint.heel),
      brush.panel(foot, paint.guard),
      brush.panel(eyestay, paint.eyestay),
      brush.textured(`${saddle}${foot}`, 'suede', apart(paint.guard, 0.32), 0.7),
      brush.shade('M50 300C160 318 480 318 612 296', 20, 0.4),
      brush.shade('M56 160C70 210 52 250 62 306', 16, 0.24),
      brush.shine('M500 252C548 256 574 272 586 292', 9, 0.45),
      brush.shine('M76 154C90 184 84 210 86 236', 9, 0.35),
      brush.line('M134 188C166 202 208 194 236 174', '#000', 1.8, 0.17),
      brush.stitch(
        'M78 264C118 258 144 270 172 286C220 308 290 310 352 298C412 286 452 264 500 252C536 254 558 262 572 276M164 260C186 242 200 216 206 194L234 179L296 212L386 244L414 236M242 158C300 192 366 218 430 234',
        paint.guard,
      ),
    ),
    brush.sole(
      tread,
      paint.outsole,
      brush.line(
        'M70 359v-10M98 360v-10M126 360v-10M360 359v-10M388 360v-10M416 361v-10M444 361v-10M472 361v-10M500 360v-10M528 358v-10M556 353l2-9',
        '#000',
        4,
        0.3,
      ),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(
        'M38 338C42 322 60 314 96 316L210 322C224 324 226 336 216 344L196 352H60Z',
        darker(paint.midsole, 0.2),
      ),
      brush.line(
        'M70 326v18M84 325v19M98 325v19M112 325v19M126 326v18M140 326v18M154 327v17M168 328v16M182 328v16M196 329v15',
        '#000',
        2,
        0.3,
      ),
      brush.line('M240 330C300 326 350 318 400 322C470 328 550 326 600 308', paint.accent, 5, 0.8),
      brush.line(
        'M48 291C100 309 180 316 260 316C330 316 380 302 440 308C500 314 560 308 597 292',
        '#fff',
        2.2,
        0.65,
      ),
      brush.line(
        'M430 338h8M446 339h8M462 339h8M478 339h8M494 338h8M510 337h8M526 335h8M542 332h8',
        '#000',
        3,
        0.2,
      ),
      brush.shade('M230 348C260 332 290 320 330 314', 12, 0.18),
    ),
    brush.laces({
      from: [250, 160],
      to: [414, 226],
      count: 7,
      reach: [30, -26],
      width: 9,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
