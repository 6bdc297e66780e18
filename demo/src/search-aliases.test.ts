import { coloursOf } from '@perkex/core/finding/colours.js';
import { NO_FILTERS } from '@perkex/core/finding/filters.js';
import { FindableProducts } from '@perkex/core/finding/findable-products.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { readAliases } from '@perkex/server/csv/aliases-file.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSneakers, SEARCH_ALIASES_FILE } from './sneakers.js';

const MOST = 200;
const all = new FindableProducts();

beforeAll(async () => {
  const sneakers = await readSneakers();
  for (const [index, { colourway, retailPrice, ...sneaker }] of sneakers.entries()) {
    const colours = coloursOf(colourway);
    const facts = { colours, retailCents: dollarsToCents(retailPrice), tradesFrom: null };
    all.put({ ...sneaker, ...facts, id: index + 1, thumbnail: '' }, ['9', '10']);
    const ask = { seq: 1, lowestAskCents: 20_000, highestBidCents: null };
    all.setBook({ productId: index + 1, size: index % 2 === 0 ? '10' : '9', ...ask });
  }
  all.setAliases(await readAliases(SEARCH_ALIASES_FILE));
});

const search = (text: string) => all.search(text, MOST).products.map(({ name }) => name);

describe('the search of the demonstration', () => {
  it.each([
    ['aj1', /^Air Jordan 1 /],
    ['aj1 bred', /^Air Jordan 1 .*Bred/],
    ['AJ4 bred', /^Air Jordan 4 .*Bred/],
    ['bred aj4', /^Air Jordan 4 .*Bred/],
    ['af1', /^Nike Air Force 1 /],
    ['air force one', /^Nike Air Force 1 /],
    ['air force 1s', /^Nike Air Force 1 /],
    ['jordan 1s', /^Air Jordan 1 /],
    ['jordan 4s bred', /^Air Jordan 4 .*Bred/],
    ['jordan eleven', /^Air Jordan 11 /],
    ['foam runner', /Foam RNNR/],
    ['white aj11', /^Air Jordan 11 /],
    ['nb 990', /^New Balance 990v3/],
    ['ts fragment', /Travis Scott x Fragment/],
  ])('understands %s', (text, name) => {
    const found = search(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((each) => !name.test(each))).toEqual([]);
  });

  it('reads colour, audience and size from a text, in any order', () => {
    const found = search('size 10 jordan');
    expect(found.length).toBeGreaterThan(3);
    expect(search('jordan sz 10')).toEqual(found);
    expect(found.every((name) => /jordan/i.test(name))).toBe(true);
    expect(found.length).toBeLessThan(search('jordan').length);
    expect(search('kids dunk')).toEqual(['Nike Dunk Low Retro White Black Panda GS']);
    expect(search('dunk kids')).toEqual(search('kids dunk'));
  });

  it.each(['aj4 bred', 'size 10 jordan', 'kids dunk', 'foam runner', 'jordn 4', 'black dunk'])(
    'finds the same as browsing for %s',
    (text) => {
      const browsed = all
        .browse({ ...NO_FILTERS, text }, MOST, '2026-11-27')
        .products.map(({ name }) => name);
      expect(browsed.toSorted()).toEqual(search(text).toSorted());
    },
  );

  it('has near hits for what it has not', () => {
    expect(search('black cat')).toEqual([]);
    expect(all.near('black cat')).toBe('black');
    expect(all.near('aj4 purple dragon')).toMatch(/^air jordan 4/);
    expect(all.near('zzzzzz')).toBeNull();
  });
});
