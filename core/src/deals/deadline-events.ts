import type { Deal } from './deal.js';
import type { DealEvent } from './deal-event.js';
import { LOST_ON_THE_WAY_TO_THE_BUYER, NOT_SHIPPED, REJECTED, UNPAID_IN_TIME } from './failures.js';
import { type Case, refuse, type Transition, type TransitionTable } from './transition.js';

const NOT_DUE = refuse('not-due', 'not due yet');

const OVERDUE = {
  set: { isOverdue: true },
  clock: 'none',
  notify: ['buyer', 'desk'],
} as const satisfies Transition;

const CHOICE_ENDS = {
  if: ['choice open'],
  set: { choice: 'refund' },
  clock: 'none',
  money: ['refund'],
  notify: ['buyer'],
} as const satisfies Transition;

/** A refund unless the buyer chose, and a penalty unless the side that failed appealed. */
const CHOICE_AND_APPEAL_END: readonly Case[] = [
  NOT_DUE,
  {
    if: ['choice open', 'penalty pending'],
    set: { choice: 'refund', penalty: 'charged' },
    clock: 'none',
    money: ['refund', 'charge the penalty'],
    notify: ['buyer', 'penalty-payer'],
  },
  CHOICE_ENDS,
  {
    if: ['penalty pending'],
    set: { penalty: 'charged' },
    clock: 'none',
    money: ['charge the penalty'],
    notify: ['penalty-payer'],
  },
  { clock: 'none' },
];

/** The event of a clock that fires. */
export function eventOfClock({ claim }: Pick<Deal, 'claim'>): DealEvent {
  return { type: claim === 'return' ? 'return-overdue' : 'deadline-passed' };
}

/** Every clock has a transition. */
export const DEADLINE_EVENTS = {
  'deadline-passed': {
    by: ['clock'],
    in: {
      unpaid: [
        NOT_DUE,
        { ...UNPAID_IN_TIME, if: ['the ask is relisted'], orders: ['place-ask'] },
        UNPAID_IN_TIME,
      ],
      paid: [NOT_DUE, NOT_SHIPPED],
      shipped: [NOT_DUE, OVERDUE],
      received: [NOT_DUE, OVERDUE],
      objectable: [NOT_DUE, { ...OVERDUE, if: ['already objected'] }, REJECTED],
      verified: [NOT_DUE, OVERDUE],
      sent: [
        NOT_DUE,
        { ...LOST_ON_THE_WAY_TO_THE_BUYER, if: ['reported missing'] },
        { to: 'delivered', clock: 'claim', notify: ['buyer', 'seller'] },
      ],
      // The end of the claim window. In earlier versions, also of the time to return the pair.
      delivered: [NOT_DUE, { set: { ending: 'complete' }, clock: 'none', notify: ['buyer', 'seller'] }],
      rejected: CHOICE_AND_APPEAL_END,
      lost: [NOT_DUE, CHOICE_ENDS, { clock: 'none' }],
      cancelled: CHOICE_AND_APPEAL_END,
    },
  },
  // The pair may be late on its way, or lie at the desk unscanned: a member decides.
  'return-overdue': {
    by: ['clock'],
    in: {
      delivered: [
        refuse('no-claim', 'no return agreed'),
        NOT_DUE,
        { ...OVERDUE, notify: ['buyer', 'desk', 'finance'] },
      ],
    },
  },
} as const satisfies Partial<TransitionTable>;
