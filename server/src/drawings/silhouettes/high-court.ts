import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M52 318C44 290 46 262 54 236C62 208 68 178 68 150C68 118 62 88 66 64C68 54 78 50 92 52C132 58 172 54 206 44C218 41 226 44 232 52L262 96C284 130 330 172 420 214C434 220 448 224 466 226C508 228 554 238 584 256C602 268 610 288 608 318Z';
const ankle =
  'M68 150C68 118 62 88 66 64C68 54 78 50 92 52C132 58 172 54 206 44C218 41 226 44 232 52L250 79C240 112 214 140 176 152C140 162 100 160 68 150Z';
const strap =
  'M62 204C66 186 68 168 68 148C104 160 142 162 178 152C196 146 212 137 224 126L252 160C228 186 190 202 148 208C118 212 86 210 62 204Z';
const heel =
  'M50 326C42 290 46 262 54 236C58 224 61 214 63 204C100 212 136 228 152 254C164 274 168 298 168 326Z';
const eyestay =
  'M232 52L262 96C284 130 330 172 420 214C434 220 448 224 464 226C462 258 446 292 420 326H340C366 302 384 276 392 252C330 228 270 186 232 138C222 124 214 108 210 92C206 70 216 46 232 52Z';
const guard = 'M420 326C432 282 478 248 550 238C562 242 574 249 584 256C602 268 610 288 608 318L580 328Z';
const wing = 'M150 326C206 306 254 270 290 208L330 230C308 276 274 308 232 328Z';
const tongue =
  'M214 92C204 66 196 40 198 24C200 14 216 10 236 12C250 14 258 18 262 28C272 58 300 108 338 140L440 208L420 226Z';
const midsole =
  'M46 300C42 312 41 334 46 347C48 354 54 357 62 357H472C532 357 574 352 600 341C610 336 613 324 610 310C609 304 607 299 604 296C570 309 500 315 400 315C260 315 130 311 46 300Z';
const outsole =
  'M44 341C46 354 54 357 62 357H472C532 357 574 352 600 341C606 338 609 333 610 326C590 339 540 345 472 345H50Z';

/** The classic high-top: an ankle panel, a strap around the heel, nine rows of laces. */
export function highCourt(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(30, 620),
    brush.form('M72 62C90 46 170 44 222 38L236 90L150 120L76 90Z', darker(paint.lining, 0.25)),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M204 32C220 26 246 28 260 36L268 56C250 46 226 44 208 50Z', paint.mark, 0.95),
      brush.shade('M204 24C206 50 216 76 230 96', 14, 0.3),
      brush.shade('M226 60L280 120L444 216', 22, 0.42),
      brush.line('M204 22C218 14 246 16 257 26', '#fff', 2, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.fill('M406 200H640V332H384C414 302 446 264 456 218Z', paint.toe),
      brush.holes(
        'M482 238h0M495 236h0M508 237h0M521 239h0M476 248h0M489 246h0M502 247h0M470 258h0M483 256h0M465 268h0M534 241h0',
        4,
      ),
      paint.has('cracks') ? brush.textured(`${ankle}${heel}`, 'cracks', apart(paint.collar, 0.3)) : '',
      brush.panel(ankle, paint.collar),
      paint.has('suede') ? brush.textured(upper, 'suede', apart(paint.upper, 0.3), 0.4) : '',
      brush.panel(wing, paint.mark),
      brush.stitch('M164 318C216 300 264 264 296 216M238 317C274 298 302 268 321 232', paint.mark),
      brush.panel(heel, paint.heel),
      brush.panel(strap, paint.overlay),
      brush.panel(guard, paint.guard),
      brush.panel(eyestay, paint.eyestay),
      brush.shade('M40 314C160 328 500 330 620 312', 24, 0.42),
      brush.shade('M60 100C66 160 40 220 52 320', 18, 0.2),
      brush.shade('M470 226C466 262 450 296 424 328', 12, 0.24),
      brush.shade('M176 328C172 262 140 228 66 212', 10, 0.2),
      brush.shade('M96 168C150 176 196 160 226 136M90 120C140 130 190 120 214 100', 12, 0.2),
      brush.shine('M504 234C548 238 582 252 598 272', 12, 0.5),
      brush.shine('M232 66C268 134 340 190 420 224C434 232 442 250 428 284', 10, 0.36),
      brush.shine('M84 62C130 70 170 66 206 56', 12, 0.4),
      brush.shine('M92 184C140 194 190 182 230 156M76 224C112 232 140 250 152 284', 10, 0.3),
      brush.stitch(
        'M66 214C102 222 130 238 143 260C154 278 158 298 158 314M65 223C98 230 124 246 136 266C146 282 150 298 150 314',
        paint.heel,
      ),
      brush.stitch(
        'M70 158C108 168 146 169 180 160C200 153 214 144 225 134M68 196C92 202 120 204 148 200C186 195 220 180 243 158',
        paint.overlay,
      ),
      brush.stitch(
        'M74 66C80 60 90 60 100 61C140 65 176 61 208 52M76 142C106 150 142 152 174 143C208 133 230 110 240 82',
        paint.collar,
      ),
      brush.stitch('M428 322C442 286 484 256 554 245M436 322C450 292 490 264 562 252', paint.guard),
      brush.stitch(
        'M232 62L256 100C280 136 330 180 416 221C430 228 444 231 458 233M218 96C224 118 250 150 290 184C320 208 360 230 400 244C392 274 376 300 354 318',
        paint.eyestay,
      ),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(outsole, paint.outsole),
      brush.line('M44 342H472C542 342 592 335 610 324', '#000', 1.6, 0.3),
      brush.line('M46 302C130 313 260 317 400 317C500 317 570 311 604 298', '#fff', 2.4, 0.6),
      brush.stitch('M45 310C130 321 260 325 400 325C500 325 572 319 607 306', paint.midsole),
      brush.line(
        'M54 341v-8M66 341v-8M78 341v-8M90 341v-8M102 342v-8M500 340v-9M512 339v-9M524 338v-9M536 337v-9M548 335v-9M560 333l1-9M572 330l1-9M584 327l2-9M595 323l2-9',
        '#000',
        1.8,
        0.2,
      ),
    ),
    brush.laces({
      from: [236, 80],
      to: [424, 232],
      count: 8,
      reach: [32, -30],
      width: 10.5,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
