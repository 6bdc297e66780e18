import { PAGES, type PageRecord } from '@perkex/contract/pages.js';
import { isAtPattern, patternsOf } from '@perkex/contract/path-of.js';
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

/** The addresses of pages with parameters: their parts in the address are encoded. */
const WITH_PARAMETERS = [
  '/help/fees',
  '/brands/nike',
  '/brands/a%C3%A7%C3%A3o',
  '/brands/nike/dunk-low',
  '/market/2026-11-22',
  '/product/1',
  '/product/2',
  '/product/3',
];
const PAGE_RECORDS: readonly (readonly [string, PageRecord])[] = Object.entries(PAGES);
const isOf =
  ({ path }: PageRecord) =>
  (address: string) =>
    patternsOf(path).some((pattern) => isAtPattern(pattern, address));

it('names every address once, those of products last', () => {
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  expect(paths.slice(-WITH_PARAMETERS.length)).toEqual(WITH_PARAMETERS);
  expect(addressesIn(siteMap(URL, paths, 1))).toEqual(paths.map((path) => `${URL}${path}`));
});

it.each(PAGE_RECORDS)('names the page %s if search engines may show it, and otherwise not', (name, page) => {
  expect(
    paths.some(isOf(page)),
    `${name}: mappedPaths (site-map.ts) adds the addresses of indexed pages, also of those with parameters, and no others`,
  ).toBe(page.isIndexed);
});

it('names only pages for everybody, and no other address', () => {
  const mapped = PAGE_RECORDS.filter(([, page]) => paths.some(isOf(page)));
  expect(mapped.filter(([, { layout, isRendered }]) => layout !== 'market' || !isRendered)).toEqual([]);
  expect(paths.filter((path) => !mapped.some(([, page]) => isOf(page)(path)))).toEqual([]);
});

it('names every rendered page but those that a user shares', () => {
  const left = PAGE_RECORDS.filter(([, page]) => page.isRendered && !paths.some(isOf(page)));
  expect(
    left.map(([name]) => name),
    'Rendered pages are for search engines. Any other one is named here.',
  ).toEqual(['soldPair']);
});

it('is split into files that an index lists', () => {
  const limit = Math.ceil(paths.length / 3);
  const maps = addressesIn(siteMapIndex(URL, paths, limit));
  expect(maps).toEqual([1, 2, 3].map((number) => `${URL}/sitemap-${number}.xml`));
  const mapped = [1, 2, 3].map((number) => addressesIn(siteMap(URL, paths, number, limit)));
  expect(mapped.map(({ length }) => length)).toEqual([limit, limit, paths.length - 2 * limit]);
  expect(mapped.flat()).toEqual(addressesIn(siteMap(URL, paths, 1)));
});

it.each([0, 4, 1e9])('has no file number %i', (number) => {
  expect(siteMap(URL, paths, number, Math.ceil(paths.length / 3))).toBeNull();
});

it('holds 50,000 addresses per file', () => {
  const many = Array.from({ length: 100_001 }, (_, index) => `/product/${index}`);
  expect(addressesIn(siteMapIndex(URL, many))).toHaveLength(3);
  expect(addressesIn(siteMap(URL, many, 2))).toHaveLength(50_000);
});
