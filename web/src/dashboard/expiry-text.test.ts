import { expect, it } from 'vitest';
import { expiryText } from './expiry-text.js';

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

it.each([
  [29.99 * 24, 'expires in 30 days'],
  [6.2 * 24, 'expires in 6 days'],
  [24.1, 'expires in 1 day'],
  [23.4, 'expires in 23 hours'],
  [1.2, 'expires in 1 hour'],
  [0.4, 'expires within the hour'],
  [-1, 'expires within the hour'],
])('%d hours before the end of its lifetime an order %s', (hours, text) => {
  expect(expiryText(new Date(NOW + hours * HOUR).toISOString(), NOW)).toBe(text);
});
