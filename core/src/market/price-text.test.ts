import { expect, it } from 'vitest';
import { amountText, priceText, retailText, signedAmountText } from './price-text.js';

it.each([
  [24_000, '240$'],
  [100_000_000, '1000000$'],
  [0, '--'],
  [null, '--'],
])('%s cents as a price are shown as %s', (cents, text) => {
  expect(priceText(cents)).toBe(text);
});

it.each([
  [1910, '19.10$'],
  [21703, '217.03$'],
  [0, '0.00$'],
  [-1000, '−10.00$'],
])('%d cents are shown as %s', (cents, text) => {
  expect(amountText(cents)).toBe(text);
});

it.each([
  [1910, '+ 19.10$'],
  [-1000, '− 10.00$'],
])('%d cents that are added or taken off are shown as %s', (cents, text) => {
  expect(signedAmountText(cents)).toBe(text);
});

it.each([
  [180, '180$'],
  [119.5, '119.50$'],
  [19.99, '19.99$'],
])('a retail price of %d dollars is shown as %s', (dollars, text) => {
  expect(retailText(dollars)).toBe(text);
});
