import { type Case, refuse, type TransitionTable } from './transition.js';

const COLLECT_PENALTY: readonly Case[] = [
  refuse('no-penalty', 'no penalty charged'),
  refuse('wrong-amount', 'collects too much'),
  { money: ['share the penalty'], notify: ['penalty-sharer'] },
];

const PAY_CREDIT: readonly Case[] = [
  refuse('nothing-owed', 'no credit of this party'),
  refuse('in-progress', 'a credit in flight'),
  refuse('wrong-amount', 'pays too much credit'),
  { money: ['pay the credit'] },
];

const CREDIT_DONE: readonly Case[] = [
  refuse('other-call', 'of another credit'),
  refuse('nothing-in-flight', 'no credit in flight'),
  { money: ['credit paid'], notify: ['credited-party'] },
];

const CREDIT_FAILED: readonly Case[] = [
  refuse('other-call', 'of another credit'),
  {
    if: ['a credit in flight'],
    money: ['take the credit back'],
    notify: ['credited-party', 'finance'],
  },
  refuse('nothing-in-flight', 'no credit was paid'),
  { money: ['return the bounced credit', 'take the credit back'], notify: ['credited-party', 'finance'] },
];

/** The states in which a deal may have a penalty that is charged. */
function wherePenalised(cases: readonly Case[]) {
  return { rejected: cases, cancelled: cases, closed: cases };
}

/** The states in which a deal may have credited a user: half of a penalty, or money that came back after the end. */
function whereCredited(cases: readonly Case[]) {
  return { ...wherePenalised(cases), complete: cases };
}

/** Penalties that are collected, and the payout of credits. No account of the deal moves. */
export const CREDIT_EVENTS = {
  'collect-penalty': { by: ['clock'], in: wherePenalised(COLLECT_PENALTY) },
  'pay-credit': { by: ['clock'], in: whereCredited(PAY_CREDIT) },
  'credit-done': { by: ['provider'], in: whereCredited(CREDIT_DONE) },
  'credit-failed': { by: ['provider'], in: whereCredited(CREDIT_FAILED) },
} as const satisfies Partial<TransitionTable>;
