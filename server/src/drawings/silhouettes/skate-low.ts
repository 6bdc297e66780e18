import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M54 316C46 290 50 262 56 240C62 216 64 200 60 180C58 168 66 160 80 164C104 170 128 188 160 192C190 196 214 184 232 168C246 156 252 148 262 148L276 152L410 216C440 226 480 230 520 240C560 250 596 272 604 316Z';
const heel = 'M50 322C46 296 48 268 54 246C98 244 142 258 156 322Z';
const toeCap = 'M418 322C430 280 464 248 512 238C560 250 596 272 604 320L590 326Z';
const eyestay =
  'M262 148L276 152L410 216C428 222 446 226 464 229C456 262 438 292 418 322H352C372 300 386 274 392 254C350 238 306 218 274 198C252 186 250 158 262 148Z';
const tongue =
  'M254 190C250 160 238 134 240 116C246 104 268 102 286 106C304 110 308 120 314 132C322 146 336 156 350 164L436 212L416 226Z';
const peaks = 'M138 310L192 246L240 292L300 232L330 246';
const sole =
  'M46 300C43 318 43 344 47 352C50 357 56 358 62 358H556C590 358 606 350 610 332C612 322 611 310 607 302C560 312 500 314 400 314H200C140 314 90 310 46 300Z';
const tread =
  'M46 344C46 354 54 359 62 359H556C590 359 606 350 609 336C590 346 570 349 540 349H60C54 349 50 347 46 344Z';
const waffle = Array.from({ length: 46 }, (_, index) => `M${56 + index * 11} 351v6`).join('');

/** The skater's low shoe: canvas and suede on a flat sole of vulcanized rubber. */
export function skateLow(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(28, 620),
    brush.form(
      'M72 168C92 156 120 178 160 184C196 186 222 172 254 150L260 210L120 230Z',
      darker(paint.lining, 0.2),
      brush.shade('M74 168C110 200 200 206 250 160', 22, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M246 128C262 120 284 122 298 130L302 150C286 142 266 140 250 146Z', paint.mark, 0.95),
      brush.shade('M242 116C242 146 250 170 258 190', 14, 0.3),
      brush.shade('M258 176L320 148L436 218', 18, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.textured(upper, 'canvas', apart(paint.upper, 0.35), 0.4),
      paint.has('splash')
        ? brush.line(
            'M120 230h0M180 240h0M232 276h0M330 290h0M300 250h0M210 220h0M470 262h0M520 256h0M566 286h0M90 280h0M360 240h0',
            paint.accent,
            12,
            0.85,
          )
        : '',
      brush.line(peaks, '#000', 19, 0.16),
      brush.line(peaks, paint.mark, 15),
      brush.stitch(peaks, paint.mark),
      brush.panel(heel, paint.heel),
      brush.panel(toeCap, paint.guard),
      brush.panel(eyestay, paint.eyestay),
      brush.textured(`${heel}${toeCap}${eyestay}`, 'suede', apart(paint.guard, 0.32), 0.7),
      brush.shade('M40 312C160 324 500 328 620 306', 22, 0.4),
      brush.shade('M60 180C66 220 44 260 54 320', 16, 0.22),
      brush.shine('M484 244C548 252 584 274 594 296', 12, 0.45),
      brush.shine('M284 166L410 224C424 230 440 236 452 238', 8, 0.3),
      brush.shine('M78 176C112 200 190 214 236 182', 12, 0.4),
      brush.line('M84 188C120 212 190 220 238 194M92 204C130 226 190 232 240 210', '#000', 2, 0.2),
      brush.stitch(
        'M64 176C72 168 92 174 108 182C140 200 190 206 226 188C242 178 250 164 260 156M82 196C120 220 190 228 240 202',
        paint.upper,
      ),
      brush.stitch(
        'M57 256C98 254 132 266 145 318M427 318C440 282 470 254 516 246M436 318C448 288 476 262 526 252M270 158L406 222C424 230 440 234 454 236M270 190C300 210 350 232 398 248C392 276 378 298 360 318',
        paint.guard,
      ),
    ),
    brush.sole(
      sole,
      paint.midsole,
      brush.fill(tread, paint.outsole),
      brush.line(waffle, '#000', 3, 0.3),
      brush.line('M60 349H540C570 349 590 346 609 336', '#000', 1.5, 0.3),
      brush.line('M46 303C100 313 150 317 200 317H400C500 317 560 315 606 305', '#fff', 2.2, 0.6),
      brush.line('M45 322C100 330 180 331 300 331H480C540 331 580 328 610 320', paint.accent, 3.4, 0.75),
      brush.line('M470 314C476 326 474 338 470 348M476 314H604', '#000', 1.2, 0.2),
    ),
    brush.laces({
      from: [280, 172],
      to: [410, 232],
      count: 5,
      reach: [30, -30],
      width: 11,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
