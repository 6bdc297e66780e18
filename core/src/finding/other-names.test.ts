import { expect, it } from 'vitest';
import { otherNames } from './other-names.js';

it('a product has the nicknames that its name does not contain', () => {
  expect(otherNames('Air Jordan 1 Retro High Travis Scott', 'Cactus Jack / Mocha')).toEqual([
    'Cactus Jack',
    'Mocha',
  ]);
  expect(otherNames('Nike Dunk Low Retro White Black Panda', 'panda/Oreo')).toEqual(['Oreo']);
  expect(otherNames('Air One', ' / ')).toEqual([]);
  expect(otherNames('Air One', null)).toEqual([]);
});
