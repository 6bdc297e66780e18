import type { Brush, Lacing } from './brush/brush.js';
import { darker } from './brush/colour.js';
import { LASTS } from './lasts.js';
import type { Paint } from './paint.js';
import { type Sheet, ShoeSpace } from './shoe-space.js';
import { drawElements } from './side-view.js';
import { type Silhouette, sideViewOf } from './silhouettes.js';
import type { SvgElement } from './svg-file.js';
import {
  between,
  PathWriter,
  type Point,
  pointAt,
  pointOf,
  pointsOf,
  rounded,
  type Segment,
  segmentsOf,
} from './svg-path.js';

/** Shorter lines stay straight. */
const STRAIGHT = 40;
/** Longer curves are projected in two parts. */
const LONG = 220;
/** Longer lines are hidden below the sole. */
const HIDDEN = 300;
/** From here on, the shoe bends round its toe. */
const TOE_X = 460;
/** The ends of the opening of a shoe without laces. */
const WITHOUT_LACES: readonly [Point, Point] = [
  [230, 150],
  [330, 200],
];
const FRAME = { left: 26, right: 614, top: 16, bottom: 376 };

type Project = (point: Point, sheet: Sheet, side: 1 | -1) => Point;

/** The shapes of a silhouette from the front, which all its colours share. */
interface Shapes {
  readonly shadow: string;
  /** The outline of the outside, drawn first: it ends where the inside goes on. */
  readonly edge: string;
  readonly inside: readonly SvgElement[];
  /** The visible part of the opening; null for a shoe without laces. */
  readonly opening: string | null;
  readonly outside: readonly (SvgElement | LacePaths)[];
}

interface LacePaths extends Pick<Lacing, 'straps' | 'eyelets' | 'width' | 'bow'> {
  readonly name: 'laces';
  readonly eyelet: Point;
}

const shapesBySilhouette = new Map<Silhouette, Shapes>();

/** A shoe from the front, the outside and slightly above: the side view, lifted into space. */
export function threeQuarterView(silhouette: Silhouette, brush: Brush, paint: Paint): string[] {
  const shapes = shapesBySilhouette.get(silhouette) ?? shapesOf(silhouette);
  shapesBySilhouette.set(silhouette, shapes);
  const { shadow, edge, inside, opening, outside } = shapes;
  return [
    brush.contact(shadow),
    brush.edge(edge, paint.upper),
    ...drawElements(inside, brush, paint),
    opening === null ? '' : brush.fill(opening, darker(paint.lining, 0.45)),
    ...outside.flatMap((part) =>
      isLaces(part) ? drawnLaces(part, brush, paint) : drawElements([part], brush, paint),
    ),
  ];
}

function shapesOf(silhouette: Silhouette): Shapes {
  const elements = sideViewOf(silhouette).filter(({ attributes }) => attributes.class !== 'ground');
  const forms = elements.filter(({ name, attributes }) => name === 'g' && attributes.class !== undefined);
  const laces = elements.find(({ attributes }) => attributes.class === 'laces');
  const sheets = sheetsOf(forms, laces !== undefined);
  const outlineOf = (sheet: Sheet) =>
    forms.find((form) => sheets.get(form) === sheet)?.children[0]?.attributes.d;
  const upper = outlineOf('upper') ?? '';
  const space = new ShoeSpace({
    last: LASTS[silhouette],
    upper,
    sole: outlineOf('sole') ?? null,
    tongue: outlineOf('tongue') ?? null,
    lining: outlineOf('lining') ?? null,
    throat: laces
      ? [pointOf(laces.attributes['data-from']), pointOf(laces.attributes['data-to'])]
      : WITHOUT_LACES,
  });
  const project = fitted(space, forms, sheets);
  const lift = (part: SvgElement, sheet: Sheet, side: 1 | -1) =>
    projectedElement(part, (d) => projectedPath(d, (point) => project(point, sheet, side)));
  const outside = elements.flatMap((element): (SvgElement | LacePaths)[] => {
    if (element === laces) {
      return [lacesOf(element, project)];
    }
    const sheet = sheets.get(element) ?? 'middle';
    const seen = lift(sheet === 'lining' ? withoutPieces(element) : element, sheet, 1);
    switch (sheet) {
      case 'tongue':
        return [edged(lift(withoutPieces(element), sheet, -1), 'flat'), edged(seen, 'thin')];
      case 'upper':
        return [edged(seen, 'soft')];
      case 'sole':
        return [edged(seen, 'thin')];
      case 'lining':
        return [edged(seen, 'flat')];
      default:
        return [seen];
    }
  });
  const inside = forms.find((form) => sheets.get(form) === 'upper');
  return {
    shadow: polygon(space.footprint().map((point) => shadowAt(project.fit(point)))),
    edge: forms
      .filter((form) => sheets.get(form) === 'upper')
      .map((form) => lift(form, 'upper', 1).children[0]?.attributes.d ?? '')
      .join(''),
    inside:
      inside === undefined
        ? []
        : [
            laces
              ? edged(lift(insideOf(inside, space), 'upper', -1), 'flat')
              : lift(withoutPieces(inside), 'upper', -1),
          ],
    opening: laces
      ? polygon([...space.collar(1), ...space.collar(-1).reverse()].map((point) => project.fit(point)))
      : null,
    outside,
  };
}

function isLaces(part: SvgElement | LacePaths): part is LacePaths {
  return part.name === 'laces';
}

/** A soft edge is not a line across the shoe; a flat form has no light of its own. */
function edged(form: SvgElement, edge: 'soft' | 'thin' | 'flat'): SvgElement {
  return { ...form, attributes: { ...form.attributes, 'data-edge': edge } };
}

/**
 * The sheets of all forms: what lies before the upper is the lining, then the tongue or, without laces, the footbed.
 */
function sheetsOf(forms: readonly SvgElement[], hasLaces: boolean): Map<SvgElement, Sheet> {
  const upper = forms.findIndex(({ children }) => children[0]?.attributes.fill === 'var(--upper)');
  return new Map(
    forms.map((form, index) => {
      if (form.attributes.class === 'sole') {
        return [form, 'sole'];
      }
      if (index >= upper) {
        return [form, 'upper'];
      }
      const fill = form.children[0]?.attributes.fill ?? '';
      return [form, /^var\(--(lining|upper-darker)/.test(fill) ? 'lining' : hasLaces ? 'tongue' : 'sole'];
    }),
  );
}

interface Fitted extends Project {
  fit(point: Point): Point;
}

/** Fits the projection into the picture. */
function fitted(
  space: ShoeSpace,
  forms: readonly SvgElement[],
  sheets: ReadonlyMap<SvgElement, Sheet>,
): Fitted {
  const points = forms.flatMap((form) =>
    segmentsOf(form.children[0]?.attributes.d ?? '').flatMap((segment) =>
      segment.kind === 'end'
        ? []
        : ([1, -1] as const).map((side) => space.project(segment.to, sheets.get(form) as Sheet, side)),
    ),
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (FRAME.right - FRAME.left) / (right - left),
    (FRAME.bottom - FRAME.top) / (bottom - top),
    1.12,
  );
  const fit = ([x, y]: Point): Point => [
    320 + (x - (left + right) / 2) * scale,
    FRAME.bottom + (y - bottom) * scale,
  ];
  return Object.assign((point: Point, sheet: Sheet, side: 1 | -1) => fit(space.project(point, sheet, side)), {
    fit,
  });
}

function projectedElement(element: SvgElement, path: (d: string) => string): SvgElement {
  const attributes = Object.fromEntries(
    Object.entries(element.attributes).map(([name, value]) => [
      name,
      /(^|-)d$/.test(name) ? path(value) : value,
    ]),
  );
  return { ...element, attributes, children: element.children.map((child) => projectedElement(child, path)) };
}

function withoutPieces(form: SvgElement): SvgElement {
  return { ...form, children: form.children.slice(0, 1) };
}

/** The pieces of the inside that are seen: those at the throat, without light and texture. */
function insideOf(form: SvgElement, space: ShoeSpace): SvgElement {
  const seen = form.children
    .slice(1)
    .filter(({ attributes: { fill, d = '' } }) => fill !== undefined && space.isAtThroat(pointsOf(d, 8)))
    .map(({ attributes: { class: _, ...attributes }, ...piece }) => ({ ...piece, attributes }));
  return { ...form, children: [...form.children.slice(0, 1), ...seen] };
}

function projectedPath(d: string, project: (point: Point) => Point): string {
  const writer = new PathWriter();
  for (const segment of segmentsOf(d)) {
    write(segment, project, writer);
  }
  return writer.path;
}

function write(segment: Segment, project: (point: Point) => Point, writer: PathWriter): void {
  switch (segment.kind) {
    case 'start':
      writer.moveTo(project(segment.to));
      return;
    case 'end':
      writer.close();
      return;
  }
  const length = Math.hypot(segment.to[0] - segment.from[0], segment.to[1] - segment.from[1]);
  if (segment.kind === 'line' && length < 0.5) {
    writer.dot();
    return;
  }
  if (segment.kind === 'line' && length < STRAIGHT) {
    writer.lineTo(project(segment.to));
    return;
  }
  if (segment.kind === 'line' && length > HIDDEN) {
    for (let part = 1; part <= 8; part++) {
      writer.lineTo(project(pointAt(segment, part / 8)));
    }
    return;
  }
  const isAtToe = Math.max(segment.from[0], segment.to[0]) > TOE_X;
  const parts = Math.max(1, Math.ceil(length / (isAtToe ? LONG / 2 : LONG)));
  for (let part = 0; part < parts; part++) {
    const [p0, p1, p2, p3] = [0, 1, 2, 3].map((third) =>
      project(pointAt(segment, (part + third / 3) / parts)),
    ) as [Point, Point, Point, Point];
    writer.curveTo(control(p0, p1, p2, p3), control(p3, p2, p1, p0), p3);
  }
}

/** The first control point of the curve through four points at its thirds. */
function control(p0: Point, p1: Point, p2: Point, p3: Point): Point {
  const along = (axis: 0 | 1) => (-5 * p0[axis] + 18 * p1[axis] - 9 * p2[axis] + 2 * p3[axis]) / 6;
  return [along(0), along(1)];
}

function lacesOf({ attributes }: SvgElement, project: Project): LacePaths {
  const [from, to, reach] = ['from', 'to', 'reach'].map((name) => pointOf(attributes[`data-${name}`])) as [
    Point,
    Point,
    Point,
  ];
  const count = Number(attributes['data-count']);
  const bands = Array.from({ length: count }, (_, index) => {
    const eyelet = between(from, to, count === 1 ? 0 : index / (count - 1));
    const outer = project(eyelet, 'upper', 1);
    const crest = project([eyelet[0] + reach[0], eyelet[1] + reach[1]], 'middle', 1);
    const end = between(crest, project(eyelet, 'upper', -1), 0.3);
    const bend = between(between(outer, crest, 0.62), [crest[0], crest[1] - 8], 0.5);
    return { outer, crest, strap: `M${at(outer)}Q${at(bend)} ${at(end)}` };
  });
  const [{ crest, outer } = { crest: from, outer: from }] = bands;
  return {
    name: 'laces',
    eyelets: bands.map((band) => `M${at(band.outer)}h.1`).join(''),
    straps: bands.map(({ strap }) => strap).join(''),
    width: Number(attributes['stroke-width']),
    bow: attributes['data-bow'] === 'none' ? null : rounded(crest),
    eyelet: rounded(outer),
  };
}

function drawnLaces({ straps, eyelets, width, bow, eyelet }: LacePaths, brush: Brush, paint: Paint): string {
  return brush.lacing({
    straps,
    eyelets,
    width,
    colour: paint.laces,
    bow,
    slope: 0.7,
    isPlain: true,
    tie: paint.tie === null ? null : { at: eyelet, colour: paint.tie },
  });
}

function at(point: Point): string {
  return rounded(point).join(' ');
}

/** The light comes from the top left. */
function shadowAt([x, y]: Point): Point {
  return [x + 7, y + 3];
}

function polygon(points: readonly Point[]): string {
  const writer = new PathWriter();
  writer.moveTo(points[0] ?? [0, 0]);
  for (const point of points.slice(1)) {
    writer.lineTo(point);
  }
  writer.close();
  return writer.path;
}
