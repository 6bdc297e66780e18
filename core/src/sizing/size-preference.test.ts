import { describe, expect, it } from 'vitest';
import { type SizedShoe, type SizeSystem, shownSize, sizeFor } from './size-preference.js';

const own = (size: string | null) => ({ system: 'us-men', size }) as const;
const reading = (system: SizeSystem) => ({ system, size: null });
const shoe = (brand: string, ...sizes: string[]): SizedShoe => ({ brand, name: 'Runner', sizes });

describe('the own size among the sizes of a shoe', () => {
  it.each([
    ['is the same size', '9', shoe('Nike', '8', '9', '10'), '9'],
    ['is a men’s 9 of Nike for a woman who wears 10.5', '10.5W', shoe('Nike', '8', '9', '10'), '9'],
    ['is a men’s 8.5 of Converse for a woman who wears 10.5', '10.5W', shoe('Converse', '8.5', '9'), '8.5'],
    ['is a men’s 9.5 of adidas for a woman who wears 10.5', '10.5W', shoe('Adidas', '9', '9.5'), '9.5'],
    ['is a women’s 10.5 of Nike for a man who wears 9', '9', shoe('Nike', '9W', '10.5W'), '10.5W'],
    ['is a youth 5.5 for a woman who wears 7', '7W', shoe('Jordan', '5Y', '5.5Y'), '5.5Y'],
    ['is a youth 6 for a man who wears 6', '6', shoe('Jordan', '5.5Y', '6Y'), '6Y'],
    ['is a men’s 5.5 for a child who wears youth 5.5', '5.5Y', shoe('Jordan', '5', '5.5'), '5.5'],
    ['is none if the shoe is not made in it', '14', shoe('Nike', '9', '10'), null],
    ['is none for a child among adult sizes', '10C', shoe('Nike', '10', '10W'), null],
    ['is none for a man among the sizes of small children', '10', shoe('Nike', '9C', '10C'), null],
    ['is none if the chart lacks it', '9', shoe('Timberland', '10W'), null],
    ['is none without a preference', null, shoe('Nike', '9'), null],
    ['is none if the preference is not a size', '__proto__', shoe('Nike', '9'), null],
  ])('%s', (_what, size, worn, expected) => expect(sizeFor(own(size), worn)).toBe(expected));
});

describe('the size shown beside a catalogue size', () => {
  it.each([
    ['eu', '9', 'EU 42.5'],
    ['uk', '9', 'UK 8'],
    ['cm', '9', '27 cm'],
    ['us-women', '9', 'US W 10.5'],
    ['us-men', '10.5W', 'US M 9'],
    ['us-men', '5.5Y', 'US M 5.5'],
    ['us-men', '9', null],
    ['us-women', '9W', null],
    ['us-women', '10C', null],
    ['eu', '5.5C', null],
  ] as const)('in the system %s, beside %s: %s', (system, size, expected) =>
    expect(shownSize(reading(system), shoe('Nike'), size)).toBe(expected),
  );
});
