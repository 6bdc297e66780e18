import { ORDER_CALLS, type OrderCall } from '@perkex/core/order-book/order.js';
import fc from 'fast-check';

export const USERS = ['ann', 'bob', 'cid', 'dot', 'unready'];
export const SIZES = ['9', '9.5', '10'];

/** The sizes of bids over several sizes. */
export const GROUPS = [['9', '9.5'], ['9', '10'], ['9.5', '10'], SIZES];

/** The next command; its numbers choose among the orders that exist by then. */
export interface Step {
  readonly kind: 'place' | 'group' | 'resend' | 'reuse' | 'cancel' | 'jump';
  readonly call: OrderCall;
  readonly user: string;
  readonly product: number;
  readonly size: string;
  readonly dollars: number;
  readonly choice: number;
}

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('place' as const) },
    { weight: 2, arbitrary: fc.constant('group' as const) },
    { weight: 3, arbitrary: fc.constant('cancel' as const) },
    { weight: 1, arbitrary: fc.constant('resend' as const) },
    { weight: 1, arbitrary: fc.constant('reuse' as const) },
    { weight: 1, arbitrary: fc.constant('jump' as const) },
  ),
  call: fc.constantFrom(...ORDER_CALLS),
  user: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...USERS.slice(0, 4)) }, fc.constant('unready')),
  product: fc.integer({ min: 0, max: 1 }),
  size: fc.constantFrom(...SIZES),
  dollars: fc.integer({ min: 95, max: 105 }),
  choice: fc.nat(),
});
