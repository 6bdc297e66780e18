import { describe, expect, it } from 'vitest';
import {
  addressOf,
  cutAddressOf,
  type Filters,
  filtersFrom,
  NO_FILTERS,
  namesTooMuch,
  withValueToggled,
} from './filters.js';

const read = (address: string) => filtersFrom(new URLSearchParams(address));
const withValues = (values: Partial<Filters['values']>) => ({ ...NO_FILTERS.values, ...values });

describe('choices', () => {
  it('survive a round trip through their address', () => {
    const filters: Filters = {
      text: 'jordan 4 & more',
      values: withValues({ brand: ['jordan', 'nike'], size: ['10.5', '9'], year: ['2019'] }),
      from: 100,
      to: 250,
      isBelowRetail: true,
      sort: 'newest',
      page: 3,
    };
    expect(read(addressOf(filters))).toEqual(filters);
    expect(addressOf(filters)).toBe(
      'q=jordan%204%20%26%20more&brand=jordan&brand=nike&size=10.5&size=9&year=2019&from=100&to=250&below-retail=1&sort=newest&page=3',
    );
  });

  it('are empty for an empty address, and produce an empty address', () => {
    expect(read('')).toEqual(NO_FILTERS);
    expect(addressOf(NO_FILTERS)).toBe('');
  });

  it.each([
    ['a price that is not a whole number', 'from=-1&to=1.5'],
    ['a page number that is out of range', 'page=0'],
    ['an unknown sort order', 'sort=cheapest'],
    ['a value that is empty or too long', `brand=&model=${'x'.repeat(101)}`],
    ['unknown parameters', 'utm_source=mail&__proto__=1'],
  ])('are not changed by %s', (_, address) => {
    expect(read(address)).toEqual(NO_FILTERS);
  });

  it('keep each value once, and only up to a limit', () => {
    expect(read('size=9&size=9').values.size).toEqual(['9']);
    const many = Array.from({ length: 1_000 }, (_, index) => `size=${index}`).join('&');
    expect(read(many).values.size).toHaveLength(30);
  });

  it('are cut at 30 values and 1 kB over all facets, and the address says so', () => {
    const named = (count: number, length: number, facets = ['brand', 'model', 'year']) =>
      Array.from(
        { length: count },
        (_, index) => `${facets[index % facets.length]}=${'é'.repeat(length)}${index}`,
      ).join('&');
    const tooMuch = (address: string) => namesTooMuch(new URLSearchParams(address));
    const count = (filters: Filters) => Object.values(filters.values).flat().length;
    for (const [address, used] of [
      [named(30, 0), 30],
      [named(31, 0), 30],
      [named(1_000, 0), 30],
      [named(20, 90), 1],
    ] as const) {
      const filters = read(address);
      expect(count(filters)).toBe(used);
      expect(addressOf(filters).length).toBeLessThan(1_024 + 30 * 'brand=&'.length);
      expect(tooMuch(address)).toBe(address !== named(30, 0));
      expect(addressOf(read(cutAddressOf(filters)))).toBe(addressOf(filters));
      expect(tooMuch(cutAddressOf(filters))).toBe(true);
      expect(tooMuch(addressOf(filters))).toBe(false);
    }
  });

  it('cut a long text, and repair one that is not well-formed', () => {
    expect(read(`q=${'y'.repeat(1_000)}`).text).toHaveLength(100);
    expect(read('q=%20%20a%20%20b%20').text).toBe('a b');
    expect(filtersFrom(new URLSearchParams({ q: '\ud800' })).text).toBe('\ufffd');
  });

  it('have an address even if their text is cut inside a character', () => {
    const filters = read(`q=${'y'.repeat(99)}😀`);
    expect(read(addressOf(filters))).toEqual(filters);
    expect(filters.text).toBe(`${'y'.repeat(99)}\ufffd`);
  });

  it('return to the first page when a value is selected or removed', () => {
    const chosen = withValueToggled({ ...NO_FILTERS, page: 4 }, 'colour', 'red');
    expect(chosen).toEqual({ ...NO_FILTERS, values: withValues({ colour: ['red'] }) });
    expect(withValueToggled(chosen, 'colour', 'red')).toEqual(NO_FILTERS);
  });
});
