import { expect, it } from 'vitest';
import { RESERVATION_MS, reservationOf } from './reservation.js';

const MINUTE_MS = 60_000;
const ann = (atMs: number) => ({ member: 'ann', atMs });
const bob = (atMs: number) => ({ member: 'bob', atMs });

it('lasts for half an hour', () => {
  expect(reservationOf([], 0)).toBeNull();
  expect(reservationOf([ann(0)], RESERVATION_MS - 1)).toEqual({
    member: 'ann',
    untilMs: RESERVATION_MS,
    takenFrom: null,
  });
  expect(reservationOf([ann(0)], RESERVATION_MS)).toBeNull();
});

it('names the member from whom it was taken, also once it was renewed', () => {
  expect(reservationOf([bob(10 * MINUTE_MS), ann(0)], 11 * MINUTE_MS)?.takenFrom).toBe('ann');
  const renewed = [bob(20 * MINUTE_MS), bob(10 * MINUTE_MS), ann(0)];
  expect(reservationOf(renewed, 21 * MINUTE_MS)?.takenFrom).toBe('ann');
  expect(reservationOf([bob(40 * MINUTE_MS), ann(0)], 41 * MINUTE_MS)?.takenFrom).toBeNull();
});
