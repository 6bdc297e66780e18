import { whereRefunded } from './refund-and-payout-events.js';
import { type Case, refuse, type Transition, type TransitionTable } from './transition.js';

const NO_COLLECTION = [
  refuse('other-call', 'of another collection'),
  refuse('nothing-in-flight', 'no collection in flight'),
] as const;

const PAID = {
  to: 'paid',
  set: { payment: 'held' },
  clock: 'ship',
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

const PAID_FOR_A_PAIR_HERE = {
  to: 'received',
  set: { payment: 'held' },
  clock: 'desk',
  notify: ['buyer', 'seller', 'desk'],
} as const satisfies Transition;

const UNBOOKED = {
  to: 'unpaid',
  clock: 'payment-again',
  money: ['unbook the payment'],
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

const NOTHING_TO_UNBOOK = [
  refuse('no-payment', 'nothing was collected'),
  refuse('payment-disputed', 'payment disputed or lost'),
  refuse('payment-disputed', 'charged back'),
] as const;

const NOT_DISPUTED = refuse('no-payment', 'payment not disputed');
/** Carried money is lost whatever has become of the deal's own payment. */
const NOTHING_TO_LOSE = refuse('no-payment', 'payment not disputed', 'not of carried money');

/** A chargeback concerns the payment only: in any state after it was held, even a final one. */
const DISPUTED: readonly Case[] = [
  { if: ['of carried money'], set: { payment: 'disputed' }, notify: ['finance', 'desk'] },
  refuse('already-done', 'disputed before'),
  refuse('no-payment', 'nothing was collected'),
  { set: { payment: 'disputed', hasBeenDisputed: true }, notify: ['finance', 'desk'] },
];
const DISPUTE_WON = { set: { payment: 'won' }, notify: ['finance', 'desk'] } as const satisfies Transition;
const DISPUTE_LOST = {
  set: { payment: 'lost' },
  money: ['lose the payment'],
  notify: ['finance', 'desk'],
} as const satisfies Transition;

const DISPUTE_LOST_BEFORE_REFUND = {
  ...DISPUTE_LOST,
  money: ['lose the payment', 'refund'],
} as const satisfies Transition;

/** The chargeback has paid the buyer, so there is nothing left to choose. */
const DISPUTE_LOST_AFTER_FAILURE: readonly Case[] = [
  NOTHING_TO_LOSE,
  {
    if: ['waiting with a bid'],
    set: { payment: 'lost', choice: 'refund' },
    money: ['lose the payment', 'refund'],
    orders: ['cancel-bid'],
    notify: ['finance', 'desk'],
  },
  {
    if: ['choice open'],
    set: { payment: 'lost', choice: 'refund' },
    money: ['lose the payment', 'refund'],
    notify: ['finance', 'desk'],
  },
  DISPUTE_LOST_BEFORE_REFUND,
];

function inAllButUnpaid(cases: readonly Case[]) {
  return {
    paid: cases,
    shipped: cases,
    received: cases,
    objectable: cases,
    verified: cases,
    sent: cases,
    delivered: cases,
    rejected: cases,
    lost: cases,
    cancelled: cases,
    complete: cases,
    closed: cases,
  };
}

/** Collecting the payment, and chargebacks. */
export const PAYMENT_EVENTS = {
  pay: {
    by: ['buyer', 'clock'],
    in: {
      unpaid: [
        refuse('in-progress', 'payment in progress'),
        refuse('wrong-amount', 'carries too much'),
        { ...PAID_FOR_A_PAIR_HERE, if: ['carries everything', 'the pair is here'], money: ['collect'] },
        { ...PAID, if: ['carries everything'], money: ['collect'] },
        { clock: 'payment', money: ['collect'] },
      ],
    },
  },
  'payment-needs-buyer': {
    by: ['provider'],
    in: {
      unpaid: [
        ...NO_COLLECTION,
        refuse('already-done', 'the buyer is needed'),
        { set: { payment: 'needs-buyer' }, notify: ['buyer'] },
      ],
    },
  },
  'payment-held': {
    by: ['provider'],
    in: {
      unpaid: [
        ...NO_COLLECTION,
        refuse('wrong-amount', 'another amount'),
        { ...PAID_FOR_A_PAIR_HERE, if: ['the pair is here'], money: ['hold'] },
        { ...PAID, money: ['hold'] },
      ],
      // Too late: it goes back at once.
      cancelled: [
        ...NO_COLLECTION,
        refuse('wrong-amount', 'another amount'),
        { money: ['hold', 'owe the held money', 'refund'], notify: ['buyer'] },
      ],
    },
  },
  'payment-declined': {
    by: ['provider'],
    in: {
      unpaid: [
        ...NO_COLLECTION,
        { set: { payment: 'failed' }, money: ['give up collecting'], notify: ['buyer'] },
      ],
      cancelled: [
        ...NO_COLLECTION,
        { if: ['payment disputed or lost'], money: ['give up collecting', 'refund'] },
        { set: { payment: 'failed' }, money: ['give up collecting', 'refund'] },
      ],
    },
  },
  // Until the pair is on its way.
  'unbook-payment': {
    by: ['member'],
    in: {
      paid: [...NOTHING_TO_UNBOOK, UNBOOKED],
      received: [refuse('too-late', 'the seller shipped'), ...NOTHING_TO_UNBOOK, UNBOOKED],
    },
  },
  'pause-clock': {
    by: ['member', 'clock'],
    in: { unpaid: [refuse('already-done', 'the clock is paused'), { clock: 'paused' }] },
  },
  'resume-clock': {
    by: ['member', 'clock'],
    in: { unpaid: [refuse('already-done', 'the clock is not paused'), { clock: 'resumed' }] },
  },
  'dispute-opened': {
    by: ['provider'],
    in: {
      ...inAllButUnpaid(DISPUTED),
      // The buyer wants back the money that they had carried over.
      unpaid: [
        {
          if: ['of carried money'],
          to: 'cancelled',
          set: { cancellation: 'by-us', payment: 'disputed' },
          clock: 'none',
          money: ['owe the held money'],
          notify: ['buyer', 'seller', 'finance', 'desk'],
        },
        refuse('no-payment'),
      ],
    },
  },
  // Refunds waited for the outcome.
  'dispute-won': {
    by: ['provider'],
    in: {
      ...inAllButUnpaid([NOT_DISPUTED, DISPUTE_WON]),
      ...whereRefunded([NOT_DISPUTED, { ...DISPUTE_WON, money: ['refund'] }]),
    },
  },
  'dispute-lost': {
    by: ['provider'],
    in: {
      ...inAllButUnpaid([NOTHING_TO_LOSE, DISPUTE_LOST]),
      ...whereRefunded(DISPUTE_LOST_AFTER_FAILURE),
      delivered: [NOTHING_TO_LOSE, DISPUTE_LOST_BEFORE_REFUND],
    },
  },
} as const satisfies Partial<TransitionTable>;
