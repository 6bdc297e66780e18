import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M64 306C54 282 50 256 56 230C60 208 58 190 54 172C52 158 60 146 76 146C90 146 98 158 108 168C124 184 150 190 176 184C200 178 218 160 232 146C240 138 250 136 260 141L296 160C340 184 392 204 436 216C486 228 548 240 578 262C594 274 600 290 600 306Z';
const mudguard =
  'M60 312C52 284 52 258 58 244C86 240 122 248 150 264C190 286 250 290 320 284C380 278 430 262 476 248C510 240 548 246 576 262C594 274 600 290 600 312Z';
const swerve =
  'M92 262C132 236 176 228 224 234L286 184L346 206L316 250C366 246 396 232 414 212L474 226C444 262 390 284 310 284C220 284 150 278 92 262Z';
const heel =
  'M56 240C60 214 58 192 54 172C52 158 60 146 76 146C90 146 98 158 108 168C114 174 122 180 130 183C124 214 104 236 56 240Z';
const eyestay =
  'M232 146C240 138 250 136 260 141L296 160C340 184 392 204 436 216L420 244C352 226 286 198 244 176C232 168 226 154 232 146Z';
const tongue =
  'M232 176C226 148 212 124 216 108C220 98 244 96 266 104C282 110 288 118 292 130C308 150 350 178 430 206L410 224Z';
const midsole =
  'M52 282C44 292 38 306 40 322C41 336 46 346 58 349C120 356 200 352 250 346C300 342 340 350 400 354C480 358 560 352 596 330C606 322 608 306 600 292C560 306 480 312 420 304C360 294 300 300 250 304C180 306 110 300 52 282Z';
const outsole =
  'M40 328C42 342 48 352 62 356C130 362 200 358 250 352C300 348 340 356 400 359C490 362 566 356 598 330C600 326 602 322 602 318C560 344 480 348 400 342C340 336 300 330 250 336C190 344 100 346 40 328Z';
const window =
  'M86 318C86 308 96 304 110 305C150 309 190 310 220 308C232 308 236 318 226 324C190 332 140 334 104 330C92 328 86 326 86 318Z';

/** The running shoe of the nineties: mesh, a curved side, a mudguard all around, a window in the heel. */
export function runner(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(28, 616),
    brush.form(
      'M64 156C86 138 106 160 120 172C150 190 200 180 228 146L246 196L120 226Z',
      darker(paint.lining, 0.2),
      brush.shade('M70 150C110 200 190 200 236 150', 24, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M222 120C240 112 268 118 284 128L286 146C270 136 244 130 228 136Z', paint.mark),
      brush.shade('M220 108C222 140 236 164 246 184', 14, 0.3),
      brush.shade('M244 168L300 146L430 212', 20, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.fill('M430 200H620V320H420Z', paint.toe),
      brush.textured(upper, 'mesh', apart(paint.upper, 0.32), 0.75),
      brush.panel(swerve, paint.mark),
      paint.has('suede') ? brush.textured(swerve, 'suede', apart(paint.mark, 0.3), 0.5) : '',
      brush.panel(heel, paint.heel),
      brush.panel(mudguard, paint.guard),
      brush.panel(eyestay, paint.eyestay),
      brush.shade('M46 302C160 318 480 320 612 300', 22, 0.4),
      brush.shine('M496 246C546 248 580 268 592 290', 9, 0.5),
      brush.shine('M262 152C320 186 380 208 430 222', 8, 0.4),
      brush.shine('M68 154C80 176 76 204 74 222', 9, 0.34),
      brush.stitch(
        'M66 250C90 247 122 255 148 270C190 292 250 297 320 291C382 285 432 269 478 255C510 247 544 252 570 267',
        paint.guard,
      ),
      brush.stitch(
        'M106 262C140 242 182 235 228 241L288 191L336 209L306 256C364 254 400 240 420 219L460 229',
        paint.mark,
      ),
      brush.stitch('M240 150C246 144 252 144 260 148L294 167C338 191 390 211 428 221', paint.eyestay),
      brush.stitch('M62 168C62 156 72 152 80 154C92 158 98 168 106 176C126 194 154 198 180 191', paint.heel),
    ),
    brush.sole(
      outsole,
      paint.outsole,
      brush.line(
        'M64 356v-10M88 358v-10M112 359v-10M136 359v-10M160 359v-10M184 357v-10M346 355v-10M370 358v-10M394 359v-10M418 359v-10M442 359v-10M466 358v-10M490 357v-10M514 354v-10M538 350v-10M562 343l3-9',
        '#000',
        3,
        0.3,
      ),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(window, darker(paint.midsole, 0.55)),
      brush.fill(
        'M92 318C92 311 100 308 112 309C150 313 190 314 218 312C226 312 228 318 222 320C190 327 140 329 106 325C96 324 92 322 92 318Z',
        '#9fb2bd',
      ),
      brush.line('M112 311v14M134 313v14M156 314v14M178 315v13M200 314v11', '#e9f4fa', 4, 0.65),
      brush.line(
        'M50 288C110 306 180 312 250 310C300 306 360 300 420 310C480 318 560 312 602 298',
        '#fff',
        2.4,
        0.6,
      ),
      brush.line(
        'M42 328C110 342 190 342 250 336C300 330 350 338 400 342C480 348 556 342 600 320',
        '#000',
        1.6,
        0.2,
      ),
      brush.line('M262 330C300 322 350 324 400 332C470 340 540 336 596 316', paint.accent, 3, 0.9),
    ),
    brush.laces({
      from: [250, 158],
      to: [412, 226],
      count: 6,
      reach: [30, -27],
      width: 9,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
