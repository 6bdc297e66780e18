import type { Transition } from './transition.js';

/** The ways in which a deal fails. Several events lead to each. */

/** The buyer did not pay. What they had carried over goes back to them. */
export const UNPAID_IN_TIME = {
  to: 'cancelled',
  set: { cancellation: 'payment', penalty: 'pending' },
  clock: 'choice',
  money: ['owe the held money', 'refund'],
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

export const NOT_SHIPPED = {
  to: 'cancelled',
  set: { cancellation: 'not-shipped', choice: 'open', penalty: 'pending' },
  clock: 'choice',
  money: ['owe the held money'],
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

/** The seller no longer has the pair, so the ask is not placed again. */
export const SOLD_ELSEWHERE = {
  to: 'cancelled',
  set: { cancellation: 'undone' },
  clock: 'none',
  money: ['owe the held money', 'refund'],
  notify: ['buyer'],
} as const satisfies Transition;

export const UNDONE = {
  ...SOLD_ELSEWHERE,
  orders: ['place-makers-order'],
  notify: ['maker'],
} as const satisfies Transition;

export const REJECTED = {
  to: 'rejected',
  set: { choice: 'open', penalty: 'pending' },
  clock: 'choice',
  money: ['owe the held money'],
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

export const LOST_ON_THE_WAY_TO_US = {
  to: 'lost',
  set: { parcelIn: 'lost', choice: 'open' },
  clock: 'choice',
  money: ['owe the held money'],
  notify: ['buyer', 'seller', 'desk'],
} as const satisfies Transition;

export const LOST_ON_THE_WAY_TO_THE_BUYER = {
  to: 'lost',
  set: { parcelOut: 'lost', choice: 'open' },
  clock: 'choice',
  money: ['owe the payment'],
  notify: ['buyer', 'desk'],
} as const satisfies Transition;
