import { apart, brightness, isDark } from './colour.js';
import { type Material, materialOf } from './materials.js';
import { TEXTURES, type Texture } from './textures.js';

/** The size of a view. */
const WIDTH = 640;
const HEIGHT = 400;

/** The width of a panel's edge, inherited by all panels. */
const EDGE = 1.3;

const SIZE = `width="${WIDTH}" height="${HEIGHT}"`;
const SHEET = `x="0" y="0" ${SIZE}`;

/** The edge of a body: thin is sharp without the rim inside of a dark body, soft has no line on a bright body. */
export type Edge = 'sharp' | 'thin' | 'soft';

/** A row of flat laces, each from its eyelet across the eyestay to the tongue. */
export interface LaceRow {
  /** The highest eyelet and the lowest. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly count: number;
  /** The end of a lace, relative to its eyelet. */
  readonly reach: readonly [number, number];
  readonly width: number;
  readonly colour: string;
  readonly hasBow: boolean;
  /** The colour of a tie at the highest eyelet; null for none. */
  readonly tie: string | null;
}

/** Laces as paths. */
export interface Lacing {
  readonly straps: string;
  /** The eyelets, as for `holes`. */
  readonly eyelets: string;
  readonly width: number;
  readonly colour: string;
  /** The knot of the bow; null for none. */
  readonly bow: readonly [number, number] | null;
  /** The slope of the throat. */
  readonly slope: number;
  /** True for bands and bow of one width without a weave, which take half the bytes. */
  readonly isPlain: boolean;
  readonly tie: { readonly at: readonly [number, number]; readonly colour: string } | null;
}

/**
 * The tools for a view: each method returns a piece of SVG and records the definitions that it uses. All ids share a
 * prefix, so that several drawings can be in one document.
 */
export class Brush {
  private readonly ids = new Map<string, string>();
  private readonly definitions: string[] = [];
  private clips = 0;

  constructor(private readonly prefix: string) {}

  /** The drawing as a complete document. */
  finished(pieces: readonly string[]): string {
    const drawn = this.edgedTogether(this.blurredTogether(pieces.join(''))).replaceAll('="0.', '=".');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-width="${EDGE}" stroke-linecap="round"><defs>${this.definitions.join('')}</defs>${drawn}</svg>`;
  }

  /** One blur for consecutive lines costs a browser a tenth of separate ones. */
  private blurredTogether(svg: string): string {
    const filter = ` filter="${this.blur()}"`;
    const runs = new RegExp(`(?:<path [^>]*${filter.replace(/[()]/g, '\\$&')}/>){2,}`, 'g');
    return svg.replace(runs, (run) => `<g${filter}>${run.replaceAll(filter, '')}</g>`);
  }

  /** Consecutive panels share the attribute of their edge. */
  private edgedTogether(svg: string): string {
    const stroke = ` stroke="${this.panelEdge()}"`;
    const runs = new RegExp(
      `(?:<path d="[^"]*" fill="[^"]*"${stroke.replace(/[()]/g, '\\$&')} filter="[^"]*"/>){2,}`,
      'g',
    );
    return svg.replace(runs, (run) => `<g${stroke}>${run.replaceAll(stroke, '')}</g>`);
  }

  /** The shadow on the ground, from one x to another: soft, with a dark core where the sole touches. */
  ground(from: number, to: number, y: number): string {
    const fill = this.use(
      'g',
      (id) =>
        `<radialGradient id="${id}"><stop stop-opacity=".6"/><stop offset=".6" stop-opacity=".26"/><stop offset="1" stop-opacity="0"/></radialGradient>`,
    );
    const [x, rx] = [(from + to) / 2, (to - from) / 2];
    return `<ellipse cx="${x + 8}" cy="${y + 2}" rx="${rx}" ry="13" fill="${fill}"/><ellipse cx="${x}" cy="${y}" rx="${rx * 0.93}" ry="5" fill="${fill}"/>`;
  }

  /** The shadow below an outline on the ground. */
  contact(outline: string): string {
    return `<path d="${outline}" fill="#000" fill-opacity=".5" filter="${this.blur()}"/>`;
  }

  /** A body of the shoe: its parts are clipped to its outline and lit, and its edge is visible on any page. */
  form(
    outline: string,
    colour: string,
    inner: readonly string[],
    material: Material = 'leather',
    edge: Edge = 'sharp',
  ): string {
    return this.body(outline, colour, this.material(colour, material), [...inner, this.light()], edge);
  }

  /** Foam or rubber: bright above, dark below. */
  sole(outline: string, colour: string, inner: readonly string[] = [], edge: Edge = 'sharp'): string {
    const shade = this.use(
      'm',
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="282" x2="0" y2="358"><stop stop-color="#fff" stop-opacity=".28"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset=".6" stop-opacity="0"/><stop offset="1" stop-opacity=".26"/></linearGradient>`,
    );
    return this.body(
      outline,
      colour,
      colour,
      [...inner, `<rect ${SIZE} fill="${shade}"/>${this.sides()}`],
      edge,
    );
  }

  /** A piece behind the others, without light of its own. */
  flat(outline: string, colour: string, material: Material): string {
    return `<path d="${outline}" fill="${this.material(colour, material)}" stroke="${edgeOf(colour)}"/>`;
  }

  /** The edge of what follows; a dark body has its rim instead. */
  edge(outline: string, colour: string): string {
    return isDark(colour) ? '' : this.line(outline, edgeOf(colour), 2);
  }

  private body(outline: string, colour: string, fill: string, inner: readonly string[], edge: Edge): string {
    const rim = isDark(colour) ? this.rim() : '';
    return edge === 'soft' || (edge === 'thin' && rim)
      ? [
          this.within(outline, `<rect ${SIZE} fill="${fill}"/>`, ...inner),
          rim && `<path d="${outline}" stroke="${rim}" stroke-width="2.4"/>`,
        ].join('')
      : [
          `<path d="${outline}" fill="${fill}" stroke="${edgeOf(colour)}" stroke-width="2"/>`,
          this.within(outline, ...inner, rim && `<path d="${outline}" stroke="${rim}" stroke-width="5"/>`),
        ].join('');
  }

  fill(shape: string, colour: string, opacity = 1): string {
    return `<path d="${shape}" fill="${colour}"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
  }

  /** A piece of material on top of another, with a lit edge and its shadow. */
  panel(shape: string, colour: string, material: Material = 'leather'): string {
    return `<path d="${shape}" fill="${this.material(colour, material)}" stroke="${this.panelEdge()}" filter="${this.shadow()}"/>`;
  }

  within(outline: string, ...inner: string[]): string {
    const clip = this.use(
      `c${this.clips++}`,
      (id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`,
    );
    return `<g clip-path="${clip}">${inner.join('')}</g>`;
  }

  /** Soft shadow along a line. */
  shade(line: string, width: number, opacity: number): string {
    return this.soft(line, '#000', width, opacity);
  }

  /** Soft light along a line. */
  shine(line: string, width: number, opacity: number): string {
    return this.soft(line, '#fff', width, opacity);
  }

  line(line: string, colour: string, width: number, opacity = 1): string {
    return `<path d="${line}" stroke="${colour}" stroke-width="${width}"${opacity === 1 ? '' : ` stroke-opacity="${opacity}"`}/>`;
  }

  /** A seam: thread that is visible on the material. */
  stitch(line: string, material: string, thread?: string): string {
    const colour = thread ?? (brightness(material) < 0.35 ? '#b9b9c0' : '#3c3a36');
    return `<path d="${line}" stroke="${colour}" stroke-opacity=".6" stroke-width="1.3" stroke-dasharray="4 2.6"/>`;
  }

  /** Holes, each given as the end of a line: `M1 2h0`. */
  holes(points: string, width: number, opacity = 0.5): string {
    return this.line(points, '#000', width, opacity);
  }

  /** Fills the shape with the pattern of a material. */
  textured(shape: string, texture: Texture, colour: string, opacity: number): string {
    const fill = this.use(texture, (id) => TEXTURES[texture](id, colour));
    return this.fill(shape, fill, opacity);
  }

  laces({ from, to, count, reach: [dx, dy], width, colour, hasBow, tie }: LaceRow): string {
    const steps = Array.from({ length: count }, (_, index) => {
      const share = count === 1 ? 0 : index / (count - 1);
      return [
        Math.round(from[0] + (to[0] - from[0]) * share),
        Math.round(from[1] + (to[1] - from[1]) * share),
      ] as const;
    });
    const [bendX, bendY] = [Math.round(dx * 0.3), Math.round(dy * 0.62)];
    const straps = steps.map(([x, y]) => `M${x} ${y}q${bendX} ${bendY} ${dx} ${dy}`).join('');
    const eyelets = steps.map(([x, y]) => `M${x} ${y}h.1`).join('');
    const slope = (to[1] - from[1]) / (to[0] - from[0] || 1);
    return this.lacing({
      isPlain: false,
      straps,
      eyelets,
      width,
      colour,
      bow: hasBow ? [from[0] + dx, from[1] + dy] : null,
      slope,
      tie: tie === null ? null : { at: from, colour: tie },
    });
  }

  lacing({ straps, eyelets, width, colour, bow, slope, tie, isPlain }: Lacing): string {
    const bows = bow === null ? '' : bowAt(bow, slope);
    return [
      this.line(eyelets, '#000', width * 1.05, 0.5),
      isPlain
        ? this.strap(straps + bows, width * 0.9, colour, false)
        : this.strap(straps, width, colour) + (bows && this.strap(bows, round(width * 0.74), colour)),
      tie === null
        ? ''
        : this.line(`M${tie.at[0] + 8} ${tie.at[1]}c-16 10-18 34-10 50m-2-8l-7 14`, tie.colour, 5),
    ].join('');
  }

  /** Flat woven bands along a line. */
  private strap(line: string, width: number, colour: string, isWoven = true): string {
    const [thick, thin] = [round(width), round(width * 0.5)];
    const dark = isDark(colour);
    return [
      `<path d="${line}" stroke="${apart(colour, dark ? 0.28 : 0.36)}" stroke-width="${round(width + 1.3)}" filter="${this.shadow()}"/>`,
      this.line(line, colour, thick),
      isWoven
        ? `<path d="${line}" stroke="${dark ? '#fff' : '#000'}" stroke-width="${thin}" stroke-opacity="${dark ? 0.14 : 0.1}" stroke-dasharray=".8 2" stroke-linecap="butt"/>`
        : '',
    ].join('');
  }

  private material(colour: string, material: Material): string {
    return this.use(`${material[0]}${material[1]}${colour.slice(1)}`, (id) =>
      materialOf(material, id, colour),
    );
  }

  private light(): string {
    const fromTopLeft = this.use(
      'l',
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="150" y1="40" x2="330" y2="370"><stop stop-color="#fff" stop-opacity=".2"/><stop offset=".45" stop-color="#fff" stop-opacity=".03"/><stop offset=".6" stop-opacity="0"/><stop offset="1" stop-opacity=".17"/></linearGradient>`,
    );
    return `<rect ${SIZE} fill="${fromTopLeft}"/>${this.sides()}`;
  }

  /** Shades heel and toe, which curve away. */
  private sides(): string {
    const sides = this.use(
      'h',
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="36" y1="0" x2="612" y2="0"><stop stop-opacity=".2"/><stop offset=".05" stop-opacity="0"/><stop offset=".12" stop-color="#fff" stop-opacity=".12"/><stop offset=".26" stop-opacity="0"/><stop offset=".88" stop-opacity="0"/><stop offset="1" stop-opacity=".26"/></linearGradient>`,
    );
    return `<rect ${SIZE} fill="${sides}"/>`;
  }

  private panelEdge(): string {
    return this.use(
      'e',
      (id) =>
        `<linearGradient id="${id}" x2=".5" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".4" stop-color="#888" stop-opacity=".25"/><stop offset="1" stop-opacity=".4"/></linearGradient>`,
    );
  }

  /** Light along the edge of a dark body, so that it stands out on a dark page. */
  private rim(): string {
    return this.use(
      'r',
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="60" y1="40" x2="420" y2="380"><stop stop-color="#fff" stop-opacity=".62"/><stop offset=".6" stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#fff" stop-opacity=".16"/></linearGradient>`,
    );
  }

  private soft(line: string, colour: string, width: number, opacity: number): string {
    return `<path d="${line}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" filter="${this.blur()}"/>`;
  }

  private blur(): string {
    return this.use(
      'b',
      (id) =>
        `<filter id="${id}" filterUnits="userSpaceOnUse" ${SHEET}><feGaussianBlur stdDeviation="5"/></filter>`,
    );
  }

  private shadow(): string {
    return this.use(
      'd',
      (id) =>
        `<filter id="${id}" x="-10%" y="-10%" width="120%" height="125%"><feDropShadow dx=".8" dy="1.5" stdDeviation="1.5" flood-opacity=".42"/></filter>`,
    );
  }

  private use(name: string, made: (id: string) => string): string {
    const known = this.ids.get(name);
    if (known !== undefined) {
      return `url(#${known})`;
    }
    const id = `${this.prefix}${this.ids.size.toString(36)}`;
    this.ids.set(name, id);
    this.definitions.push(made(id));
    return `url(#${id})`;
  }
}

/** The loops lie forward along the throat and back at the side; the ends hang down. */
function bowAt([x, y]: readonly [number, number], slope: number): string {
  const along = (share: number) => Math.round(share * slope);
  const loops = `M${x} ${y}c14 ${along(14) - 18} 54 ${along(54) - 14} 54 ${along(54) + 6}c-2 12-38 ${along(-20) + 2}-54 ${along(-54) - 6}M${x} ${y}c-18-8-46 8-43 24c5 12 32-6 43-24`;
  const ends = `M${x} ${y}c4 16 18 22 17 46M${x} ${y}c-8 14-5 28-14 42`;
  return `${ends}${loops}M${x - 3} ${y - 2}l6 5`;
}

function edgeOf(colour: string): string {
  return isDark(colour) ? '#9a9aa2' : '#66666c';
}

function round(width: number): number {
  return Math.round(width * 10) / 10;
}
