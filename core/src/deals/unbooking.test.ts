import { describe, it } from 'vitest';
import { check, type Line, refused } from '../../test/check-steps.js';
import { held, PAID, pay, SHIPPED, TERMS } from '../../test/deal-table.js';

describe('a payment that was booked by mistake', () => {
  it.each<Line>([
    [
      'is collected again',
      [...PAID, 'unbook-payment'],
      {
        state: 'unpaid',
        due: '2026-12-11T00:00',
        money: ['held→collecting 25720'],
        calls: ['collect 25720'],
        notified: ['buyer', 'seller'],
      },
    ],
    ['may be paid then', [...PAID, 'unbook-payment', held(25_720)], { state: 'paid' }],
    [
      'ends the deal if it is not',
      [...PAID, 'unbook-payment', 'payment-declined', 'deadline-passed'],
      { state: 'cancelled', money: [] },
    ],
    ['stays once the pair is on its way', [...SHIPPED, 'unbook-payment'], refused('wrong-state')],
    [
      'stays once the pair that was sent has arrived',
      [...SHIPPED, 'receive', 'unbook-payment'],
      refused('too-late'),
    ],
    [
      'was collected by this deal',
      [{ type: 'pay', method: 'card', carriedCents: 25_720 }, 'unbook-payment'],
      refused('no-payment'),
    ],
    ['is not disputed', [...PAID, 'dispute-opened', 'unbook-payment'], refused('payment-disputed')],
    ['is there', [pay, 'unbook-payment'], refused('wrong-state')],
  ])('%s', check);

  it.each<Line>([
    [
      'of a pair that is here is collected again',
      [...PAID, 'unbook-payment'],
      { state: 'unpaid', calls: ['collect 25720'] },
      { ...TERMS, isPairHere: true },
    ],
  ])('%s', check);
});
