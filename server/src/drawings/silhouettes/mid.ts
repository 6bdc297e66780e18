import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M54 316C46 290 50 262 58 236C66 210 70 178 66 148C62 128 62 110 72 102C82 96 98 104 112 112C140 126 172 124 196 108C212 96 228 90 240 100C268 142 322 184 410 216C452 230 512 236 558 252C594 266 606 286 606 316Z';
const collar =
  'M66 148C62 128 62 110 72 102C82 96 98 104 112 112C140 126 172 124 196 108C206 100 216 95 224 95C232 118 214 150 176 162C140 172 100 168 67 156Z';
const heel = 'M50 324C44 292 50 260 58 236C64 214 68 190 68 168C96 184 112 240 112 324Z';
const eyestay =
  'M224 95C232 93 236 96 240 100C268 142 322 184 410 216L452 226C448 262 434 294 412 324H356C376 298 386 272 390 250C320 226 254 184 214 132C206 116 212 100 224 95Z';
const hook = 'M138 326L226 178L262 204L186 326ZM214 326L284 218L324 242L270 326Z';
const tongue =
  'M220 132C210 108 198 88 200 70C202 58 220 54 240 58C256 60 264 66 268 78C278 106 310 144 352 172L438 212L414 226Z';
const sole =
  'M48 302C44 318 44 342 48 350C50 356 56 357 62 357H556C590 357 604 350 608 334C610 324 610 314 606 306C560 314 500 316 400 316H200C140 316 90 314 48 302Z';

/** The basketball shoe of the seventies: mid-height, slim, on a flat sole. */
export function mid(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(28, 618),
    brush.form(
      'M74 112C100 92 180 92 230 84L238 140L120 168Z',
      darker(paint.lining, 0.2),
      brush.shade('M80 110C110 136 180 130 226 96', 18, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M208 82C224 74 246 76 258 84L264 104C248 94 228 92 214 98Z', paint.mark),
      brush.shade('M206 70C206 94 216 114 228 134', 14, 0.3),
      brush.shade('M226 106L290 150L436 220', 20, 0.4),
      brush.line('M205 68C220 60 246 62 260 72', '#fff', 2, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.fill('M398 200H640V330H380Z', paint.toe),
      brush.panel(hook, paint.mark),
      brush.panel(heel, paint.heel),
      brush.panel(collar, paint.collar),
      brush.panel(eyestay, paint.eyestay),
      paint.has('suede') ? brush.textured(upper, 'suede', apart(paint.upper, 0.3), 0.5) : '',
      brush.shade('M40 312C160 326 500 328 620 308', 22, 0.4),
      brush.shade('M62 130C68 180 42 250 52 320', 16, 0.22),
      brush.shade('M458 228C454 264 440 296 416 326', 12, 0.24),
      brush.shade('M82 178C116 190 160 186 196 168', 10, 0.2),
      brush.shine('M480 238C540 246 582 262 596 286', 13, 0.5),
      brush.shine('M240 112C280 162 340 200 420 228C432 238 438 256 422 290', 9, 0.4),
      brush.shine('M80 116C112 136 170 136 204 114', 12, 0.45),
      brush.line('M84 130C120 146 168 144 204 124M80 144C116 158 168 156 208 136', '#000', 1.6, 0.15),
      brush.stitch(
        'M72 160C104 176 148 178 182 168C214 156 230 132 232 108M78 182C98 206 106 250 105 316',
        paint.collar,
      ),
      brush.stitch('M154 318L230 190M176 318L252 206M230 318L288 230M260 318L312 244', paint.mark),
      brush.stitch(
        'M238 108C270 150 324 190 406 222L444 232M220 128C258 176 324 218 398 244C394 272 384 296 366 318',
        paint.eyestay,
      ),
    ),
    brush.sole(
      sole,
      paint.midsole,
      brush.fill(
        'M48 346C48 354 54 358 62 358H556C590 358 604 350 607 338C590 347 570 350 540 350H62C54 350 50 349 48 346Z',
        paint.outsole,
      ),
      brush.line('M48 305C100 315 150 319 200 319H400C500 319 560 317 605 308', '#fff', 2.2, 0.6),
      brush.line('M46 326C100 333 180 334 300 334H480C540 334 580 330 608 321', paint.accent, 2.6, 0.65),
      brush.line(
        'M484 318v28M492 318v28M500 318v28M508 317v28M516 317v28M524 317v28M532 317v28M540 316v28M548 316v28M556 315v28M564 314v28M572 313v26M580 312v24M588 311v20',
        '#000',
        1.4,
        0.2,
      ),
    ),
    brush.laces({
      from: [240, 126],
      to: [404, 228],
      count: 7,
      reach: [30, -28],
      width: 10,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
