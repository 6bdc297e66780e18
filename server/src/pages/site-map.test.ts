import { expect, it } from 'vitest';
import { mappedPaths, siteMap, siteMapIndex } from './site-map.js';

const URL = 'https://shop.example';
const paths = mappedPaths({
  help: ['fees'],
  brands: ['nike', 'ação'],
  models: [{ brand: 'nike', model: 'dunk-low' }],
  productIds: [1, 2, 3],
  days: ['2026-11-22'],
});
const addressesIn = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*)<\/loc>/g)].map(([, address]) => address);

it('names every page once', () => {
  expect(addressesIn(siteMap(URL, paths, 1))).toEqual(
    [
      '/',
      '/browse',
      '/brands',
      '/releases',
      '/market',
      '/sell',
      '/help',
      '/developers',
      '/help/fees',
      '/brands/nike',
      '/brands/a%C3%A7%C3%A3o',
      '/brands/nike/dunk-low',
      '/market/2026-11-22',
      '/product/1',
      '/product/2',
      '/product/3',
    ].map((path) => `${URL}${path}`),
  );
});

it('is split into files that an index lists', () => {
  const maps = addressesIn(siteMapIndex(URL, paths, 6));
  expect(maps).toEqual([1, 2, 3].map((number) => `${URL}/sitemap-${number}.xml`));
  const mapped = [1, 2, 3].map((number) => addressesIn(siteMap(URL, paths, number, 6)));
  expect(mapped.map(({ length }) => length)).toEqual([6, 6, 4]);
  expect(mapped.flat()).toEqual(addressesIn(siteMap(URL, paths, 1)));
});

it.each([0, 4, 1e9])('has no file number %i', (number) => {
  expect(siteMap(URL, paths, number, 6)).toBeNull();
});

it('holds 50,000 addresses per file', () => {
  const many = Array.from({ length: 100_001 }, (_, index) => `/product/${index}`);
  expect(addressesIn(siteMapIndex(URL, many))).toHaveLength(3);
  expect(addressesIn(siteMap(URL, many, 2))).toHaveLength(50_000);
});
