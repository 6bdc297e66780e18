import { expect, it } from 'vitest';
import { amountText, priceText } from './price-text.js';

it.each([
  [240, '240$'],
  [1_000_000, '1000000$'],
  [0, '--'],
  [null, '--'],
])('a price of %s is shown as %s', (price, text) => {
  expect(priceText(price)).toBe(text);
});

it.each([
  [1910, '19.10$'],
  [21703, '217.03$'],
  [0, '0.00$'],
  [-1000, '-10.00$'],
])('%d cents are shown as %s', (cents, text) => {
  expect(amountText(cents)).toBe(text);
});
