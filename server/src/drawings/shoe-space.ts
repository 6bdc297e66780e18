import type { Last } from './lasts.js';
import { type Point, pointsOf } from './svg-path.js';

/** The sheet from which a point of the side view is lifted into space. */
export type Sheet = 'upper' | 'sole' | 'tongue' | 'lining' | 'middle';

/** The measures that lift the points of a side view into space. */
export interface Measures {
  readonly last: Last;
  /** The outlines of the upper, the sole and, if it has them, the tongue and the lining. */
  readonly upper: string;
  readonly sole: string | null;
  readonly tongue: string | null;
  readonly lining: string | null;
  /** The highest and the lowest eyelet; without laces, the ends of the opening. */
  readonly throat: readonly [Point, Point];
}

const GROUND = 357;
const MIDDLE_X = 320;
const TURN = (42 * Math.PI) / 180;
const TILT = (16 * Math.PI) / 180;
const DISTANCE = 1_900;
/** The step of sampled outlines. */
const STEP = 3;
/** The share of the front beyond the tip that the side view reaches round: less than all, or its end would stand up. */
const SEEN = 0.2;
/** The share of the length at which a shoe is widest. */
const BALL = 0.74;
/** The tips of a toe at different heights are at most this far apart. */
const MAX_SLOPE = 44;
/** The length of the front, whose points are those of a toe. */
const FRONT = 80;
/** A sole begins this share nearer to the upper's tip, and comes out below it in this height: no beak ends its edge. */
const TUCK = { share: 0.75, height: 22 };
/** Pieces reach beyond an outline, which cuts them off, by at most this share. */
const BEYOND = 0.1;
const TONGUE_ROUND = 16;

/** Lifts points of a side view into space, and projects them as seen from the front, the outside and slightly above. */
export class ShoeSpace {
  private readonly upperTop: Profile;
  private readonly soleTop: Profile;
  private readonly toes: Readonly<Record<'upper' | 'sole', Profile>>;
  private readonly tongueFront: Profile | null;
  private readonly throatDirection: Point;
  private readonly liningFrom: number;
  private readonly collarFrom: number;
  private readonly from: number;
  private readonly to: number;

  constructor(private readonly measures: Measures) {
    const sole = pointsOf(measures.sole ?? measures.upper);
    this.from = Math.min(...sole.map(([x]) => x));
    this.to = Math.max(...sole.map(([x]) => x));
    const upper = pointsOf(measures.upper);
    this.upperTop = profile(upper);
    this.collarFrom = Math.min(...upper.filter(([, y]) => y < measures.last.collarY + 24).map(([x]) => x));
    this.liningFrom = Math.min(...pointsOf(measures.lining ?? measures.upper).map(([x]) => x));
    this.toes = { upper: toeOf(upper, this.to - MAX_SLOPE), sole: toeOf(sole) };
    this.soleTop = measures.sole === null ? () => GROUND - 20 : profile(sole);
    const [[x1, y1], [x2, y2]] = measures.throat;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    this.throatDirection = [(x2 - x1) / length, (y2 - y1) / length];
    this.tongueFront =
      measures.tongue === null
        ? null
        : profile(pointsOf(measures.tongue).map((point) => this.alongThroat(point)));
  }

  /** The projection of a point; side 1 is the outside of the shoe, -1 the inside. */
  project([x, y]: Point, sheet: Sheet, side: 1 | -1): Point {
    const start = this.toeStart();
    if (x < start || (sheet !== 'sole' && sheet !== 'upper')) {
      return this.projectAt(x, y, side * this.halfWidth([x, y], sheet, side));
    }
    // From above, a toe is half an ellipse. The side view reaches round it as far as one sees.
    const length = Math.max(20, this.toes[sheet](y) - start);
    const share = Math.min(1 + BEYOND, (x - start) / length);
    const width = this.halfWidth([x, y], sheet, side);
    const turn = Math.PI / 2 + SEEN * Math.atan2(width * Math.sin(TURN), length * Math.cos(TURN));
    const angle =
      side === 1 ? share + (turn - 1) * share ** 2 : Math.min(Math.asin(Math.min(1, share)), Math.PI - turn);
    const reach = length - (sheet === 'sole' ? this.tuck([x, y]) * smooth(2 * share - 1) : 0);
    return this.projectAt(start + reach * Math.sin(angle), y, side * width * Math.cos(angle));
  }

  /** How much nearer to the upper's tip a sole ends at this point. */
  private tuck([x, y]: Point): number {
    const overhang = Math.max(0, this.toes.sole(y) - this.toes.upper(y));
    return TUCK.share * overhang * (1 - smooth((y - this.soleTop(x)) / TUCK.height));
  }

  private projectAt(x: number, y: number, z: number): Point {
    return projected(x - MIDDLE_X, GROUND - y, this.curve(x) + z);
  }

  /** True for a piece at the edge of the throat, of which both sides are seen. */
  isAtThroat(piece: readonly Point[]): boolean {
    const [[start], [end]] = this.measures.throat;
    return (
      piece.some(([x, y]) => x > start && x < end && y - this.upperTop(x) < 30) &&
      piece.every(([x, y]) => x < start || y > this.upperTop(x) - 8)
    );
  }

  private toeStart(): number {
    return this.from + BALL * (this.to - this.from);
  }

  /** The edge of the collar, from the heel to the throat. */
  collar(side: 1 | -1): Point[] {
    const [[end]] = this.measures.throat;
    const start = this.collarFrom + 10;
    return Array.from({ length: 8 }, (_, index) => {
      const x = start + ((end - start) * index) / 6;
      return this.project([x, this.upperTop(x) + (side === 1 ? 8 : 0)], 'upper', side);
    });
  }

  /** The outline of the sole on the ground. */
  footprint(): Point[] {
    const along = Array.from({ length: 9 }, (_, index) => this.from + ((this.to - this.from) * index) / 8);
    const points = (side: 1 | -1) => along.map((x) => this.project([x, GROUND - 12], 'sole', side));
    return [...points(1), ...points(-1).reverse()];
  }

  private halfWidth([x, y]: Point, sheet: Sheet, side: 1 | -1): number {
    const plan = this.plan(x, side);
    switch (sheet) {
      case 'sole':
        return plan + this.overhang(x, y);
      case 'upper':
        return plan * this.narrowing(x, y);
      case 'lining':
        return plan * (0.5 - smooth((x - this.liningFrom) / 100));
      case 'middle':
        return 0;
      case 'tongue': {
        const [along, across] = this.alongThroat([x, y]);
        const depth = (across - (this.tongueFront?.(along) ?? across)) / TONGUE_ROUND;
        const rest = 1 - Math.min(1, Math.max(0, depth));
        return this.measures.last.heel * 0.56 * Math.sqrt(1 - rest ** 2);
      }
    }
  }

  /** The half width of the shoe on its sole, up to its widest point. */
  private plan(x: number, side: 1 | -1): number {
    const { toe, heel } = this.measures.last;
    const share = Math.min(BALL, Math.max(0, (x - this.from) / (this.to - this.from)));
    // The inside of the heel is behind the collar.
    const rounded =
      side === -1
        ? smooth(share / 0.3)
        : share < 0.14
          ? 0.5 + 0.5 * Math.sin((share / 0.14) * (Math.PI / 2))
          : 1;
    const toBall = smooth((share - 0.3) / (BALL - 0.3));
    return rounded * (heel + (toe - heel) * toBall);
  }

  /** A sole is wider on the ground than at the upper. */
  private overhang(x: number, y: number): number {
    const top = this.soleTop(x);
    return this.measures.last.sole * smooth((y - top) / (0.7 * Math.max(20, GROUND - top)));
  }

  /** Toes lie towards the inside. */
  private curve(x: number): number {
    const share = (x - this.from) / (this.to - this.from);
    return -26 * Math.max(0, share - 0.45) ** 1.6;
  }

  /** The half width at a height as a share of that on the sole. */
  private narrowing(x: number, y: number): number {
    const [[start], [end]] = this.measures.throat;
    const bottom = this.soleTop(x);
    const top = this.upperTop(x);
    const share = Math.min(1, Math.max(0, (bottom - y) / Math.max(12, bottom - top)));
    const atTop = 0.66 - 0.3 * smooth((x - start) / (end - start)) - 0.36 * smooth((x - end) / 90);
    return atTop + (1 - atTop) * (1 - share ** 3);
  }

  private alongThroat([x, y]: Point): Point {
    const [dx, dy] = this.throatDirection;
    return [x * dx + y * dy, y * dx - x * dy];
  }
}

function projected(x: number, height: number, z: number): Point {
  const across = x * Math.cos(TURN) - z * Math.sin(TURN);
  const near = x * Math.sin(TURN) + z * Math.cos(TURN);
  const scale = DISTANCE / (DISTANCE - near * Math.cos(TILT));
  return [across * scale, (near * Math.sin(TILT) - height * Math.cos(TILT)) * scale];
}

/** The smallest y at an x. */
type Profile = (x: number) => number;

function profile(points: readonly Point[]): Profile {
  const tops = new Map<number, number>();
  for (const [x, y] of points) {
    const column = Math.round(x / STEP);
    tops.set(column, Math.min(tops.get(column) ?? Number.POSITIVE_INFINITY, y));
  }
  const first = Math.min(...tops.keys());
  const last = Math.max(...tops.keys());
  return (x) => {
    const wanted = Math.min(last, Math.max(first, x / STEP));
    // An outline is closed, so that every column between has points.
    const left = Math.floor(wanted);
    const [one, other] = [tops.get(left) ?? 0, tops.get(left + 1) ?? tops.get(left) ?? 0];
    return one + (other - one) * (wanted - left);
  };
}

/** The foremost x at a height. */
function toeOf(points: readonly Point[], ...atLeast: number[]): Profile {
  const end = Math.max(...points.map(([x]) => x));
  const front = profile(points.filter(([x]) => x > end - FRONT).map(([x, y]) => [y, -x]));
  return (y) => Math.max(-front(y), end - MAX_SLOPE, ...atLeast);
}

function smooth(share: number): number {
  const limited = Math.min(1, Math.max(0, share));
  return limited * limited * (3 - 2 * limited);
}
