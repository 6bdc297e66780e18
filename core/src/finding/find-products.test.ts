import { describe, expect, it } from 'vitest';
import { findProducts, indexProducts } from './find-products.js';

const NAMES = [
  'Air Max 1 Café Crème',
  'Court Classic Low',
  'Jordan 1 Retro High OG',
  'Air Jordan 1 Low',
  'Low Runner',
  'Slow Runner',
  'Zoom Fly "Jordan"',
  'Gel-Lyte III (2024)',
];
const index = indexProducts(NAMES.map((name) => ({ name })));
const find = (text: string) => findProducts(index, text).map(({ name }) => name);

describe('findProducts', () => {
  it.each([
    ['spaces around it are ignored', '  gel  ', ['Gel-Lyte III (2024)']],
    ['accents in the name are ignored', 'cafe creme', ['Air Max 1 Café Crème']],
    ['accents in the text are ignored', 'CAFÉ', ['Air Max 1 Café Crème']],
    ['an accent may be a character of its own', 'cre\u0300me', ['Air Max 1 Café Crème']],
    ['the words may come in any order', 'low jordan', ['Air Jordan 1 Low']],
    ['a part of a word is enough', 'ssic', ['Court Classic Low']],
    ['parts of two neighbouring words are enough', 'MAX 1 c', ['Air Max 1 Café Crème']],
    ['signs count as they are', '(2024', ['Gel-Lyte III (2024)']],
    ['several spaces between words are one', 'low   runner', ['Low Runner', 'Slow Runner']],
    ['every word must be there', 'jordan runner', []],
    ['nothing finds nothing', '', []],
    ['spaces find nothing', ' \t ', []],
  ])('%s: "%s"', (_what, text, names) => {
    expect(find(text)).toEqual(names);
  });

  it('puts names that begin with the text first, then those with a word that does, then the rest', () => {
    expect(find('low')).toEqual(['Low Runner', 'Court Classic Low', 'Air Jordan 1 Low', 'Slow Runner']);
    expect(find('jordan 1')).toEqual(['Jordan 1 Retro High OG', 'Air Jordan 1 Low']);
    expect(find('jordan')).toEqual(['Jordan 1 Retro High OG', 'Air Jordan 1 Low', 'Zoom Fly "Jordan"']);
    expect(find('lyte')).toEqual(['Gel-Lyte III (2024)']);
  });

  it('finds every name that contains the text, whatever its case', () => {
    for (const name of NAMES) {
      for (let start = 0; start < name.length; start += 1) {
        for (let end = start + 1; end <= name.length; end += 1) {
          const text = name.slice(start, end);
          if (text.trim() !== '') {
            expect(find(text.toUpperCase()), text).toContain(name);
          }
        }
      }
    }
  });
});
