import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MATERIALS } from './brush/materials.js';
import { DETAILS, isPart } from './paint.js';
import { SILHOUETTES, sideViewOf, silhouetteFile } from './silhouettes.js';
import { parseSvg, type SvgElement } from './svg-file.js';

const CLASSES = 'form|sole|within|ground|panel|shade|shine|stitch|laces|cracks|wood';
/** All attributes that a silhouette may have, with their values. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  class: new RegExp(`^(${CLASSES})$`),
  d: /^[A-Za-z0-9 .,-]+$/,
  transform: /^(translate|rotate)\([-0-9. ]+\)$/,
  fill: /^(#[0-9a-f]{3,6}|var\(--[a-z0-9-]+\))$/,
  stroke: /^(#[0-9a-f]{3,6}|var\(--[a-z0-9-]+\))$/,
  number: /^-?[0-9.]+$/,
  dashes: /^[0-9. ]+$/,
  point: /^-?[0-9.]+ -?[0-9.]+$/,
  material: new RegExp(`^(${MATERIALS.join('|')})$`),
  bow: /^none$/,
  detail: new RegExp(`^(${DETAILS.join('|')})$`),
};
const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['stroke-width', 'stroke-opacity', 'opacity', 'cx', 'cy', 'rx', 'ry', 'data-count'].map((name) => [
      name,
      'number',
    ]),
  ),
  'data-from': 'point',
  'data-to': 'point',
  'data-reach': 'point',
  'data-with': 'detail',
  'data-without': 'detail',
  'data-thread': 'stroke',
  'data-material': 'material',
  'data-bow': 'bow',
  'stroke-dasharray': 'dashes',
};

function elementsOf(element: SvgElement): SvgElement[] {
  return [element, ...element.children.flatMap(elementsOf)];
}

/** The attributes that break the rules. */
function strays({ name: element, attributes }: SvgElement): string[] {
  return Object.entries(attributes)
    .filter(([name, value]) => {
      const [, detail = '', replaced = name] = /^data-([a-z]+)-([a-z-]+)$/.exec(name) ?? [];
      const rule = ATTRIBUTES[KINDS[replaced] ?? replaced];
      const isKnown = detail === '' || ATTRIBUTES.detail?.test(detail);
      return !isKnown || !rule?.test(value);
    })
    .map(([name, value]) => `${element} ${name}="${value}"`);
}

describe('the files of silhouettes', () => {
  it('are those that are listed', () => {
    const files = readdirSync(new URL('.', silhouetteFile('mid')));
    expect(files.sort()).toEqual(SILHOUETTES.map((silhouette) => `${silhouette}.svg`).sort());
  });

  it.each(SILHOUETTES)('have only known elements, attributes and values: %s', (silhouette) => {
    const elements = sideViewOf(silhouette).flatMap(elementsOf);
    expect(elements.filter(({ name }) => !['g', 'path', 'ellipse'].includes(name))).toEqual([]);
    expect(elements.flatMap(strays)).toEqual([]);
  });

  it.each(SILHOUETTES)('have only colours of parts: %s', (silhouette) => {
    const parts = [...readFileSync(silhouetteFile(silhouette), 'utf8').matchAll(/var\(--([a-z]+)/g)];
    expect(parts.map(([, part = '']) => part).filter((part) => !isPart(part))).toEqual([]);
  });
});

describe('a file of SVG', () => {
  it('is parsed to elements, without comments', () => {
    expect(parseSvg('<svg viewBox="0 0 1 1"><!-- a <b> --><g><path d="M0 0"/></g></svg>')).toEqual({
      name: 'svg',
      attributes: { viewBox: '0 0 1 1' },
      children: [
        { name: 'g', attributes: {}, children: [{ name: 'path', attributes: { d: 'M0 0' }, children: [] }] },
      ],
    });
  });

  it.each(['<svg>text</svg>', '<svg><g></svg>', '<svg/><svg/>', '', "<svg a='1'/>"])(
    'is refused: %s',
    (text) => {
      expect(() => parseSvg(text)).toThrow();
    },
  );
});
