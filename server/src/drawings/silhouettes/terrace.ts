import type { Brush } from '../brush/brush.js';
import { apart, darker } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M56 316C50 292 54 266 58 246C62 226 60 208 54 190C52 178 60 170 74 172C98 178 124 198 160 200C192 202 214 190 232 174C244 164 252 158 264 162C310 188 366 212 430 228C490 240 548 252 580 276C596 290 602 304 602 316Z';
const heel =
  'M52 324C48 294 52 266 58 246C62 226 60 208 54 190C52 178 60 170 74 172C82 174 90 178 98 184C112 220 118 270 116 324Z';
const tToe =
  'M404 244C430 226 450 230 470 236C500 242 550 252 580 276C596 290 604 304 602 324H396C420 312 436 296 440 280C436 268 424 256 404 244Z';
const eyestay =
  'M232 174C244 164 252 158 264 162C310 188 366 212 430 228L438 248C366 240 300 222 250 202C236 196 226 184 232 174Z';
const blade = 'M178 322L246 208L282 220L222 326ZM240 326L296 224L318 230L266 328Z';
const tongue =
  'M236 196C226 168 210 142 212 128C216 116 240 114 264 118C286 124 296 134 300 150C310 172 350 194 436 224L414 236Z';
const flatSole =
  'M48 304C44 318 44 336 48 342C50 348 56 350 62 350H548C584 350 602 342 608 326C610 316 608 308 604 300C560 312 500 316 400 316H200C140 316 92 314 48 304Z';

/** The terrace trainer: low and slim, a suede T on the toe, a gum sole. */
export function terrace(brush: Brush, paint: Paint): string[] {
  const rise = paint.has('platform') ? -26 : 7;
  const shoe = [
    brush.form(
      'M70 178C100 164 130 192 160 194C196 194 216 178 236 156L246 214L120 232Z',
      darker(paint.lining, 0.15),
      brush.shade('M70 176C110 206 200 210 236 160', 20, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.fill('M218 138C234 130 262 132 278 142L282 158C264 148 242 146 226 152Z', paint.mark),
      brush.shade('M214 128C216 156 226 176 238 198', 14, 0.3),
      brush.shade('M246 180L306 172L430 230', 16, 0.35),
    ),
    brush.form(
      upper,
      paint.upper,
      paint.has('suede') ? brush.textured(upper, 'suede', apart(paint.upper, 0.3), 0.5) : '',
      brush.panel(blade, paint.mark),
      brush.stitch('M190 318L250 216M232 320L290 226M300 232L254 318', paint.mark),
      brush.panel(heel, paint.heel),
      brush.panel(tToe, paint.guard),
      brush.textured(tToe, 'suede', apart(paint.guard, 0.3), 0.7),
      brush.panel(eyestay, paint.eyestay),
      brush.shade('M44 314C160 326 500 328 612 308', 20, 0.4),
      brush.shade('M56 190C68 226 48 270 56 320', 14, 0.22),
      brush.shade('M400 246C424 258 436 272 436 286C430 304 414 314 396 322', 9, 0.24),
      brush.shine('M480 244C540 256 572 270 588 292', 11, 0.45),
      brush.shine('M264 172C320 202 380 222 430 234', 7, 0.4),
      brush.shine('M80 186C116 210 180 218 226 190', 9, 0.4),
      brush.line('M100 198C140 216 196 216 232 196', '#000', 1.8, 0.18),
      brush.stitch(
        'M62 180C72 174 90 184 104 192C138 208 184 212 222 194C236 186 244 174 254 168M92 186C106 222 112 270 109 316M412 246C434 258 446 270 447 282C442 298 430 310 412 318M244 190C300 216 366 234 432 242',
        paint.upper,
      ),
    ),
  ];
  return [
    brush.ground(28, 618),
    `<g transform="translate(0 ${rise})">${shoe.join('')}</g>`,
    paint.has('platform')
      ? brush.sole(
          'M46 272C42 300 42 344 48 352C50 358 56 359 64 359H552C588 359 604 350 608 330C610 306 610 286 604 272C560 286 500 290 400 290H200C140 290 92 286 46 272Z',
          paint.outsole,
          brush.line(
            'M84 296v54M100 298v52M116 300v50M132 300v50M148 300v50M164 301v49M180 301v49M196 301v49M212 301v49M228 301v49M244 301v49M260 301v49M276 301v49M292 301v49M308 301v49M324 301v49M340 301v49M356 301v49M372 301v49M388 301v49M404 301v49M420 301v49M436 300v50M452 300v50M468 300v50M484 299v51M500 299v51M516 298v52M532 297v53M548 295v54M564 292v55',
            '#000',
            4,
            0.16,
          ),
          brush.line('M47 280C92 294 140 298 200 298H400C500 298 560 294 604 280', '#fff', 2, 0.6),
        )
      : `<g transform="translate(0 8)">${brush.sole(
          flatSole,
          paint.outsole,
          brush.line('M48 307C92 317 140 319 200 319H400C500 319 560 315 603 303', '#fff', 2, 0.4),
          brush.stitch('M47 314C100 324 180 326 300 326H440C520 325 580 320 607 310', paint.outsole),
          brush.line(
            'M460 346l8-12l8 12l8-12l8 12l8-12l8 12l8-12l8 12l8-12l8 11l8-12l8 10l8-12l8 8l8-11',
            '#000',
            1.6,
            0.28,
          ),
        )}</g>`,
    `<g transform="translate(0 ${rise})">${brush.laces({ from: [258, 182], to: [412, 238], count: 6, reach: [28, -22], width: 8.5, colour: paint.laces, tie: paint.tie, throat: tongue })}</g>`,
  ];
}
