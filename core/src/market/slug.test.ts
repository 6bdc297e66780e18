import { expect, it } from 'vitest';
import { slugOf } from './slug.js';

it.each([
  ['Nike', 'nike'],
  ['New Balance', 'new-balance'],
  ['Dr. Martens', 'dr-martens'],
  ['Comme des Garçons', 'comme-des-garcons'],
  [' A-COLD-WALL* ', 'a-cold-wall'],
  ['アシックス', 'アシックス'],
  ['…', ''],
])('%j is %j in an address', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
