import { describe, expect, it } from 'vitest';
import { placeAfter, suggestionsBefore, suggestionsFor } from './search-suggestions.js';

const product = { id: 3, name: 'Runner', thumbnail: '', nickname: null, styleCode: null };
const found = (count: number) => ({
  count,
  isClose: false,
  products: count > 0 ? [product] : [],
  popular: [],
});

describe('search suggestions', () => {
  it('are the matches of a text, and a link to the page with all of them', () => {
    expect(suggestionsFor('run & co', found(12), 'product', null)).toEqual([
      { kind: 'product', to: '/product/3', product },
      { kind: 'all', to: '/browse?q=run%20%26%20co', count: 12 },
    ]);
  });

  it('lead to selling when the user sells', () => {
    expect(suggestionsFor('run & co', found(12), 'sell', null)).toEqual([
      { kind: 'product', to: '/sell/3', product },
      { kind: 'all', to: '/sell?q=run%20%26%20co', count: 12 },
    ]);
  });

  it('are all matches, page by page, on the search page', () => {
    const listed = { kind: 'product', to: '/sell/3', product };
    expect(suggestionsFor('run', found(12), 'sell', true)).toEqual([listed, { kind: 'more' }]);
    expect(suggestionsFor('run', found(1), 'sell', false)).toEqual([listed]);
  });

  it('are empty when nothing matches', () => {
    expect(suggestionsFor('run', found(0), 'product', null)).toEqual([]);
    expect(suggestionsFor('run', found(0), 'sell', false)).toEqual([]);
  });

  it('are recent searches, then popular products, each once, before the user types', () => {
    const offered = suggestionsBefore(['air max', 'dunk low'], ['Dunk Low', 'Samba']);
    expect(offered.map((each) => (each.kind === 'search' ? [each.text, each.isRecent] : null))).toEqual([
      ['air max', true],
      ['dunk low', true],
      ['Samba', false],
    ]);
  });
});

it.each([
  [-1, 'ArrowDown', 3, 0],
  [2, 'ArrowDown', 3, -1],
  [-1, 'ArrowUp', 3, 2],
  [0, 'ArrowUp', 3, -1],
  [-1, 'ArrowDown', 0, -1],
  [1, 'Home', 3, null],
])('from index %i, %s among %i moves to %o', (place, key, count, expected) => {
  expect(placeAfter(place, key, count)).toBe(expected);
});
