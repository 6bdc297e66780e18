import { SHIPPING_CENTS } from '../fees.js';
import { type Account, isDealAccount } from './accounts.js';
import { isRefundable } from './conditions.js';
import { type Deal, type Party, penaltyPayer } from './deal.js';
import { type DealEvent, isDispute } from './deal-event.js';
import { disputableCents } from './disputes.js';
import { penaltyCents } from './penalty.js';
import type { Situation } from './situation.js';

/** How much a leg moves, in cents, given the deal with the earlier legs applied. */
export const AMOUNTS = {
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
  'the collected money': ({ deal }, from) => atMost(deal, from, deal.collectedCents - deal.chargedBackCents),
  'what the chargeback takes': ({ deal, event }, from) =>
    isDispute(event) && !event.isOfCarried
      ? atMost(deal, from, (event.chargedBackCents ?? deal.collectedCents) - deal.chargedBackCents)
      : 0,
  'what the chargeback takes of the carried money': ({ deal, event }, from) =>
    isDispute(event) && event.isOfCarried
      ? atMost(
          deal,
          from,
          Math.min(disputableCents(deal), (event.chargedBackCents ?? Infinity) - deal.chargedBackCents),
        )
      : 0,
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
  "what was taken back of the buyer's last debt payment": ({ deal, event }) =>
    deal.debtParty === 'buyer' ? takenBackCents(deal, event) : 0,
  "what was taken back of the seller's last debt payment": ({ deal, event }) =>
    deal.debtParty === 'seller' ? takenBackCents(deal, event) : 0,
} as const satisfies Record<string, (situation: Situation, from: Account) => number>;

export type AmountName = keyof typeof AMOUNTS;

/** An amount that an account of the deal may not have in full. It is negative if that was moved before. */
function atMost({ balances }: Deal, from: Account, cents: number): number {
  return Math.max(0, isDealAccount(from) ? Math.min(balances[from], cents) : cents);
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

function takenBackCents({ lastDebtCents }: Deal, event: DealEvent): number {
  return event.type === 'debt-charged-back'
    ? Math.min(lastDebtCents, event.chargedBackCents ?? lastDebtCents)
    : 0;
}

function refundableCents(deal: Deal): number {
  return isRefundable(deal) ? deal.balances['owed-buyer'] : 0;
}

/** The rest of the deal's own payment, in cents. If no carried money is left, all that is owed comes from it. */
function ownCents(deal: Deal): number {
  const { terms, carriedCents, carriedOverCents, collectedCents, chargedBackCents, refundedCents } = deal;
  if (carriedCents <= carriedOverCents) {
    return Infinity;
  }
  // A payment without an answer has collected nothing yet.
  const lostOfCarriedCents = terms.buyerTotalCents - collectedCents - carriedCents;
  const lostCents = Math.max(0, chargedBackCents - lostOfCarriedCents);
  return Math.max(0, collectedCents - refundedCents - lostCents);
}

/** The amount that a deal which replaces this one can take over, in cents: never money of two payments. */
function carriableCents({ carriedCents, balances }: Pick<Deal, 'carriedCents' | 'balances'>): number {
  return carriedCents === 0 ? balances['owed-buyer'] : Math.min(carriedCents, balances['owed-buyer']);
}
