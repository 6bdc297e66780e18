import { describe, expect, it } from 'vitest';
import { FindableProducts } from './findable-products.js';
import type { FindableProduct } from './found.js';

const PRODUCTS: Partial<FindableProduct>[] = [
  { name: 'Dunk Low Panda', brand: 'Nike', kind: 'women', colours: ['black', 'white'] },
  { name: 'Dunk Low Rose', brand: 'Nike', kind: 'men', colours: ['pink'] },
  { name: 'Jordan 4 Black Cat', brand: 'Jordan', kind: 'men', colours: ['black'] },
  { name: 'AJ1 Tribute', brand: 'Other', kind: null, colours: [] },
  { name: 'Air Jordan 1 Low', brand: 'Jordan', kind: 'grade school', colours: ['grey'] },
  { name: 'Air Jordan 11 Retro 2019', brand: 'Jordan', kind: 'men', colours: ['grey'] },
];

function build() {
  const all = new FindableProducts();
  for (const [index, product] of PRODUCTS.entries()) {
    all.put(
      {
        id: index + 1,
        name: '',
        brand: '',
        thumbnail: '',
        kind: null,
        colours: [],
        releaseDate: null,
        model: null,
        nickname: null,
        styleCode: null,
        retailCents: null,
        tradesFrom: null,
        ...product,
      },
      ['9', '10'],
    );
  }
  all.setBook({ productId: 3, size: '10', seq: 1, lowestAskCents: 10_000, highestBidCents: null });
  all.setAliases([
    { alias: 'AJ1', meaning: 'air jordan 1' },
    { alias: 'Foam Runner', meaning: 'foam rnnr' },
    { alias: 'kids', meaning: 'grade school' },
    { alias: 'panda', meaning: 'raccoon' },
  ]);
  return all;
}

const all = build();
const names = (text: string) => all.search(text, 10).products.map(({ name }) => name);

describe('a searched text', () => {
  it.each([
    ['women dunk', ['Dunk Low Panda']],
    ['dunk women', ['Dunk Low Panda']],
    ['men dunk', ['Dunk Low Rose']],
    ['black', ['Jordan 4 Black Cat', 'Dunk Low Panda']],
    ['bla', ['Jordan 4 Black Cat', 'Dunk Low Panda']],
    ['black cat', ['Jordan 4 Black Cat']],
    ['aj1', ['Air Jordan 1 Low']],
    ['air jordan 1', ['Air Jordan 1 Low', 'Air Jordan 11 Retro 2019']],
    ['aj1 retro', ['Air Jordan 11 Retro 2019']],
    ['kids aj1', ['Air Jordan 1 Low']],
    ['size 10 jordan', ['Jordan 4 Black Cat']],
    ['size 10', ['Jordan 4 Black Cat']],
    ['size 9 jordan', []],
    ['black sneakers', ['Jordan 4 Black Cat', 'Dunk Low Panda']],
    ['size 10 sneakers', ['Jordan 4 Black Cat']],
    ['aj1 shoes', ['Air Jordan 1 Low']],
    ['blakc shoes', ['Jordan 4 Black Cat']],
    ['trainers', []],
  ])('%s', (text, expected) => expect(names(text)).toEqual(expected));

  it('is searched for as typed if the meaning of its alias has no matches', () => {
    expect(names('panda')).toEqual(['Dunk Low Panda']);
  });

  it('that names a size shows the prices of that size', () => {
    all.setBook({ productId: 3, size: '9', seq: 1, lowestAskCents: 5_000, highestBidCents: null });
    const filters = { values: { brand: [], model: [], kind: [], size: [], colour: [], year: [] } };
    const found = all.browse(
      {
        ...filters,
        text: 'size 10 cat',
        from: null,
        to: null,
        isBelowRetail: false,
        sort: 'trending',
        page: 1,
      },
      10,
      '2026-11-27',
    );
    expect(found.products.map(({ lowestAskCents }) => lowestAskCents)).toEqual([10_000]);
  });

  it('without matches has a nearer one', () => {
    expect(all.near('black dog')).toBe('black');
    expect(all.near('jordan panda rose')).toBeTruthy();
    expect(all.near('dog')).toBeNull();
  });
});
