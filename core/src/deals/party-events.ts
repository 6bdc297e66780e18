import { LOST_ON_THE_WAY_TO_US, SOLD_ELSEWHERE, UNDONE } from './failures.js';
import { type Case, refuse, type TransitionTable } from './transition.js';

const UNDO: readonly Case[] = [
  refuse('not-yours', 'the actor did not take', 'no removal was missed'),
  refuse('too-late', 'more than 10 minutes ago'),
  refuse('undo-limit', 'undone twice in 30 days'),
  { if: ['the actor did not take'], ...SOLD_ELSEWHERE },
  UNDONE,
];

const CHOOSE_REFUND: readonly Case[] = [
  {
    if: ['waiting with a bid'],
    set: { choice: 'refund' },
    money: ['refund'],
    orders: ['cancel-bid'],
    notify: ['buyer'],
  },
  refuse('no-choice', 'no open choice'),
  { set: { choice: 'refund' }, money: ['refund'], notify: ['buyer'] },
];
const CHOOSE_WAIT: readonly Case[] = [
  refuse('no-choice', 'no open choice'),
  { set: { choice: 'wait' }, orders: ['place-bid'] },
];
const CHOOSE_LOWEST_ASK: readonly Case[] = [
  refuse('no-choice', 'no open choice'),
  { set: { choice: 'lowest-ask' }, orders: ['buy-lowest-ask'] },
];
const REPLACEMENT_TRADED: readonly Case[] = [
  refuse('no-choice', 'no replacement expected'),
  refuse('payment-disputed', 'payment disputed'),
  { set: { choice: 'replaced' }, money: ['carry over', 'refund'], notify: ['buyer'] },
];
/** The buyer chooses again, unless the time to choose is over. */
const REPLACEMENT_FAILED: readonly Case[] = [
  refuse('no-choice', 'no replacement expected'),
  { if: ['a clock runs'], set: { choice: 'open' }, notify: ['buyer'] },
  { set: { choice: 'refund' }, money: ['refund'], notify: ['buyer'] },
];
const APPEAL: readonly Case[] = [
  refuse('no-penalty', 'no penalty pending'),
  refuse('not-yours', 'the actor pays no penalty'),
  { set: { penalty: 'appealed' }, notify: ['desk'] },
];
const REFUND_INSTEAD_OF_WAITING = {
  to: 'cancelled',
  set: { cancellation: 'by-us', choice: 'refund' },
  clock: 'none',
  money: ['owe the held money', 'refund'],
  notify: ['buyer', 'seller', 'desk'],
} as const;

function afterFailure(cases: readonly Case[]) {
  return { rejected: cases, lost: cases, cancelled: cases };
}

/** The rights of buyers and sellers. */
export const PARTY_EVENTS = {
  undo: {
    by: ['buyer', 'seller'],
    in: {
      unpaid: UNDO,
      paid: UNDO,
      // Only a pair that was here before the trade.
      received: [refuse('too-late', 'the seller shipped'), ...UNDO],
    },
  },
  'choose-refund': { by: ['buyer'], in: afterFailure(CHOOSE_REFUND) },
  'choose-wait': { by: ['buyer'], in: afterFailure(CHOOSE_WAIT) },
  'choose-lowest-ask': { by: ['buyer'], in: afterFailure(CHOOSE_LOWEST_ASK) },
  'replacement-traded': { by: ['clock'], in: afterFailure(REPLACEMENT_TRADED) },
  'replacement-failed': { by: ['clock'], in: afterFailure(REPLACEMENT_FAILED) },
  'take-refund': {
    by: ['buyer'],
    in: {
      shipped: [
        refuse('not-overdue', 'not overdue'),
        {
          ...LOST_ON_THE_WAY_TO_US,
          set: { parcelIn: 'lost', choice: 'refund' },
          clock: 'none',
          money: ['owe the held money', 'refund'],
        },
      ],
      received: [refuse('not-overdue', 'not overdue'), REFUND_INSTEAD_OF_WAITING],
      objectable: [refuse('not-overdue', 'not overdue'), REFUND_INSTEAD_OF_WAITING],
    },
  },
  confirm: {
    by: ['buyer'],
    in: {
      delivered: [
        refuse('already-done', 'already ending'),
        refuse('claim-open', 'claim open'),
        { set: { ending: 'complete', isOverdue: false }, clock: 'none', notify: ['seller'] },
      ],
    },
  },
  claim: {
    by: ['buyer'],
    in: {
      delivered: [
        refuse('already-done', 'already ending'),
        refuse('already-done', 'already claimed'),
        { set: { claim: 'open' }, clock: 'none', notify: ['seller', 'desk'] },
      ],
    },
  },
  appeal: { by: ['buyer', 'seller'], in: { rejected: APPEAL, cancelled: APPEAL } },
} as const satisfies Partial<TransitionTable>;
