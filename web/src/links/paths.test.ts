import { expect, it } from 'vitest';
import { paths } from './paths.js';

it('the parameters of an address are filled in their order and encoded', () => {
  expect(paths.home).toBe('/');
  expect(paths.model('dr-martens', 'a/b c')).toBe('/brands/dr-martens/a%2Fb%20c');
  expect(paths.dealSlip('7')).toBe('/dashboard/orders/7/slip');
  expect(paths.buy(3, '9½', 'bid')).toBe('/buy/3?size=9%C2%BD&mode=bid');
  expect(paths.releases()).toBe('/releases');
});
