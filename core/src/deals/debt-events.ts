import { type Case, refuse, type TransitionTable } from './transition.js';

const PAY_DEBT: readonly Case[] = [
  refuse('wrong-amount', 'pays no debt'),
  refuse('in-progress', 'the other side pays debts here'),
  { money: ['collect the debt'] },
];

const DEBT_PAID: readonly Case[] = [
  refuse('other-call', 'of another debt payment'),
  refuse('nothing-in-flight', 'no debt payment in flight'),
  { money: ['debt paid'], notify: ['debtor'] },
];

const DEBT_DECLINED: readonly Case[] = [
  refuse('other-call', 'of another debt payment'),
  refuse('nothing-in-flight', 'no debt payment in flight'),
  { money: ['give up the debt payment'], notify: ['debtor'] },
];

const DEBT_CHARGED_BACK: readonly Case[] = [
  refuse('other-call', 'of another debt payment'),
  refuse('nothing-in-flight', 'no debt was paid'),
  { money: ['lose the debt payment'], notify: ['debtor', 'finance'] },
];

/** The states of deals in which a user can owe: a penalty, fees above the price, or a payment that was charged back. */
function whereOwed(cases: readonly Case[]) {
  return {
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

/** Users who pay what they owe. No account of the deal moves. */
export const DEBT_EVENTS = {
  'pay-debt': { by: ['buyer', 'seller'], in: whereOwed(PAY_DEBT) },
  'debt-paid': { by: ['provider'], in: whereOwed(DEBT_PAID) },
  'debt-declined': { by: ['provider'], in: whereOwed(DEBT_DECLINED) },
  'debt-charged-back': { by: ['provider'], in: whereOwed(DEBT_CHARGED_BACK) },
} as const satisfies Partial<TransitionTable>;
