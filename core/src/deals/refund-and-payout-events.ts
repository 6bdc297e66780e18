import { type Case, refuse, type TransitionTable } from './transition.js';

const START_REFUND: readonly Case[] = [refuse('nothing-owed', 'nothing to refund'), { money: ['refund'] }];

/** Carried money goes back after the deal's own payment. */
const REFUND_DONE: readonly Case[] = [
  refuse('other-call', 'of another refund'),
  refuse('nothing-in-flight', 'no refund in flight'),
  { if: ['payment disputed or lost'], money: ['refunded', 'refund'], notify: ['finance'] },
  { set: { payment: 'refunded' }, money: ['refunded', 'refund'], notify: ['buyer'] },
];

const REFUND_FAILED: readonly Case[] = [
  refuse('other-call', 'of another refund'),
  {
    if: ['a refund in flight', 'payment disputed or lost'],
    money: ['take the refund back'],
    notify: ['finance'],
  },
  {
    if: ['a refund in flight'],
    set: { payment: 'held' },
    money: ['take the refund back'],
    notify: ['buyer', 'finance'],
  },
  refuse('nothing-in-flight', 'nothing was refunded'),
  { if: ['payment disputed or lost'], money: ['owe the bounced refund'], notify: ['finance'] },
  { set: { payment: 'held' }, money: ['owe the bounced refund'], notify: ['buyer', 'finance'] },
];

/** The accounts of a final deal do not move: the user's own account is credited. */
const REFUND_BOUNCED_AFTER_THE_END: readonly Case[] = [
  refuse('other-call', 'of another refund'),
  refuse('nothing-in-flight', 'nothing was refunded'),
  { if: ['payment disputed or lost'], money: ['credit the bounced refund'], notify: ['finance'] },
  { set: { payment: 'held' }, money: ['credit the bounced refund'], notify: ['buyer', 'finance'] },
];

const START_PAYOUT: readonly Case[] = [
  refuse('nothing-owed', 'nothing to pay out'),
  refuse('payment-disputed', 'payment disputed'),
  refuse('wrong-amount', 'nets too much'),
  { if: ['debts use up the payout'], money: ['pay out'], notify: ['seller'] },
  { money: ['pay out'] },
];

const PAYOUT_DONE: readonly Case[] = [
  refuse('other-call', 'of another payout'),
  refuse('nothing-in-flight', 'no payout in flight'),
  { set: { payout: 'sent' }, money: ['paid out'], notify: ['seller'] },
];

const PAYOUT_FAILED: readonly Case[] = [
  refuse('other-call', 'of another payout'),
  {
    if: ['a payout in flight'],
    set: { payout: 'failed' },
    money: ['take the payout back'],
    notify: ['seller', 'finance'],
  },
  refuse('nothing-in-flight', 'nothing was paid out'),
  { set: { payout: 'failed' }, money: ['owe the bounced payout'], notify: ['seller', 'finance'] },
];

const PAYOUT_BOUNCED_AFTER_THE_END: readonly Case[] = [
  refuse('other-call', 'of another payout'),
  refuse('nothing-in-flight', 'nothing was paid out'),
  { set: { payout: 'failed' }, money: ['credit the bounced payout'], notify: ['seller', 'finance'] },
];

/** The states in which a buyer may be owed a refund. */
export function whereRefunded(cases: readonly Case[]) {
  return { delivered: cases, rejected: cases, lost: cases, cancelled: cases };
}

/** The states in which a seller may be owed a payout. */
function wherePaidOut(cases: readonly Case[]) {
  return { verified: cases, sent: cases, delivered: cases, lost: cases, cancelled: cases };
}

/** Money on its way out. */
export const REFUND_AND_PAYOUT_EVENTS = {
  'start-refund': { by: ['member', 'clock'], in: whereRefunded(START_REFUND) },
  'refund-done': { by: ['provider'], in: whereRefunded(REFUND_DONE) },
  'refund-failed': {
    by: ['provider'],
    in: {
      ...whereRefunded(REFUND_FAILED),
      complete: REFUND_BOUNCED_AFTER_THE_END,
      closed: REFUND_BOUNCED_AFTER_THE_END,
    },
  },
  'start-payout': { by: ['member', 'clock'], in: wherePaidOut(START_PAYOUT) },
  'payout-done': { by: ['provider'], in: wherePaidOut(PAYOUT_DONE) },
  'payout-failed': {
    by: ['provider'],
    in: {
      ...wherePaidOut(PAYOUT_FAILED),
      complete: PAYOUT_BOUNCED_AFTER_THE_END,
      closed: PAYOUT_BOUNCED_AFTER_THE_END,
    },
  },
} as const satisfies Partial<TransitionTable>;
