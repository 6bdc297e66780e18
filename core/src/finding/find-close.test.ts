import { expect, it } from 'vitest';
import { findClose } from './find-close.js';
import { indexProducts } from './find-products.js';

const index = indexProducts(
  [
    'Air Max 1 Café Crème',
    'Court Classic Low',
    'Jordan 1 Retro High OG',
    'Air Jordan 1 Low',
    'Slow Runner',
    'Zoom Fly "Jordan"',
    'Gel-Lyte III (2024)',
  ].map((name) => ({ name })),
);
const find = (text: string) => findClose(index, text).map(({ name }) => name);

it.each([
  ['a letter that is missing', 'jordn 1', ['Jordan 1 Retro High OG', 'Air Jordan 1 Low']],
  ['a letter too many', 'classicc low', ['Court Classic Low']],
  ['two that are swapped', 'runenr', ['Slow Runner']],
  ['in the beginning of a word', 'jodr', ['Jordan 1 Retro High OG', 'Air Jordan 1 Low', 'Zoom Fly "Jordan"']],
  ['another sign', 'gel/lyte', ['Gel-Lyte III (2024)']],
  ['whatever the accents', 'caffé', ['Air Max 1 Café Crème']],
])('findClose forgives %s: "%s"', (_what, text, names) => {
  expect(find(text)).toEqual(names);
});

it.each(['jxrdxn', 'lew', 'sneaker', 'jordn runner', '!?', '', ' '])(
  'findClose does not forgive everything: "%s"',
  (text) => {
    expect(find(text)).toEqual([]);
  },
);

it('findClose puts fewer errors first, and keeps the order of others', () => {
  const names = ['Runners', 'Rummer', 'Runner', 'Running'];
  const close = findClose(indexProducts(names.map((name) => ({ name }))), 'runnert');
  expect(close.map(({ name }) => name)).toEqual(['Runners', 'Runner']);
});
