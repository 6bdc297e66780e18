import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M58 306C48 280 50 252 58 228C66 204 68 176 60 142C56 116 58 96 72 90C84 86 98 96 112 108C140 126 176 120 204 98C216 88 230 84 240 94C270 140 324 180 404 210C452 222 508 230 552 248C590 264 602 288 600 312Z';
const toe = 'M396 322C410 276 404 242 404 210C452 222 508 230 552 248C590 264 604 288 602 322Z';
const guard = 'M390 324C400 288 440 262 492 262C540 262 580 270 594 288C602 300 602 312 600 324Z';
const heel =
  'M50 324C44 282 50 252 58 228C60 218 63 208 64 196C110 200 146 226 158 262C166 284 168 306 168 324Z';
const collar =
  'M60 142C56 116 58 96 72 90C84 86 98 96 112 108C140 126 176 120 204 98L222 90C230 120 204 152 168 160C130 168 90 164 62 156Z';
const net = 'M186 196L250 174L352 226L332 274L196 268Z';
const wing = 'M176 206C186 180 206 160 232 150L272 188C268 208 256 222 240 232C222 226 200 218 176 206Z';
const eyestay =
  'M222 88C232 84 236 88 240 94C270 140 324 180 404 210C410 240 404 268 392 292L366 268C372 256 372 248 368 240C310 220 250 176 214 126C208 108 212 94 222 88Z';
const tongue =
  'M222 130C206 98 190 68 192 50C196 38 216 34 240 38C256 42 264 50 268 66C280 104 318 146 362 172L420 204L400 222Z';
const midsole =
  'M48 286C40 304 38 330 42 344C46 354 54 357 64 357H480C536 357 580 350 600 334C612 322 610 304 602 292C580 304 540 300 500 298C452 298 420 314 372 316C280 320 130 314 48 286Z';
const outsole =
  'M40 336C42 352 50 359 64 359H480C536 359 584 351 604 330C590 340 540 346 480 346H80C60 346 46 344 40 336Z';
const air =
  'M92 316C94 308 104 306 118 308L206 313C218 314 222 320 216 327C212 333 204 334 194 334H112C98 334 90 326 92 316Z';

/** The basketball shoe of 1988: mid-height, a supporting wing, netting, cement print, an air window. */
export function retroBasketball(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(26, 616),
    brush.form(
      'M70 100C100 84 180 88 232 78L240 132L120 160Z',
      darker(paint.lining, 0.2),
      brush.shade('M76 104C110 134 184 126 226 90', 18, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M200 64C216 56 244 58 258 68L264 92C246 80 224 78 208 84Z', paint.mark),
      brush.shade('M196 50C200 80 212 106 228 132', 14, 0.3),
      brush.shade('M230 100L294 150L416 214', 20, 0.4),
      brush.line('M197 50C212 40 244 44 260 56', '#fff', 2, 0.35),
    ),
    brush.form(
      upper,
      paint.upper,
      paint.has('suede') ? brush.textured(upper, 'suede', apart(paint.upper, 0.3), 0.45) : '',
      brush.panel(net, darker(paint.upper, 0.1)),
      brush.line(
        'M196 200L330 268M206 192L344 262M222 186L350 250M240 180L354 238M194 216L304 270M196 236L270 270M196 254L230 268M212 268L290 198M240 268L312 210M268 268L334 222M296 270L348 232M194 256L268 186M194 230L246 180',
        apart(paint.upper, 0.4),
        1.3,
        0.7,
      ),
      brush.panel(toe, paint.toe),
      brush.holes('M430 232h0M444 235h0M458 238h0M436 244h0M450 247h0M424 246h0', 4),
      brush.panel(heel, paint.heel),
      brush.panel(guard, paint.guard),
      paint.has('cracks') ? brush.textured(`${heel}${guard}`, 'cracks', apart(paint.guard, 0.5), 0.9) : '',
      brush.panel(collar, paint.collar),
      brush.panel(eyestay, paint.eyestay),
      brush.panel(wing, paint.overlay),
      brush.shade('M40 300C160 324 480 324 616 304', 22, 0.4),
      brush.shade('M58 120C70 180 42 250 52 320', 16, 0.22),
      brush.shine('M450 232C520 240 576 256 592 280', 12, 0.5),
      brush.shine('M240 104C280 156 340 192 400 220', 9, 0.4),
      brush.shine('M76 104C112 132 176 132 208 110', 12, 0.4),
      brush.shine('M70 214C112 220 142 242 152 276', 9, 0.34),
      brush.holes('M232 168h0M254 188h0M238 216h0', 5, 0.5),
      brush.line('M78 132C120 148 170 144 208 124', '#000', 1.8, 0.17),
      brush.stitch(
        'M66 152C100 160 140 160 172 150C202 140 218 122 220 102M64 206C106 210 138 232 149 264C156 284 159 302 159 318M400 318C410 292 446 271 494 271C538 271 574 278 586 292',
        paint.heel,
      ),
      brush.stitch('M236 102C268 146 322 186 398 217C402 240 398 262 390 280', paint.eyestay),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(
        'M300 330C360 300 420 296 480 298C540 298 590 302 606 292L606 330L540 346H300Z',
        paint.guard,
        0.9,
      ),
      brush.fill(outsole, paint.outsole),
      brush.fill(air, '#20262b'),
      brush.line(
        'M108 315v14M124 315v16M140 316v15M156 317v14M172 318v13M188 318v13M202 319v11',
        '#dbe8ee',
        6,
        0.55,
      ),
      brush.line('M98 312C130 310 180 313 214 317', '#fff', 1.6, 0.7),
      brush.line(
        'M48 290C130 318 280 323 372 319C420 317 452 301 500 301C540 303 580 307 601 295',
        '#fff',
        2.2,
        0.6,
      ),
      brush.line('M60 348H480C536 348 580 342 604 328', '#000', 1.6, 0.3),
      brush.shade('M240 346C280 330 320 314 360 312', 12, 0.18),
    ),
    brush.laces({
      from: [238, 118],
      to: [390, 222],
      count: 6,
      reach: [30, -28],
      width: 10,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
