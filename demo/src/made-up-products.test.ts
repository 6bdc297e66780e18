import { coloursOf } from '@perkex/core/finding/colours.js';
import { kindOf } from '@perkex/core/finding/kinds.js';
import { otherNames } from '@perkex/core/finding/other-names.js';
import { isSize } from '@perkex/core/sizes.js';
import { describe, expect, it } from 'vitest';
import { type MadeUpCatalogue, madeUpProduct } from './made-up-products.js';
import { readSneakers } from './sneakers.js';

const CATALOGUE: MadeUpCatalogue = { count: 5_000, seed: 1, now: new Date('2026-05-04T12:00:00Z') };

function productsOf(catalogue: MadeUpCatalogue) {
  return Array.from({ length: catalogue.count }, (_, place) => madeUpProduct(catalogue, place));
}

const products = productsOf(CATALOGUE);

describe('made-up products', () => {
  it('are the same each time they are made', () => {
    expect(madeUpProduct(CATALOGUE, 4_321)).toEqual(products[4_321]);
    expect(madeUpProduct({ ...CATALOGUE, seed: 2 }, 4_321)).not.toEqual(products[4_321]);
  });

  it('have unique names and style codes', () => {
    expect(new Set(products.map(({ name }) => name)).size).toBe(products.length);
    expect(new Set(products.map(({ styleCode }) => styleCode)).size).toBe(products.length);
  });

  it('have unique names and style codes in the largest catalogue, too', () => {
    const largest = { ...CATALOGUE, count: 1_000_000 };
    // Products of one model and of its neighbour, whose names could be the same.
    const places = Array.from({ length: 1_000 }, (_, index) => (index >> 1) * 2_000 + 7 + (index & 1));
    const near = places.map((place) => madeUpProduct(largest, place));
    expect(new Set(near.map(({ name }) => name)).size).toBe(near.length);
    expect(new Set(near.map(({ styleCode }) => styleCode)).size).toBe(near.length);
    expect(new Set(near.map(({ model, brand }) => `${brand} ${model}`)).size).toBe(2);
  });

  it('say that they are made up, and have no real brand', async () => {
    const real = new Set((await readSneakers()).map(({ brand }) => brand));
    expect(products.filter(({ brand }) => real.has(brand))).toEqual([]);
    expect(products.every(({ description }) => description.includes('no brand makes it'))).toBe(true);
  });

  it('have all facts that products are found by', () => {
    for (const { name, nickname, kind, colourway, sizeRun, releaseDate, tradesFrom } of products) {
      const { sizes } = sizeRun;
      expect(sizes.every(isSize)).toBe(true);
      expect([kind, ...(kindOf(name, sizes) === null ? ['men', 'unisex'] : [])]).toContain(
        kindOf(name, sizes) ?? kind,
      );
      expect(coloursOf(colourway).length).toBeGreaterThan(0);
      expect(otherNames(name, nickname)).toHaveLength(nickname === null ? 0 : 1);
      expect(tradesFrom === null ? releaseDate <= '2026-05-04' : releaseDate > '2026-05-04').toBe(true);
    }
    const kinds = new Set(products.map(({ kind }) => kind));
    expect(kinds.size).toBe(6);
    const upcoming = products.filter(({ tradesFrom }) => tradesFrom !== null).length;
    expect(upcoming).toBeGreaterThan(20);
    expect(upcoming).toBeLessThan(100);
  });
});
