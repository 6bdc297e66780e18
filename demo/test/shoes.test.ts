import type { Drawing } from '@perkex/server/catalogue/create-products.js';
import { drawShoe, silhouetteOf, VIEWS } from '@perkex/server/drawings/draw-shoe.js';
import { previewOf, versionOf } from '@perkex/server/drawings/drawing-addresses.js';
import { DETAILS, OWN_PARTS } from '@perkex/server/drawings/paint.js';
import { SILHOUETTES } from '@perkex/server/drawings/silhouettes.js';
import { segmentsOf } from '@perkex/server/drawings/svg-path.js';
import { describe, expect, it } from 'vitest';
import { readSneakers } from '../src/sneakers.js';

const sneakers = await readSneakers();
const COLOURS = {
  upper: '#111111',
  overlay: '#222222',
  accent: '#333333',
  midsole: '#444444',
  outsole: '#555555',
  laces: '#666666',
};
const everyShape: Drawing[] = SILHOUETTES.map((silhouette) => ({
  silhouette,
  colours: COLOURS,
  details: DETAILS,
}));
const everything = [...sneakers, ...everyShape];
const drawings = everything.flatMap((drawing) => VIEWS.map((view) => drawShoe(drawing, view)));

/** Excludes the paths of materials, which all shoes may share. */
const pathsOf = (svg: string) =>
  [...svg.replace(/<pattern.*?<\/pattern>/g, '').matchAll(/ d="([^"]{60,})"/g)].map(([, path]) => path);
const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('every drawing of a shoe', () => {
  it('has at most 12,000 bytes', () => {
    const sizes = sneakers.flatMap((sneaker) =>
      VIEWS.map((view) => Buffer.byteLength(drawShoe(sneaker, view))),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(12_000);
  });

  it('contains only shapes, light and materials: no text, script, style or external link', () => {
    const elements = new Set(
      drawings.flatMap((svg) => [...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name)),
    );
    expect([...elements].sort()).toEqual([
      'clipPath',
      'defs',
      'ellipse',
      'feDropShadow',
      'feGaussianBlur',
      'filter',
      'g',
      'linearGradient',
      'path',
      'pattern',
      'radialGradient',
      'rect',
      'stop',
      'svg',
    ]);
    for (const svg of drawings) {
      expect(svg).not.toMatch(/href|style=|\son[a-z]+=|NaN|undefined/);
      const ids = new Set(idsOf(svg));
      expect([...svg.matchAll(/url\(#([^)]+)\)/g)].filter(([, id = '']) => !ids.has(id))).toEqual([]);
    }
  });

  it('can be in one document with any other, with unique ids', () => {
    const ids = everything
      .filter(({ silhouette, colours, details }, index) => {
        const same = JSON.stringify([silhouette, colours, details]);
        return (
          everything.findIndex(
            (other) => JSON.stringify([other.silhouette, other.colours, other.details]) === same,
          ) === index
        );
      })
      .flatMap((drawing) => VIEWS.flatMap((view) => idsOf(drawShoe(drawing, view))));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the colours of its pair', () => {
    for (const sneaker of sneakers) {
      const { upper = '', outsole = '' } = sneaker.colours;
      expect(drawShoe(sneaker, 'side'), sneaker.name).toContain(upper);
      expect(drawShoe(sneaker, 'front'), sneaker.name).toContain(upper);
      expect(drawShoe(sneaker, 'heel'), sneaker.name).toContain(outsole);
    }
  });
});

describe('light and materials', () => {
  const drawn = (upper: string, details: readonly string[] = []) =>
    drawShoe({ silhouette: 'low-court', colours: { ...COLOURS, upper }, details }, 'side');
  const rims = (svg: string) => svg.match(/stroke="url\(#\w+\)" stroke-width="5"/g)?.length ?? 0;

  it('light the edge of a dark upper, so that it stands out on a dark page', () => {
    expect(rims(drawn('#111111'))).toBeGreaterThan(rims(drawn('#f5f5f5')));
  });

  it.each(['suede', 'nubuck', 'patent'])('differ from leather: %s', (material) => {
    expect(drawn('#8a6f50', [material])).not.toBe(drawn('#8a6f50'));
  });
});

describe('the view from the front', () => {
  const pointsOf = (d: string) =>
    segmentsOf(d).flatMap((segment) => (segment.kind === 'end' ? [] : [segment.to]));

  it('lies within the picture, with the toe nearest', () => {
    for (const { silhouette } of everyShape) {
      const front = drawShoe({ silhouette, colours: COLOURS }, 'front');
      const points = [
        ...front.replace(/<pattern.*?<\/pattern>/g, '').matchAll(/<path d="(M[^"]+Z)"/g),
      ].flatMap(([, d = '']) => pointsOf(d));
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      expect(Math.min(...xs, ...ys), silhouette).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs), silhouette).toBeLessThanOrEqual(640);
      expect(Math.max(...ys), silhouette).toBeLessThanOrEqual(400);
      // The toe is nearer than the heel, and therefore lower.
      const lowest = points.reduce((low, point) => (point[1] > low[1] ? point : low));
      expect(lowest[0], silhouette).toBeGreaterThan(320);
    }
  });
});

describe('silhouettes', () => {
  it('number at least thirty, each with its own drawing', () => {
    const owners = new Map<string, string>();
    const shared: string[] = [];
    for (const drawing of everyShape) {
      for (const path of new Set(pathsOf(drawShoe({ ...drawing, details: [] }, 'side')))) {
        const owner = owners.get(path as string);
        if (owner) {
          shared.push(`${owner} and ${drawing.silhouette}: ${path}`);
        }
        owners.set(path as string, drawing.silhouette);
      }
    }
    expect(shared).toEqual([]);
    expect(SILHOUETTES.length).toBeGreaterThanOrEqual(30);
  });

  it('exist for every product of the demonstration market', () => {
    expect(sneakers.filter(({ silhouette }) => silhouetteOf(silhouette) !== silhouette)).toEqual([]);
  });

  it('of older versions are drawn, and unknown ones as a low court shoe', () => {
    expect(silhouetteOf('boot')).toBe('work-boot');
    expect(silhouetteOf('retro-basketball')).toBe('jordan-4');
    expect(silhouetteOf('constructor')).toBe('low-court');
    expect(drawShoe({ silhouette: 'sandal', colours: COLOURS }, 'side')).toContain(COLOURS.upper);
    expect(drawShoe(null, 'side')).toMatch(/^<svg /);
  });

  it('ignore invalid colours', () => {
    const colours = Object.fromEntries(['upper', ...OWN_PARTS].map((part) => [part, '"/><script>']));
    expect(drawShoe({ silhouette: 'runner', colours }, 'side')).not.toContain('script');
  });
});

describe('addresses of drawings', () => {
  it('change with the drawing', () => {
    const [first, second] = [versionOf(everyShape[0] as Drawing), versionOf(everyShape[1] as Drawing)];
    expect(first).not.toBe(second);
    expect(first).toBe(versionOf(everyShape[0] as Drawing));
  });

  it('have a preview only for drawings', () => {
    expect(previewOf('/drawings/7.svg')).toBe('/drawings/7/preview.png');
    expect(previewOf('/drawings/7.svg?v=0a1b')).toBe('/drawings/7/preview.png?v=0a1b');
    expect(previewOf('https://example.com/7.svg')).toBe('https://example.com/7.svg');
  });
});
