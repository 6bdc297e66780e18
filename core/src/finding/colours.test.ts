import { describe, expect, it } from 'vitest';
import { COLOURS, coloursOf } from './colours.js';

describe('the colours of a colourway', () => {
  it.each([
    ['Varsity Red/Black-Sail-Muslin', ['red', 'black', 'beige']],
    ['Summit White/Fire Red-Black-Cement Grey', ['white', 'red', 'black', 'grey']],
    ['Turtledove/Blue Grey/Core White', ['grey', 'white']],
    ['Light Blue Fury/Lemon Wash', ['blue', 'yellow']],
    ['White/Lagoon Pulse-Black-University Gold', ['white', 'blue', 'black', 'yellow']],
    ['Varsity Blue/Del Sol', ['blue', 'yellow']],
    ['Rose Gold / Metallic Silver', ['gold', 'silver']],
    ['Off-White', ['white']],
    ['BLACK, gray & Écru', ['black', 'grey', 'beige']],
    ['Multi-Color', ['multicolour']],
    ['Black/Black', ['black']],
  ])('%s', (colourway, colours) => {
    expect(coloursOf(colourway)).toEqual(colours);
  });

  it.each([null, '', '/', 'Xyzzy', 'Blackish/Reddish', 'constructor'])('%s has none', (colourway) => {
    expect(coloursOf(colourway)).toEqual([]);
  });

  it('are recognised by their own names', () => {
    expect(COLOURS.flatMap(coloursOf)).toEqual(COLOURS);
  });
});
