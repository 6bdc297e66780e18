import type { Brush } from '../brush/brush.js';
import { apart, darker, lighter } from '../brush/colour.js';
import type { Paint } from '../brush/silhouette.js';

const upper =
  'M62 300C50 274 48 244 56 216C62 192 62 160 52 128C48 108 58 96 76 102C104 114 118 146 150 156C182 164 210 148 230 124C240 110 252 104 264 114C312 156 374 196 446 216C506 230 560 246 586 272C596 286 598 298 598 312Z';
const shell =
  'M56 308C46 272 48 244 56 216C62 192 62 166 54 134C104 158 108 226 176 246C260 268 330 226 420 240C480 250 540 250 584 270C598 286 600 298 598 312Z';
const flame =
  'M120 268L196 190L210 226L252 172L264 216L310 190L306 232L360 212C340 262 290 292 230 292C186 292 150 284 120 268Z';
const collar =
  'M52 128C48 108 58 96 76 102C104 114 118 146 150 156C182 164 210 148 230 124C228 160 190 186 150 182C110 176 92 150 56 146Z';
const tongue =
  'M236 150C220 120 202 90 206 70C212 58 240 58 262 66C280 72 288 84 292 100C306 134 356 170 436 206L414 222Z';
const midsole =
  'M46 272C30 292 28 324 36 342C42 354 56 358 74 358H474C536 358 588 350 608 322C618 302 608 284 592 272C566 296 500 306 430 296C370 288 330 306 262 306C180 306 90 302 46 272Z';
const fins = 'M40 300C110 330 200 330 270 324C340 318 380 306 440 312C510 318 570 312 608 294';

/** The modern basketball shoe: an engineered upper in a moulded shell, flames of foam. */
export function modernCourt(brush: Brush, paint: Paint): string[] {
  return [
    brush.ground(24, 620, 358),
    brush.form(
      'M66 112C100 100 122 144 152 150C186 156 212 136 236 104L248 164L120 196Z',
      darker(paint.lining, 0.2),
      brush.shade('M64 112C110 176 200 166 236 112', 20, 0.5),
    ),
    brush.form(
      tongue,
      paint.tongue,
      brush.textured(tongue, 'knit', apart(paint.tongue, 0.3), 0.6),
      brush.fill('M214 84C230 76 258 80 276 92L280 112C262 100 238 96 220 102Z', paint.mark),
      brush.shade('M210 70C214 104 228 132 242 154', 14, 0.3),
      brush.shade('M246 130L310 138L430 212', 18, 0.4),
    ),
    brush.form(
      upper,
      paint.upper,
      brush.textured(upper, 'mesh', apart(paint.upper, 0.28), 0.7),
      paint.has('cracks') ? brush.textured(upper, 'cracks', paint.accent, 0.8) : '',
      paint.has('splash')
        ? brush.holes('M300 190h0M330 206h0M470 240h0M520 256h0M160 210h0M96 220h0M410 260h0', 16, 0.2)
        : '',
      brush.panel(shell, paint.overlay),
      brush.panel(flame, paint.mark),
      brush.panel(collar, paint.collar),
      brush.shade('M44 290C160 316 480 316 612 292', 22, 0.42),
      brush.shade('M52 130C72 190 44 240 58 300', 16, 0.24),
      brush.shade('M70 190C110 240 170 260 240 258', 10, 0.18),
      brush.shine('M470 232C540 244 576 260 590 288', 12, 0.5),
      brush.shine('M264 126C316 168 380 204 440 224', 9, 0.4),
      brush.shine('M66 116C100 136 116 164 150 170C186 174 214 156 230 136', 9, 0.4),
      brush.shine('M66 176C104 230 160 262 236 268C320 262 380 244 440 252', 7, 0.4),
      brush.line(
        'M254 146L278 150M282 168L306 172M312 190L336 194M344 208L366 212M376 222L396 226',
        '#000',
        8,
        0.35,
      ),
      brush.line('M430 262l60 2M424 272l80 4M420 282l100 4', '#000', 2.4, 0.14),
      brush.line('M430 264l60 2M424 274l80 4M420 284l100 4', '#fff', 1.1, 0.35),
      brush.stitch('M250 118C300 162 364 202 438 222', paint.upper),
    ),
    brush.sole(
      midsole,
      paint.midsole,
      brush.fill(
        'M34 336C60 352 200 346 280 338C350 330 400 338 474 338C536 338 590 330 612 304L600 340L474 360H74C50 360 40 352 34 336Z',
        paint.outsole,
      ),
      brush.line(fins, '#000', 2.4, 0.28),
      brush.line(
        'M44 284C110 318 200 320 262 315C330 312 380 296 430 304C500 314 566 304 598 282',
        lighter(paint.accent, 0.15),
        3.4,
        0.8,
      ),
      brush.shine('M46 280C100 306 180 312 262 310', 6, 0.5),
      brush.line(
        'M70 350l14-12M92 352l14-12M114 353l14-12M136 353l14-12M158 352l14-12M390 352l14-12M412 353l14-12M434 354l14-12M456 354l14-12M478 354l14-12M500 352l14-12M522 350l14-12',
        '#000',
        2.4,
        0.25,
      ),
    ),
    brush.laces({
      from: [252, 138],
      to: [408, 222],
      count: 6,
      reach: [30, -27],
      width: 9,
      colour: paint.laces,
      tie: paint.tie,
      throat: tongue,
    }),
  ];
}
