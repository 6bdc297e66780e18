import { describe, expect, it } from 'vitest';
import { readSneakers } from '../demo/sneakers.js';
import { sneakerDrawing } from './sneaker-drawing.js';

const sneakers = await readSneakers();

describe('the drawn sneaker', () => {
  const drawings = sneakers.map((sneaker) => sneakerDrawing(sneaker.colours));

  it('stays below three thousand bytes', () => {
    expect(Math.max(...drawings.map((drawing) => Buffer.byteLength(drawing)))).toBeLessThan(3000);
  });

  it('holds shapes only: no text, script, style, link or reference', () => {
    for (const drawing of drawings) {
      const elements = new Set([...drawing.matchAll(/<([a-z]+)/g)].map((match) => match[1]));
      expect([...elements].sort()).toEqual(['ellipse', 'g', 'path', 'svg']);
      expect(drawing).not.toMatch(/href|url\(|on[a-z]+=|id=/);
    }
  });

  it('wears every colour of its colourway', () => {
    for (const sneaker of sneakers) {
      const drawing = sneakerDrawing(sneaker.colours);
      for (const colour of Object.values(sneaker.colours)) {
        expect(drawing).toContain(colour);
      }
    }
  });
});
