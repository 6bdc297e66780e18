import { describe, expect, it } from 'vitest';
import { moved, WHOLE, zoomed } from './zoom.js';

const PLACE = { width: 400, height: 200 };
const MIDDLE = { x: 0, y: 0 };

describe('zoomed', () => {
  it('keeps the point under the pointer in place', () => {
    expect(zoomed(WHOLE, 2, { x: 100, y: -50 }, PLACE)).toEqual({ scale: 2, x: -100, y: 50 });
  });

  it('is never smaller than its frame and never larger than six times', () => {
    expect(zoomed(WHOLE, 0.5, MIDDLE, PLACE)).toEqual(WHOLE);
    expect(zoomed(WHOLE, 100, MIDDLE, PLACE).scale).toBe(6);
  });

  it('is centred again once it is whole', () => {
    const corner = zoomed(WHOLE, 4, { x: 200, y: 100 }, PLACE);
    expect(zoomed(corner, 0.01, { x: -200, y: -100 }, PLACE)).toEqual(WHOLE);
  });
});

describe('moved', () => {
  it('follows the pointer but leaves no edge of its frame empty', () => {
    const twice = zoomed(WHOLE, 2, MIDDLE, PLACE);
    expect(moved(twice, { x: 30, y: -20 }, PLACE)).toEqual({ scale: 2, x: 30, y: -20 });
    expect(moved(twice, { x: 9_999, y: -9_999 }, PLACE)).toEqual({ scale: 2, x: 200, y: -100 });
  });

  it('leaves a whole picture in place', () => {
    expect(moved(WHOLE, { x: 30, y: 20 }, PLACE)).toEqual(WHOLE);
  });
});
