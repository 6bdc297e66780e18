import { expect, it } from 'vitest';
import { StreamPlaces } from './stream-places.js';

function takeAll(places: StreamPlaces, address: string, userId: string | null): (() => void)[] {
  const taken: (() => void)[] = [];
  for (let leave = places.take(address, userId); leave; leave = places.take(address, userId)) {
    taken.push(leave);
  }
  return taken;
}

it('an address has 60 places, a user 10 of them, and all 5000 together', () => {
  const places = new StreamPlaces(true);
  expect(takeAll(places, 'a', 'ann')).toHaveLength(10);
  expect(takeAll(places, 'b', 'ann'), 'elsewhere, too').toHaveLength(0);
  expect(takeAll(places, 'a', null)).toHaveLength(50);
  expect(takeAll(new StreamPlaces(false), 'a', 'ann')).toHaveLength(5_000);
});

it('a place that is given back, however often, is one place', () => {
  const places = new StreamPlaces(true);
  const [leave] = takeAll(places, 'a', null);
  leave?.();
  leave?.();
  expect(places.count).toBe(59);
  expect(takeAll(places, 'a', null)).toHaveLength(1);
});
