import { expect, it } from 'vitest';
import { filtersFrom } from './filters.js';
import { titleOfFilters } from './filters-title.js';

const NAMES: Readonly<Record<string, string>> = {
  nike: 'Nike',
  jordan: 'Jordan',
  'air-jordan-4': 'Air Jordan 4',
  men: 'Men',
  red: 'Red',
  '2024': '2024',
  '9': '9',
};

it.each([
  ['', 'All sneakers'],
  ['sort=newest&page=2', 'All sneakers'],
  ['from=100&to=200', 'All sneakers'],
  ['brand=nike', 'Nike sneakers'],
  ['brand=nike&brand=jordan', 'All sneakers'],
  ['brand=nike&model=air-jordan-4', 'Air Jordan 4 sneakers'],
  ['brand=unknown', 'All sneakers'],
  ['brand=nike&brand=unknown', 'Nike sneakers'],
  ['colour=red&kind=men&year=2024&size=9', 'Red sneakers for men of 2024 in size 9'],
  ['below-retail=1', 'Sneakers below retail'],
  ['brand=nike&q=panda', 'Results for “panda”'],
])('%s is called %s', (address, title) => {
  const filters = filtersFrom(new URLSearchParams(address));
  expect(titleOfFilters(filters, (_facet, value) => NAMES[value] ?? null)).toBe(title);
});
