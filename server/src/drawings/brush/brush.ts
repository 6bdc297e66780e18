import { brightness } from './colour.js';
import { TEXTURES, type Texture } from './textures.js';

/** The size of a view. */
export const WIDTH = 640;
export const HEIGHT = 400;

const SIZE = `width="${WIDTH}" height="${HEIGHT}"`;
const SHEET = `x="0" y="0" ${SIZE}`;

/** A row of laces, each from its eyelet across the throat. */
export interface LaceRow {
  /** The highest eyelet and the lowest. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly count: number;
  /** The end of a lace, relative to its eyelet. */
  readonly reach: readonly [number, number];
  readonly width: number;
  readonly colour: string;
  /** The colour of a tie at the highest eyelet; null for none. */
  readonly tie: string | null;
  /** The visible area below the laces. */
  readonly throat: string;
}

/**
 * The tools for a view: each method returns a piece of SVG and records the definitions that it uses. All ids share a
 * prefix, so that several drawings can be in one document.
 */
export class Brush {
  private readonly shared = new Map<string, string>();
  private clips = 0;

  constructor(private readonly prefix: string) {}

  /** The drawing as a complete document. */
  finished(pieces: readonly string[]): string {
    const defs = [...this.shared.values()].join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round"><defs>${defs}</defs>${this.blurredTogether(pieces.join(''))}</svg>`;
  }

  /** One blur for consecutive lines costs a browser a tenth of separate ones. */
  private blurredTogether(svg: string): string {
    const filter = ` filter="url(#${this.prefix}b)"`;
    const runs = new RegExp(`(?:<path [^>]*${filter.replace(/[()]/g, '\\$&')}/>){2,}`, 'g');
    return svg.replace(runs, (run) => `<g${filter}>${run.replaceAll(filter, '')}</g>`);
  }

  /** The shadow on the ground, from one x to another. */
  ground(from: number, to: number, y = 357): string {
    const fill = this.use(
      'g',
      (id) =>
        `<radialGradient id="${id}"><stop stop-opacity=".55"/><stop offset=".65" stop-opacity=".28"/><stop offset="1" stop-opacity="0"/></radialGradient>`,
    );
    return `<ellipse cx="${(from + to) / 2}" cy="${y}" rx="${(to - from) / 2}" ry="10" fill="${fill}"/>`;
  }

  /** A body of the shoe: its parts are clipped to its outline, lit from above, and its edge is visible on any page. */
  form(outline: string, colour: string, ...inner: string[]): string {
    return [
      this.fill(outline, colour),
      this.within(outline, ...inner, this.light()),
      `<path d="${outline}" stroke="#85858c" stroke-opacity=".6" stroke-width="1.6"/>`,
    ].join('');
  }

  /** Foam or rubber: bright above, dark below. */
  sole(outline: string, colour: string, ...inner: string[]): string {
    const shade = this.use(
      'm',
      (id) =>
        `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".3"/></linearGradient>`,
    );
    return [
      this.fill(outline, colour),
      this.within(outline, ...inner, this.fill(outline, shade), this.sides()),
      `<path d="${outline}" stroke="#77777e" stroke-opacity=".6" stroke-width="1.5"/>`,
    ].join('');
  }

  fill(shape: string, colour: string, opacity = 1): string {
    return `<path d="${shape}" fill="${colour}"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
  }

  /** A piece of material on top of another, with its shadow. */
  panel(shape: string, colour: string): string {
    return `<path d="${shape}" fill="${colour}" stroke="#000" stroke-opacity=".22" filter="${this.shadow()}"/>`;
  }

  within(outline: string, ...inner: string[]): string {
    const clip = this.use(
      `c${this.clips++}`,
      (id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`,
    );
    return `<g clip-path="${clip}">${inner.join('')}</g>`;
  }

  /** Soft shadow along a line. */
  shade(line: string, width: number, opacity = 0.3): string {
    return this.soft(line, '#000', width, opacity);
  }

  /** Soft light along a line. */
  shine(line: string, width: number, opacity = 0.4): string {
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
  textured(shape: string, texture: Texture, colour: string, opacity = 1): string {
    const fill = this.use(texture, (id) => TEXTURES[texture](id, colour));
    return this.fill(shape, fill, opacity);
  }

  laces({ from, to, count, reach: [dx, dy], width, colour, tie, throat }: LaceRow): string {
    const steps = Array.from({ length: count }, (_, index) => {
      const share = count === 1 ? 0 : index / (count - 1);
      return [
        Math.round(from[0] + (to[0] - from[0]) * share),
        Math.round(from[1] + (to[1] - from[1]) * share),
      ];
    });
    const near = steps
      .map(
        ([x, y]) =>
          `M${x} ${y}c${Math.round(dx * 0.08)} ${Math.round(dy * 0.5)} ${Math.round(dx * 0.5)} ${Math.round(dy * 0.95)} ${dx} ${dy}`,
      )
      .join('');
    const far = steps
      .map(
        ([x = 0, y = 0]) =>
          `M${x + 4} ${Math.round(y + dy * 0.55)}q${Math.round(dx * 0.9)} ${Math.round(dy * 0.2)} ${Math.round(dx * 1.5)} 2`,
      )
      .join('');
    const eyelets = steps.map(([x, y]) => `M${x} ${y}v2`).join('');
    const dark = brightness(colour) < 0.3;
    return [
      this.line(eyelets, '#000', width * 0.85, 0.55),
      this.within(
        throat,
        this.line(far, colour, width * 0.72),
        this.line(far, '#000', width * 0.72, dark ? 0.35 : 0.22),
        `<g transform="translate(1.5 2.5)">${this.line(near, '#000', width + 1.5, 0.42)}</g>`,
      ),
      this.line(near, '#77777e', width + 1.4, 0.6),
      this.line(near, colour, width),
      `<g transform="translate(-1 -1)">${this.line(near, '#fff', width * 0.3, dark ? 0.22 : 0.5)}</g>`,
      tie === null ? '' : this.line(`M${from[0] + 8} ${from[1]}c-16 10-18 34-10 50m-2-8l-7 14`, tie, 5),
    ].join('');
  }

  private light(): string {
    const fromAbove = this.use(
      'l',
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="320" y1="60" x2="330" y2="330"><stop stop-color="#fff" stop-opacity=".22"/><stop offset=".5" stop-color="#fff" stop-opacity=".04"/><stop offset=".62" stop-opacity="0"/><stop offset="1" stop-opacity=".2"/></linearGradient>`,
    );
    return `<rect ${SIZE} fill="${fromAbove}"/>${this.sides()}`;
  }

  /** Shades heel and toe, which curve away. */
  private sides(): string {
    const sides = this.use(
      'h',
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="36" y1="0" x2="612" y2="0"><stop stop-opacity=".34"/><stop offset=".09" stop-opacity=".06"/><stop offset=".16" stop-color="#fff" stop-opacity=".1"/><stop offset=".3" stop-opacity="0"/><stop offset=".9" stop-opacity="0"/><stop offset="1" stop-opacity=".26"/></linearGradient>`,
    );
    return `<rect ${SIZE} fill="${sides}"/>`;
  }

  private soft(line: string, colour: string, width: number, opacity: number): string {
    const blur = this.use(
      'b',
      (id) =>
        `<filter id="${id}" filterUnits="userSpaceOnUse" ${SHEET}><feGaussianBlur stdDeviation="5"/></filter>`,
    );
    return `<path d="${line}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" filter="${blur}"/>`;
  }

  private shadow(): string {
    return this.use(
      'd',
      (id) =>
        `<filter id="${id}" x="-10%" y="-10%" width="120%" height="125%"><feDropShadow dx="-.5" dy="1.6" stdDeviation="1.8" flood-opacity=".42"/></filter>`,
    );
  }

  private use(name: string, made: (id: string) => string): string {
    const id = `${this.prefix}${name}`;
    if (!this.shared.has(name)) {
      this.shared.set(name, made(id));
    }
    return `url(#${id})`;
  }
}
