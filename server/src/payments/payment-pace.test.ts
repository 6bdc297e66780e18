import { expect, it } from 'vitest';
import { PaymentPace } from './payment-pace.js';

it('fewer payments start while orders wait for each other, but never none', () => {
  let ordersInProgress = 0;
  const pace = new PaymentPace(() => ordersInProgress);
  expect(pace.startsPerSecond()).toBe(200);
  ordersInProgress = 16;
  expect(pace.startsOfSlice()).toBe(20);
  ordersInProgress = 17;
  expect(pace.startsOfSlice()).toBe(2);
  expect(pace.startsPerSecond()).toBe(20);
});
