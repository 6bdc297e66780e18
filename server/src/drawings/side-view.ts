import type { Brush } from './brush/brush.js';
import { apart, darker, lighter } from './brush/colour.js';
import { isMaterial, type Material } from './brush/materials.js';
import { isTexture } from './brush/textures.js';
import { isPart, type Paint } from './paint.js';
import { type Silhouette, sideViewOf } from './silhouettes.js';
import type { SvgElement } from './svg-file.js';
import { pointOf } from './svg-path.js';

/** A part's colour, or one mixed from it: `var(--upper)`, `var(--lining-darker-20)`. */
const COLOUR = /^var\(--([a-z]+)(?:-(darker|lighter|apart)-(\d+))?\)$/;
const REPLACEMENT = /^data-([a-z]+)-([a-z-]+)$/;
const MIXED = { darker, lighter, apart };

/**
 * Draws a silhouette's file: the brush completes elements with a class, and all others stay as they are. An element
 * with `data-with` or `data-without` depends on a detail, and `data-DETAIL-NAME` replaces the attribute NAME.
 * @throws Error for a file that breaks these rules
 */
export function sideView(silhouette: Silhouette, brush: Brush, paint: Paint): string[] {
  return drawElements(sideViewOf(silhouette), brush, paint);
}

/** Draws elements of a silhouette's file, as `sideView` does. */
export function drawElements(elements: readonly SvgElement[], brush: Brush, paint: Paint): string[] {
  return elements.map((element) => drawn(element, brush, paint));
}

function drawn(element: SvgElement, brush: Brush, paint: Paint): string {
  const { with: needed, without: excluded } = conditionsOf(element);
  if ((needed !== undefined && !paint.has(needed)) || (excluded !== undefined && paint.has(excluded))) {
    return '';
  }
  const attributes = painted(element, paint);
  const text = (name: string) => required(attributes, name);
  const number = (name: string) => Number(text(name));
  const kind = attributes.class;
  if (element.name === 'g') {
    return group(element, attributes, brush, paint);
  }
  switch (kind) {
    case undefined:
      return `<${element.name}${written(attributes)}/>`;
    case 'ground':
      return brush.ground(number('cx') - number('rx'), number('cx') + number('rx'), number('cy'));
    case 'panel':
      return brush.panel(text('d'), text('fill'), materialOf(attributes, paint));
    case 'shade':
      return brush.shade(text('d'), number('stroke-width'), number('stroke-opacity'));
    case 'shine':
      return brush.shine(text('d'), number('stroke-width'), number('stroke-opacity'));
    case 'stitch':
      return brush.stitch(text('d'), text('stroke'), attributes['data-thread']);
    case 'laces':
      return brush.laces({
        from: pointOf(text('data-from')),
        to: pointOf(text('data-to')),
        count: number('data-count'),
        reach: pointOf(text('data-reach')),
        width: number('stroke-width'),
        colour: text('stroke'),
        hasBow: attributes['data-bow'] !== 'none',
        tie: paint.tie,
      });
  }
  if (!isTexture(kind)) {
    throw new Error(`unknown class ${kind}`);
  }
  return brush.textured(text('d'), kind, text('fill'), Number(attributes.opacity ?? 1));
}

/** The first path of a group with a class is the outline of the others. */
function group(element: SvgElement, attributes: Attributes, brush: Brush, paint: Paint): string {
  const isClipped = attributes.class !== undefined;
  const inner = element.children.slice(isClipped ? 1 : 0).map((child) => drawn(child, brush, paint));
  if (!isClipped) {
    return `<g${written(attributes)}>${inner.join('')}</g>`;
  }
  const outline = element.children[0] ? painted(element.children[0], paint) : {};
  const shape = required(outline, 'd');
  if (attributes['data-edge'] === 'flat') {
    return brush.flat(shape, required(outline, 'fill'), materialOf(outline, paint)) + inner.join('');
  }
  const { 'data-edge': name } = attributes;
  const edge = name === 'soft' || name === 'thin' ? name : 'sharp';
  switch (attributes.class) {
    case 'form':
      return brush.form(shape, required(outline, 'fill'), inner, materialOf(outline, paint), edge);
    case 'sole':
      return brush.sole(shape, required(outline, 'fill'), inner, edge);
    case 'within':
      return brush.within(shape, ...inner);
    default:
      throw new Error(`unknown class ${attributes.class}`);
  }
}

/** The material of a piece; without its own, that of the product. */
function materialOf(attributes: Attributes, paint: Paint): Material {
  const material = attributes['data-material'] ?? paint.material;
  if (!isMaterial(material)) {
    throw new Error(`unknown material ${material}`);
  }
  return material;
}

type Attributes = Readonly<Record<string, string>>;

function conditionsOf({ attributes }: SvgElement): {
  with?: string | undefined;
  without?: string | undefined;
} {
  return { with: attributes['data-with'], without: attributes['data-without'] };
}

/** The attributes with the replacements for the paint's details, and with colours. */
function painted({ attributes }: SvgElement, paint: Paint): Attributes {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const [, detail = '', replaced = name] = (name.startsWith('data-') && REPLACEMENT.exec(name)) || [];
    if (detail === '' || paint.has(detail)) {
      result[replaced] = colourOf(value, paint);
    }
  }
  return result;
}

function colourOf(value: string, paint: Paint): string {
  if (!value.startsWith('var(')) {
    return value;
  }
  const [, part = '', mixed, percent] = COLOUR.exec(value) ?? [];
  if (!isPart(part)) {
    throw new Error(`unknown colour ${value}`);
  }
  return mixed === undefined
    ? paint[part]
    : MIXED[mixed as keyof typeof MIXED](paint[part], Number(percent) / 100);
}

function required(attributes: Attributes, name: string): string {
  const value = attributes[name];
  if (value === undefined) {
    throw new Error(`no attribute ${name}`);
  }
  return value;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([name]) => !name.startsWith('data-'))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
