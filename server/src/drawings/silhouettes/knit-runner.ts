import type { Brush } from '../brush/brush.js';
import { apart, darker, lighter } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M62 312C50 284 46 250 54 222C60 200 60 184 54 158C52 144 62 138 74 142C92 150 106 172 132 182C164 194 196 186 220 164C232 150 236 130 248 124C262 120 276 134 290 144C340 180 400 206 456 222C512 236 568 252 592 280C600 290 602 300 600 312Z';
const band =
  'M54 268C150 226 290 228 410 256C480 270 540 272 588 276L596 292C520 296 450 292 390 278C300 258 170 254 54 294Z';
const lacing =
  'M238 134C250 118 270 128 288 142C336 178 392 204 446 220C430 238 400 234 370 222C320 204 270 182 244 160C236 152 234 142 238 134Z';
const midsole =
  'M50 270C38 290 34 312 38 330C42 348 52 357 68 357H480C540 357 592 350 610 326C614 312 610 296 600 284C566 304 490 310 424 300C340 288 240 280 160 284C110 286 70 280 50 270Z';
const outsole =
  'M38 334C42 350 52 358 68 358H480C540 358 592 350 608 328C560 346 520 348 470 348H80C60 348 46 344 38 334Z';
const rows = Array.from(
  { length: 40 },
  (_, index) =>
    `M${64 + index * 13} ${306 + Math.round(Math.sin(index / 6) * 5)}v${32 - Math.round(Math.sin(index / 6) * 5)}`,
).join('');
const zebra =
  'M70 200q60 30 120 8t90-20M62 232q70 26 140 4t120 0M96 186q40 16 90 14M250 160q50 44 120 56M300 200q60 30 130 28M430 226q50 6 110 22M470 250q50 6 100 16M120 218q80 24 160 0';

/** The knitted runner: one sock from heel to toe, a band along the side, a sole of ribbed foam. */
export function knitRunner(brush: Brush, paint: Paint): string[] {
  const { upper: knit } = paint;
  return [
    brush.ground(26, 622),
    brush.form(
      'M62 150C84 130 110 160 128 170C164 188 200 176 240 138L250 190L120 226Z',
      darker(paint.lining, 0.2),
      brush.shade('M66 150C110 200 200 190 236 140', 22, 0.5),
    ),
    brush.form(
      upper,
      knit,
      brush.textured(upper, 'knit', apart(knit, 0.2), 0.8),
      paint.has('zebra') ? brush.line(zebra, paint.overlay, 7, 0.9) : '',
      paint.has('lattice')
        ? brush.line(
            'M66 190C200 260 300 180 470 240M60 220C200 290 330 220 560 270M90 180C220 230 300 170 420 226',
            paint.overlay,
            5,
            0.6,
          )
        : '',
      paint.has('cage')
        ? brush.panel(
            'M206 240C226 208 236 190 250 164L300 190L400 226L386 236L306 214C290 236 270 262 262 296H236C246 262 262 232 276 204L256 194C242 232 220 264 200 296H176Z',
            paint.overlay,
          )
        : '',
      paint.has('stripe')
        ? `${brush.fill(band, paint.mark)}${brush.textured(band, 'knit', apart(paint.mark, 0.25), 0.5)}`
        : '',
      brush.panel('M50 312C46 280 46 250 54 222C57 212 58 202 58 192C86 214 96 262 92 312Z', paint.heel),
      brush.fill(lacing, darker(knit, 0.14)),
      brush.line(lacing, '#000', 1.6, 0.25),
      brush.textured(lacing, 'knit', apart(knit, 0.25), 0.7),
      brush.shade('M40 290C150 300 300 292 420 312C500 324 560 316 616 296', 26, 0.4),
      brush.shade('M246 166C300 208 380 236 450 226', 9, 0.24),
      brush.shade('M590 250C604 280 604 300 600 320', 16, 0.25),
      brush.shine('M480 236C540 250 574 268 586 284', 12, 0.5),
      brush.shine('M78 156C110 196 180 214 226 180', 10, 0.4),
      brush.shine('M300 166C350 196 400 216 450 230', 8, 0.3),
      brush.line(
        'M62 150C72 142 84 158 96 170C130 200 190 204 226 174C238 162 242 144 250 132',
        '#000',
        1.6,
        0.2,
      ),
      brush.stitch(
        'M66 158C80 158 92 178 108 188C136 206 188 210 224 186C238 174 244 160 250 146M64 202C84 226 90 264 86 300',
        knit,
      ),
    ),
    brush.line('M54 160C44 152 44 136 58 134C66 134 70 140 72 146', paint.mark, 6),
    brush.sole(
      midsole,
      paint.midsole,
      brush.line(rows, '#000', 2.4, 0.15),
      brush.shine('M52 284C110 296 200 292 260 294C330 298 380 310 440 314C510 318 570 310 604 296', 8, 0.5),
      brush.fill(outsole, paint.outsole),
      brush.line('M80 348H470C520 348 560 346 606 328', '#000', 1.6, 0.3),
      paint.has('pods')
        ? brush.line(
            'M86 332h44M150 334h44M214 336h44M300 340h50M370 340h50M440 340h50M510 336h40',
            lighter(paint.accent, 0.4),
            22,
            0.45,
          )
        : '',
    ),
    brush.laces({
      from: [262, 150],
      to: [396, 216],
      count: 5,
      reach: [30, -22],
      width: 8.5,
      colour: paint.laces,
      tie: paint.tie,
      throat: lacing,
    }),
  ];
}
