import { expect, it } from 'vitest';
import { saleDay } from './sale-day.js';

it('shows a sale by the day of its date', () => {
  expect(saleDay('2025-03-09T23:59:59.000Z')).toBe('2025-03-09');
});
