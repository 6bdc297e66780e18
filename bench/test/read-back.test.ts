import type { OrderStatus } from '@perkex/core/order-book/order.js';
import { describe, expect, it } from 'vitest';
import { isGroupAsAcknowledged } from '../src/crash/read-back.js';

const BID = { id: 'bid', name: 'Crash One', sizes: ['9', '9.5', '10'], price: 100 };

const RESTING = { ...BID, hasTraded: false, hasRested: true };
const TRADED_AT_ONCE = { ...BID, hasTraded: true, hasRested: false };

describe('the orders of a bid over several sizes', () => {
  it.each<[string, typeof RESTING, OrderStatus[], boolean]>([
    ['that rests, of each size', RESTING, ['open', 'open', 'open'], true],
    ['that rests, without one', RESTING, ['open', 'open'], false],
    ['that rested and traded since', RESTING, ['traded', 'cancelled', 'cancelled'], true],
    ['that rested and traded since, without one', RESTING, ['traded', 'cancelled'], false],
    ['that rested and traded since, without the others', RESTING, ['traded'], false],
    ['that traded, with one still open', RESTING, ['traded', 'open', 'cancelled'], false],
    ['that traded twice', RESTING, ['traded', 'traded', 'cancelled'], false],
    ['that traded at once', TRADED_AT_ONCE, ['traded'], true],
    ['whose trade was in the answer to a resend', TRADED_AT_ONCE, ['traded', 'cancelled', 'cancelled'], true],
    ['that traded at once, without its trade', TRADED_AT_ONCE, [], false],
  ])('%s', (_what, bid, statuses, isKept) => {
    const found = statuses.map((status) => ({ name: BID.name, price: BID.price, status }));
    expect(isGroupAsAcknowledged(bid, found)).toBe(isKept);
  });
});
