import type { Account } from './accounts.js';
import type { CallKind, Deal } from './deal.js';
import { AMOUNTS, type AmountName } from './leg-amounts.js';
import type { Situation } from './situation.js';

/** One transfer of a move, with its consequences. All are skipped if the amount is 0. */
export interface Leg {
  readonly from: Account;
  readonly to: Account;
  readonly amount: AmountName;
  /** The call for this amount, which is then in flight. */
  readonly call?: CallKind;
  /** True for a refund of the carried money. */
  readonly isOfCarried?: boolean;
  readonly set?: Partial<
    Pick<Deal, 'payment' | 'payout' | 'lastRefundCents' | 'lastCreditCents' | 'lastDebtCents'>
  >;
  /** The sums to which the amount is added, or from which it is taken. */
  readonly adds?: readonly SumName[];
  readonly subtracts?: readonly SumName[];
}

type SumName =
  | 'paidOutCents'
  | 'refundedCents'
  | 'lastRefundCents'
  | 'collectedCents'
  | 'chargedBackCents'
  | 'carriedCents'
  | 'carriedOverCents'
  | 'buyerCreditCents'
  | 'sellerCreditCents'
  | 'payingCreditCents'
  | 'lastCreditCents'
  | 'collectingDebtCents'
  | 'lastDebtCents';

const LOSE_THE_LAST_REFUND: Leg = {
  from: 'provider',
  to: 'losses',
  amount: 'the last refund',
  subtracts: ['refundedCents', 'lastRefundCents'],
};

const GIVE_UP_THE_DEBT_PAYMENT: Leg = {
  from: 'collecting-debt',
  to: 'provider',
  amount: 'the debt payment in flight',
  subtracts: ['collectingDebtCents'],
};

/** The movements of money that a transition can cause. */
export const MONEY_MOVES = {
  /** An attempt that this one replaces is undone. */
  collect: [
    { from: 'collecting', to: 'provider', amount: 'all' },
    { from: 'provider', to: 'held', amount: 'the carried money', adds: ['carriedCents'] },
    {
      from: 'provider',
      to: 'collecting',
      amount: 'the rest of the payment',
      call: 'collect',
      set: { payment: 'collecting' },
    },
  ],
  hold: [{ from: 'collecting', to: 'held', amount: 'all', adds: ['collectedCents'] }],
  /** The money of another deal was booked to this one by mistake: it is collected again. */
  'unbook the payment': [
    {
      from: 'held',
      to: 'collecting',
      amount: 'the collected money',
      call: 'collect',
      set: { payment: 'collecting' },
      subtracts: ['collectedCents'],
    },
  ],
  'give up collecting': [{ from: 'collecting', to: 'provider', amount: 'all' }],
  /** After a lost chargeback, the platform pays a seller who has done their part. */
  'divide the payment': [
    { from: 'losses', to: 'held', amount: 'the rest of the payment' },
    { from: 'receivable-seller', to: 'held', amount: "the seller's debt" },
    { from: 'held', to: 'owed-seller', amount: "the seller's total", set: { payout: 'due' } },
    { from: 'held', to: 'shipping', amount: 'shipping twice' },
    { from: 'held', to: 'fees', amount: 'all' },
  ],
  'owe the held money': [{ from: 'held', to: 'owed-buyer', amount: 'all' }],
  'owe the payment': [{ from: 'losses', to: 'owed-buyer', amount: 'the whole payment' }],
  'owe a part': [{ from: 'losses', to: 'owed-buyer', amount: 'the agreed part' }],
  'owe the seller': [
    { from: 'losses', to: 'owed-seller', amount: "the seller's total", set: { payout: 'due' } },
  ],
  /** A refund comes from one payment. What another deal had collected goes back next, once this one is done. */
  refund: [
    {
      from: 'owed-buyer',
      to: 'refunding',
      amount: "what is refundable of the deal's own payment",
      call: 'refund',
      set: { payment: 'refunding', lastRefundCents: 0 },
    },
    {
      from: 'owed-buyer',
      to: 'refunding',
      amount: 'what is refundable of the carried money',
      call: 'refund',
      isOfCarried: true,
      set: { payment: 'refunding', lastRefundCents: 0 },
    },
  ],
  refunded: [
    { from: 'refunding', to: 'provider', amount: 'all', adds: ['refundedCents', 'lastRefundCents'] },
  ],
  /** A buyer who has won a chargeback in the meantime lacks less. */
  'take the refund back': [
    { from: 'refunding', to: 'owed-buyer', amount: 'what the buyer lacks of it' },
    { from: 'refunding', to: 'losses', amount: 'all' },
  ],
  'owe the bounced refund': [
    {
      from: 'provider',
      to: 'owed-buyer',
      amount: 'what the buyer lacks of the last refund',
      subtracts: ['refundedCents', 'lastRefundCents'],
    },
    LOSE_THE_LAST_REFUND,
  ],
  'credit the bounced refund': [
    {
      from: 'provider',
      to: 'receivable-buyer',
      amount: 'what the buyer lacks of the last refund',
      adds: ['buyerCreditCents'],
      subtracts: ['refundedCents', 'lastRefundCents'],
    },
    LOSE_THE_LAST_REFUND,
  ],
  'pay out': [
    { from: 'owed-seller', to: 'receivable-seller', amount: 'the netted part', set: { payout: 'sent' } },
    { from: 'owed-seller', to: 'paying-out', amount: 'all', call: 'pay-out', set: { payout: 'sending' } },
  ],
  'paid out': [{ from: 'paying-out', to: 'provider', amount: 'all', adds: ['paidOutCents'] }],
  'take the payout back': [{ from: 'paying-out', to: 'owed-seller', amount: 'all' }],
  'owe the bounced payout': [
    { from: 'provider', to: 'owed-seller', amount: 'what was paid out', subtracts: ['paidOutCents'] },
  ],
  'credit the bounced payout': [
    {
      from: 'provider',
      to: 'receivable-seller',
      amount: 'what was paid out',
      adds: ['sellerCreditCents'],
      subtracts: ['paidOutCents'],
    },
  ],
  /** The deal that replaces this one takes the money from the provider's account. It is money of one payment. */
  'carry over': [
    { from: 'owed-buyer', to: 'provider', amount: 'what the new deal costs', adds: ['carriedOverCents'] },
  ],
  /** The provider takes the disputed money: first what the deal still has for the buyer, then ours. */
  'lose the payment': [
    ...(['held', 'owed-buyer', 'losses'] as const).map(
      (from): Leg => ({
        from,
        to: 'provider',
        amount: 'what the chargeback takes',
        adds: ['chargedBackCents'],
      }),
    ),
    ...(['held', 'owed-buyer', 'losses'] as const).map(
      (from): Leg => ({
        from,
        to: 'provider',
        amount: 'what the chargeback takes of the carried money',
        adds: ['chargedBackCents'],
        subtracts: ['carriedCents'],
      }),
    ),
  ],
  'charge the penalty': [
    { from: 'receivable-buyer', to: 'penalties', amount: "the buyer's penalty" },
    { from: 'receivable-seller', to: 'penalties', amount: "the seller's penalty" },
  ],
  /** Half of what was collected so far, less what has gone to the other side before. */
  'share the penalty': [
    {
      from: 'penalties',
      to: 'receivable-buyer',
      amount: "half of the seller's penalty",
      adds: ['buyerCreditCents'],
    },
    {
      from: 'penalties',
      to: 'receivable-seller',
      amount: "half of the buyer's penalty",
      adds: ['sellerCreditCents'],
    },
  ],
  'pay the credit': [
    {
      from: 'receivable-buyer',
      to: 'paying-credit',
      amount: "the buyer's credit",
      call: 'pay-credit',
      set: { lastCreditCents: 0 },
      adds: ['payingCreditCents'],
      subtracts: ['buyerCreditCents'],
    },
    {
      from: 'receivable-seller',
      to: 'paying-credit',
      amount: "the seller's credit",
      call: 'pay-credit',
      set: { lastCreditCents: 0 },
      adds: ['payingCreditCents'],
      subtracts: ['sellerCreditCents'],
    },
  ],
  'credit paid': [
    {
      from: 'paying-credit',
      to: 'provider',
      amount: 'the credit in flight',
      adds: ['lastCreditCents'],
      subtracts: ['payingCreditCents'],
    },
  ],
  'return the bounced credit': [
    {
      from: 'provider',
      to: 'paying-credit',
      amount: 'the last credit',
      adds: ['payingCreditCents'],
      subtracts: ['lastCreditCents'],
    },
  ],
  'take the credit back': [
    {
      from: 'paying-credit',
      to: 'receivable-buyer',
      amount: "the buyer's credit in flight",
      adds: ['buyerCreditCents'],
      subtracts: ['payingCreditCents'],
    },
    {
      from: 'paying-credit',
      to: 'receivable-seller',
      amount: "the seller's credit in flight",
      adds: ['sellerCreditCents'],
      subtracts: ['payingCreditCents'],
    },
  ],
  /** An attempt that this one replaces is undone. */
  'collect the debt': [
    GIVE_UP_THE_DEBT_PAYMENT,
    {
      from: 'provider',
      to: 'collecting-debt',
      amount: 'the debt to pay',
      call: 'collect-debt',
      set: { lastDebtCents: 0 },
      adds: ['collectingDebtCents'],
    },
  ],
  /** It counts against what the user owes. What payouts have settled in the meantime is a credit. */
  'debt paid': [
    {
      from: 'collecting-debt',
      to: 'receivable-buyer',
      amount: "the buyer's debt payment",
      adds: ['buyerCreditCents', 'lastDebtCents'],
      subtracts: ['collectingDebtCents'],
    },
    {
      from: 'collecting-debt',
      to: 'receivable-seller',
      amount: "the seller's debt payment",
      adds: ['sellerCreditCents', 'lastDebtCents'],
      subtracts: ['collectingDebtCents'],
    },
  ],
  'give up the debt payment': [GIVE_UP_THE_DEBT_PAYMENT],
  /** The user owes it again. A payment is taken back once. */
  'lose the debt payment': [
    {
      from: 'receivable-buyer',
      to: 'provider',
      amount: "what was taken back of the buyer's last debt payment",
      set: { lastDebtCents: 0 },
    },
    {
      from: 'receivable-seller',
      to: 'provider',
      amount: "what was taken back of the seller's last debt payment",
      set: { lastDebtCents: 0 },
    },
  ],
} as const satisfies Record<string, readonly Leg[]>;

export type MoneyMoveName = keyof typeof MONEY_MOVES;

/** The amount of a leg, in cents. */
export function legCents(leg: Leg, situation: Situation): number {
  return AMOUNTS[leg.amount](situation, leg.from);
}
