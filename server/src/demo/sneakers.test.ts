import { describe, expect, it } from 'vitest';
import { sizeRuns } from './size-runs.js';
import { silhouettes } from './sneaker.js';
import { sneakers } from './sneakers.js';

describe('the catalogue', () => {
  it('has at least 66 sneakers, no name twice', () => {
    const names = sneakers.map((sneaker) => sneaker.name.toLowerCase());
    expect(names.length).toBeGreaterThanOrEqual(66);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has at least six families of three and more that share their first two words', async ({ annotate }) => {
    const members = new Map<string, number>();
    for (const { name } of sneakers) {
      const family = name.split(' ').slice(0, 2).join(' ');
      members.set(family, (members.get(family) ?? 0) + 1);
    }
    const large = [...members].filter(([, count]) => count >= 3);
    await annotate(large.map(([family, count]) => `${family} ${count}`).join(', '));
    expect(large.length).toBeGreaterThanOrEqual(6);
  });

  it('uses every silhouette and every size run', () => {
    expect(new Set(sneakers.map((sneaker) => sneaker.silhouette))).toEqual(new Set(silhouettes));
    expect(new Set<string>(sneakers.map((sneaker) => sneaker.sizeRun))).toEqual(
      new Set(Object.keys(sizeRuns)),
    );
  });

  it('writes colours as hex, prices as whole dollars and dates that exist', () => {
    for (const sneaker of sneakers) {
      for (const colour of Object.values(sneaker.colours)) {
        expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      }
      expect(Number.isInteger(sneaker.retailPrice)).toBe(true);
      expect(new Date(sneaker.releaseDate).toISOString().slice(0, 10)).toBe(sneaker.releaseDate);
    }
  });

  it('gives every product its own colours, except a grade school pair that matches its elder', () => {
    const grownUps = sneakers.filter((sneaker) => sneaker.sizeRun !== 'gradeSchool');
    const pictures = grownUps.map((sneaker) => JSON.stringify([sneaker.silhouette, sneaker.colours]));
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('lists sizes from small to large, with Y for grade school and W for women', () => {
    for (const run of Object.values(sizeRuns)) {
      const numbers = run.sizes.map(Number.parseFloat);
      expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
      expect(new Set(run.sizes).size).toBe(run.sizes.length);
    }
    expect(sizeRuns.mens.sizes.join(' ')).toMatch(/^3\.5 4 4\.5 .* 12\.5 13 14 15$/);
    expect(sizeRuns.gradeSchool.sizes.join(' ')).toBe('3.5Y 4Y 4.5Y 5Y 5.5Y 6Y 6.5Y 7Y');
    expect(sizeRuns.womens.sizes.at(0)).toBe('5W');
    expect(sizeRuns.womens.sizes.at(-1)).toBe('12W');
  });
});
