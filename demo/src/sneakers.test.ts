import { addDays } from '@perkex/core/figures/days.js';
import { coloursOf } from '@perkex/core/finding/colours.js';
import { otherNames } from '@perkex/core/finding/other-names.js';
import { NEW_RELEASE_DAYS } from '@perkex/core/finding/releases.js';
import { readProducts } from '@perkex/server/csv/products-file.js';
import { SILHOUETTES } from '@perkex/server/drawings/silhouettes.js';
import { describe, expect, it } from 'vitest';
import { popularityByKind } from './size-run.js';
import { readReleases, readSneakers, SNEAKERS_FILE } from './sneakers.js';

const sneakers = await readSneakers();

describe('the releases', () => {
  const TODAY = '2026-11-14';

  it('are eight of the last 90 days, which trade, and eight ahead, which trade from their day', async () => {
    const releases = await readReleases(TODAY);
    const [past, ahead] = [
      releases.filter(({ releaseDate }) => releaseDate <= TODAY),
      releases.filter(({ releaseDate }) => releaseDate > TODAY),
    ];
    expect([past.length, ahead.length]).toEqual([8, 8]);
    expect(past.filter(({ releaseDate }) => releaseDate < addDays(TODAY, 1 - NEW_RELEASE_DAYS))).toEqual([]);
    expect(new Set(past.map(({ tradesFrom }) => tradesFrom))).toEqual(new Set([null]));
    expect(ahead.filter(({ tradesFrom, releaseDate }) => tradesFrom !== releaseDate)).toEqual([]);
    expect(ahead[0]?.releaseDate).toBe('2026-11-17');
  });

  it('are marked as made up, with known colours and with names, brands and codes of their own', async () => {
    const releases = await readReleases(TODAY);
    const all = [...sneakers, ...releases];
    for (const { description, colourway } of releases) {
      expect(description).toMatch(/^Made up for the demonstration: no brand makes it\. .{10,}\.$/);
      expect(coloursOf(colourway ?? '').length, colourway ?? '').toBeGreaterThan(0);
    }
    expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length);
    const codes = all.flatMap(({ styleCode }) => styleCode ?? []);
    expect(new Set(codes).size).toBe(codes.length);
    const brands = new Set(sneakers.map(({ brand }) => brand));
    expect(releases.filter(({ brand }) => brands.has(brand))).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('has at least 66 sneakers with distinct names', () => {
    const names = sneakers.map((sneaker) => sneaker.name.toLowerCase());
    expect(names.length).toBeGreaterThanOrEqual(66);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has at least six families of three or more that share their first two words', async ({ annotate }) => {
    const members = new Map<string, number>();
    for (const { name } of sneakers) {
      const family = name.split(' ').slice(0, 2).join(' ');
      members.set(family, (members.get(family) ?? 0) + 1);
    }
    const large = [...members].filter(([, count]) => count >= 3);
    await annotate(large.map(([family, count]) => `${family} ${count}`).join(', '));
    expect(large.length).toBeGreaterThanOrEqual(6);
  });

  it('uses every silhouette and every fit', () => {
    expect(new Set(sneakers.map(({ silhouette }) => silhouette))).toEqual(new Set(SILHOUETTES));
    expect(new Set(sneakers.map(({ sizeRun }) => sizeRun.popularSize))).toEqual(
      new Set(Object.values(popularityByKind).map(({ popularSize }) => popularSize)),
    );
  });

  it('is a file that import-products reads completely and with the same result', async () => {
    const { products, badRows } = await readProducts(SNEAKERS_FILE);
    expect(badRows).toEqual([]);
    expect(products).toEqual(
      sneakers.map(
        ({ silhouette: _, colours: _1, details: _2, demand: _3, retailPrice, sizeRun, ...sneaker }) => ({
          ...sneaker,
          retailPriceCents: retailPrice * 100,
          sizes: sizeRun.sizes,
          tradesFrom: null,
          thumbnail: null,
          pictures: null,
        }),
      ),
    );
  });

  it('has the model, the audience and a description of at least two sentences for each', () => {
    const incomplete = sneakers.filter(
      ({ model, kind, description }) => !(model && kind && description?.match(/[^.]{10,}\. .{10,}\.$/)),
    );
    expect(incomplete.map(({ name }) => name)).toEqual([]);
    expect(new Set(sneakers.map(({ description }) => description)).size).toBe(sneakers.length);
  });

  it('has nicknames that the names do not contain', () => {
    const nicknamed = sneakers.filter(({ nickname }) => nickname !== null);
    expect(nicknamed.length).toBeGreaterThan(20);
    for (const { name, nickname } of nicknamed) {
      expect(otherNames(name, nickname).join(' / ')).toBe(nickname);
    }
  });

  it('has a known colour in every colourway', () => {
    const colourways = sneakers.flatMap(({ colourway }) => colourway ?? []);
    expect(colourways.length).toBeGreaterThan(50);
    expect(colourways.filter((colourway) => coloursOf(colourway).length === 0)).toEqual([]);
  });

  it('has distinct style codes', () => {
    const codes = sneakers.flatMap(({ styleCode }) => styleCode ?? []);
    expect(codes.length).toBeGreaterThan(70);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('gives every product its own colours, except grade school pairs that match adult ones', () => {
    const grownUps = sneakers.filter(({ sizeRun }) => !sizeRun.sizes[0]?.endsWith('Y'));
    const pictures = grownUps.map((sneaker) => JSON.stringify([sneaker.silhouette, sneaker.colours]));
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('marks grade school sizes with Y and women’s with W', () => {
    const marks = (kind: keyof typeof popularityByKind) =>
      sneakers
        .filter(({ sizeRun }) => sizeRun.popularSize === popularityByKind[kind].popularSize)
        .flatMap(({ sizeRun }) => sizeRun.sizes.map((size) => size.replace(/^[\d.]+/, '')));
    expect(new Set(marks('men'))).toEqual(new Set(['']));
    expect(new Set(marks('grade school'))).toEqual(new Set(['Y']));
    expect(new Set(marks('women'))).toEqual(new Set(['W']));
  });
});
