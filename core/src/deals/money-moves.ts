import { SHIPPING_CENTS } from '../fees.js';
import { type Account, isDealAccount } from './accounts.js';
import { isRefundable } from './conditions.js';
import { type CallKind, type Deal, type Party, penaltyPayer } from './deal.js';
import type { DealEvent } from './deal-event.js';
import { penaltyCents } from './penalty.js';
import type { Situation } from './situation.js';

/** How much a leg moves, in cents, given the deal with the earlier legs applied. */
const AMOUNTS = {
  all: ({ deal }, from) => (isDealAccount(from) ? deal.balances[from] : 0),
  'the carried money': ({ event }) => (event.type === 'pay' ? event.carriedCents : 0),
  'the rest of the payment': ({ deal }) =>
    deal.terms.buyerTotalCents - deal.balances.held - deal.balances['owed-buyer'],
  'the whole payment': ({ deal }) => lackingCents(deal),
  'the agreed part': ({ deal, event }) =>
    event.type === 'refund-part' ? Math.min(event.refundCents, lackingCents(deal)) : 0,
  "the seller's total": ({ deal }) => Math.max(deal.terms.sellerTotalCents, 0),
  "the seller's debt": ({ deal }) => Math.max(-deal.terms.sellerTotalCents, 0),
  'shipping twice': () => 2 * SHIPPING_CENTS,
  'the netted part': ({ event }) => (event.type === 'start-payout' ? event.nettedCents : 0),
  "what is refundable of the deal's own payment": ({ deal }) =>
    Math.min(refundableCents(deal), ownCents(deal)),
  'what is refundable of the carried money': ({ deal }) => refundableCents(deal),
  'what the buyer lacks of it': ({ deal }) => Math.min(deal.balances.refunding, lackingCents(deal)),
  'the last refund': ({ deal }) => deal.lastRefundCents,
  'what the buyer lacks of the last refund': ({ deal }) =>
    Math.min(
      deal.lastRefundCents,
      lackingCents({ ...deal, refundedCents: deal.refundedCents - deal.lastRefundCents }),
    ),
  'the collected money': ({ deal }, from) =>
    Math.min(
      deal.collectedCents - deal.chargedBackCents,
      isDealAccount(from) ? deal.balances[from] : Infinity,
    ),
  'what was paid out': ({ deal }) => deal.paidOutCents,
  'what the new deal costs': ({ deal, event }) =>
    event.type === 'replacement-traded' ? Math.min(event.buyerTotalCents, carriableCents(deal)) : 0,
  "the buyer's penalty": ({ deal }) => penaltyOf(deal, 'buyer'),
  "the seller's penalty": ({ deal }) => penaltyOf(deal, 'seller'),
  "half of the seller's penalty": ({ deal, event }) => halfOf(deal, event, 'seller'),
  "half of the buyer's penalty": ({ deal, event }) => halfOf(deal, event, 'buyer'),
  "the buyer's credit": ({ event }) => creditOf(event, 'buyer'),
  "the seller's credit": ({ event }) => creditOf(event, 'seller'),
  'the credit in flight': ({ deal }) => deal.payingCreditCents,
  'the last credit': ({ deal }) => deal.lastCreditCents,
  "the buyer's credit in flight": ({ deal }) => inFlightOf(deal, 'buyer'),
  "the seller's credit in flight": ({ deal }) => inFlightOf(deal, 'seller'),
  'the debt to pay': ({ event }) => (event.type === 'pay-debt' ? event.debtCents : 0),
  'the debt payment in flight': ({ deal }) => deal.collectingDebtCents,
  "the buyer's debt payment": ({ deal }) => (deal.debtParty === 'buyer' ? deal.collectingDebtCents : 0),
  "the seller's debt payment": ({ deal }) => (deal.debtParty === 'seller' ? deal.collectingDebtCents : 0),
  "the buyer's last debt payment": ({ deal }) => (deal.debtParty === 'buyer' ? deal.lastDebtCents : 0),
  "the seller's last debt payment": ({ deal }) => (deal.debtParty === 'seller' ? deal.lastDebtCents : 0),
} as const satisfies Record<string, (situation: Situation, from: Account) => number>;

type AmountName = keyof typeof AMOUNTS;

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
    {
      from: 'provider',
      to: 'losses',
      amount: 'the last refund',
      subtracts: ['refundedCents', 'lastRefundCents'],
    },
  ],
  'credit the bounced refund': [
    {
      from: 'provider',
      to: 'receivable-buyer',
      amount: 'what the buyer lacks of the last refund',
      adds: ['buyerCreditCents'],
      subtracts: ['refundedCents', 'lastRefundCents'],
    },
    {
      from: 'provider',
      to: 'losses',
      amount: 'the last refund',
      subtracts: ['refundedCents', 'lastRefundCents'],
    },
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
  /** The provider takes what this deal collected: first what it still has for the buyer, then ours. */
  'lose the payment': [
    { from: 'held', to: 'provider', amount: 'the collected money', adds: ['chargedBackCents'] },
    { from: 'owed-buyer', to: 'provider', amount: 'the collected money', adds: ['chargedBackCents'] },
    { from: 'losses', to: 'provider', amount: 'the collected money', adds: ['chargedBackCents'] },
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
    {
      from: 'collecting-debt',
      to: 'provider',
      amount: 'the debt payment in flight',
      subtracts: ['collectingDebtCents'],
    },
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
  'give up the debt payment': [
    {
      from: 'collecting-debt',
      to: 'provider',
      amount: 'the debt payment in flight',
      subtracts: ['collectingDebtCents'],
    },
  ],
  /** The user owes it again. */
  'lose the debt payment': [
    {
      from: 'receivable-buyer',
      to: 'provider',
      amount: "the buyer's last debt payment",
      subtracts: ['lastDebtCents'],
    },
    {
      from: 'receivable-seller',
      to: 'provider',
      amount: "the seller's last debt payment",
      subtracts: ['lastDebtCents'],
    },
  ],
} as const satisfies Record<string, readonly Leg[]>;

export type MoneyMoveName = keyof typeof MONEY_MOVES;

/** The amount of a leg, in cents. */
export function legCents(leg: Leg, situation: Situation): number {
  return AMOUNTS[leg.amount](situation, leg.from);
}

/** The part of their payment that a buyer who should get all of it back is neither owed nor has. */
function lackingCents({ terms, balances, refundedCents, chargedBackCents, carriedOverCents }: Deal): number {
  const hasCents = balances['owed-buyer'] + refundedCents + chargedBackCents + carriedOverCents;
  return Math.max(0, terms.buyerTotalCents - hasCents);
}

function penaltyOf(deal: Deal, party: Party): number {
  return penaltyPayer(deal) === party ? penaltyCents(deal.terms.priceCents) : 0;
}

/** Half of what was collected with this event, rounded down over all events. */
function halfOf(deal: Deal, event: DealEvent, payer: Party): number {
  if (event.type !== 'collect-penalty' || penaltyPayer(deal) !== payer) {
    return 0;
  }
  const { penaltyCollectedCents: collectedCents } = deal;
  return Math.floor(collectedCents / 2) - Math.floor((collectedCents - event.collectedCents) / 2);
}

function creditOf(event: DealEvent, party: Party): number {
  return event.type === 'pay-credit' && event.party === party ? event.creditCents : 0;
}

function inFlightOf({ creditParty, payingCreditCents }: Deal, party: Party): number {
  return creditParty === party ? payingCreditCents : 0;
}

function refundableCents(deal: Deal): number {
  return isRefundable(deal) ? deal.balances['owed-buyer'] : 0;
}

/** The rest of the deal's own payment, in cents. Without carried money, all that is owed comes from it. */
function ownCents({ carriedCents, collectedCents, chargedBackCents, refundedCents }: Deal): number {
  if (carriedCents === 0) {
    return Infinity;
  }
  return chargedBackCents > 0 ? 0 : Math.max(0, collectedCents - refundedCents);
}

/** The amount that a deal which replaces this one can take over, in cents: never money of two payments. */
function carriableCents({ carriedCents, balances }: Pick<Deal, 'carriedCents' | 'balances'>): number {
  return carriedCents === 0 ? balances['owed-buyer'] : Math.min(carriedCents, balances['owed-buyer']);
}
