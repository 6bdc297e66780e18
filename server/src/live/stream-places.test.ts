import { expect, it } from 'vitest';
import { StreamPlaces } from './stream-places.js';

function takeAll(places: StreamPlaces, address: string, userId: string | null): (() => void)[] {
  const taken: (() => void)[] = [];
  for (let leave = places.take(address, userId); leave; leave = places.take(address, userId)) {
    taken.push(leave);
  }
  return taken;
}

it('allows 60 streams per address, 10 per user, and 5000 in total', () => {
  const places = new StreamPlaces(true);
  expect(takeAll(places, 'a', 'ann')).toHaveLength(10);
  expect(takeAll(places, 'b', 'ann'), 'elsewhere, too').toHaveLength(0);
  expect(takeAll(places, 'a', null)).toHaveLength(50);
  expect(takeAll(new StreamPlaces(false), 'a', 'ann')).toHaveLength(5_000);
});

it('releases a slot once, however often it is given back', () => {
  const places = new StreamPlaces(true);
  const [leave] = takeAll(places, 'a', null);
  leave?.();
  leave?.();
  expect(places.count).toBe(59);
  expect(takeAll(places, 'a', null)).toHaveLength(1);
});

it('reserves 1000 streams for signed-in users, however many addresses visitors have', () => {
  const places = new StreamPlaces(true);
  for (let host = 0; host < 100; host += 1) {
    takeAll(places, `10.0.0.${host}`, null);
  }
  expect(places.count).toBe(4_000);
  for (let host = 0; host < 200; host += 1) {
    takeAll(places, `10.0.1.${host}`, `user ${host}`);
  }
  expect(places.count).toBe(5_000);
});

it('allows 60 streams per IPv6 /64, 120 per /56 and 240 per /48', () => {
  const places = new StreamPlaces(true);
  const taken = (ip: string) => takeAll(places, ip, null).length;
  expect(taken('2001:db8:1:100::1')).toBe(60);
  expect(taken('2001:db8:1:100:ffff::2')).toBe(0);
  expect([taken('2001:db8:1:101::1'), taken('2001:db8:1:1ff::1')]).toEqual([60, 0]);
  expect([taken('2001:db8:1:200::1'), taken('2001:db8:1:300::1'), taken('2001:db8:1:400::1')]).toEqual([
    60, 60, 0,
  ]);
  expect(taken('2001:db8:2::1')).toBe(60);
});
