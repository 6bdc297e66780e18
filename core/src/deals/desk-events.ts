import { LOST_ON_THE_WAY_TO_US, REJECTED } from './failures.js';
import { refuse, type Transition, type TransitionTable } from './transition.js';

const VERIFIED = {
  to: 'verified',
  clock: 'send',
  money: ['divide the payment'],
  notify: ['buyer', 'seller', 'finance'],
} as const satisfies Transition;

const CANCELLED_BY_US = {
  to: 'cancelled',
  set: { cancellation: 'by-us', choice: 'open' },
  clock: 'choice',
  money: ['owe the held money'],
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

const CLAIM_ENDED = [
  refuse('already-done', 'already ending'),
  refuse('no-claim', 'no claim to end'),
] as const;

const NO_APPEAL = refuse('no-appeal', 'no appeal');

const WAIVED = { set: { penalty: 'waived' }, notify: ['penalty-payer'] } as const satisfies Transition;

const UPHELD = {
  set: { penalty: 'charged' },
  money: ['charge the penalty'],
  notify: ['penalty-payer'],
} as const satisfies Transition;

const LOSS_DECIDED = refuse('already-done', 'already ending');

/** Verdicts on a pair, desk cases, claims and losses. */
export const DESK_EVENTS = {
  pass: {
    by: ['member'],
    in: {
      received: [VERIFIED],
      objectable: [
        refuse('no-objection', 'not objected'),
        refuse('same-member', 'by the same member'),
        VERIFIED,
      ],
    },
  },
  fail: {
    by: ['member'],
    in: {
      received: [{ to: 'objectable', clock: 'objection', notify: ['buyer', 'seller'] }],
      objectable: [
        refuse('no-objection', 'not objected'),
        refuse('same-member', 'by the same member'),
        REJECTED,
      ],
    },
  },
  'accept-verdict': { by: ['seller'], in: { objectable: [REJECTED] } },
  object: {
    by: ['seller'],
    in: {
      objectable: [
        refuse('already-done', 'already objected'),
        { set: { hasObjected: true }, clock: 'desk', notify: ['buyer', 'desk'] },
      ],
    },
  },
  'declare-lost': {
    by: ['member'],
    in: { shipped: [refuse('not-overdue', 'not overdue'), LOST_ON_THE_WAY_TO_US] },
  },
  'keep-waiting': {
    by: ['member'],
    in: {
      shipped: [
        refuse('not-overdue', 'not overdue'),
        refuse('already-done', 'a clock runs'),
        { clock: 'transit-in', notify: ['buyer'] },
      ],
    },
  },
  cancel: {
    by: ['member'],
    in: {
      unpaid: [
        {
          ...CANCELLED_BY_US,
          set: { cancellation: 'by-us' },
          clock: 'none',
          money: ['owe the held money', 'refund'],
        },
      ],
      paid: [CANCELLED_BY_US],
      shipped: [CANCELLED_BY_US],
      received: [CANCELLED_BY_US],
      objectable: [CANCELLED_BY_US],
      // The seller has done their part and keeps the payout.
      verified: [{ ...CANCELLED_BY_US, money: ['owe the payment'] }],
    },
  },
  'bear-loss': {
    by: ['member'],
    in: {
      lost: [
        LOSS_DECIDED,
        // The seller has been paid, or gets the pair back.
        { if: ['the seller lost nothing'], set: { ending: 'closed' } },
        { set: { ending: 'closed' }, money: ['owe the seller'], notify: ['seller', 'finance'] },
      ],
    },
  },
  'leave-loss': {
    by: ['member'],
    in: {
      lost: [
        LOSS_DECIDED,
        refuse('not-sellers-loss', 'lost on the way to the buyer'),
        { set: { ending: 'closed' }, notify: ['seller'] },
      ],
    },
  },
  'request-return': {
    by: ['member'],
    in: {
      delivered: [
        refuse('already-done', 'already ending'),
        refuse('no-claim', 'no open claim'),
        { set: { claim: 'return' }, clock: 'return', notify: ['buyer'] },
      ],
    },
  },
  'refund-part': {
    by: ['member'],
    in: {
      delivered: [
        ...CLAIM_ENDED,
        refuse('wrong-amount', 'not a part'),
        {
          set: { claim: 'decided', ending: 'complete', isOverdue: false },
          money: ['owe a part', 'refund'],
          notify: ['buyer'],
        },
      ],
    },
  },
  'refuse-claim': {
    by: ['member'],
    in: {
      delivered: [
        ...CLAIM_ENDED,
        { set: { claim: 'decided', ending: 'complete', isOverdue: false }, notify: ['buyer', 'seller'] },
      ],
    },
  },
  // By the clock if no member has decided in time.
  'waive-penalty': {
    by: ['member', 'clock'],
    in: {
      rejected: [NO_APPEAL, refuse('same-member', 'by the same member'), WAIVED],
      cancelled: [NO_APPEAL, WAIVED],
    },
  },
  'uphold-penalty': {
    by: ['member'],
    in: {
      rejected: [NO_APPEAL, refuse('same-member', 'by the same member'), UPHELD],
      cancelled: [NO_APPEAL, UPHELD],
    },
  },
} as const satisfies Partial<TransitionTable>;
