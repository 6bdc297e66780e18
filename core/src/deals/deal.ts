import type { Balances } from './accounts.js';

/** The states of a deal. In `complete` and `closed` nothing is owed to anyone. */
export const DEAL_STATES = [
  'unpaid',
  'paid',
  'shipped',
  'received',
  'objectable',
  'verified',
  'sent',
  'delivered',
  'rejected',
  'lost',
  'cancelled',
  'complete',
  'closed',
] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** The states in which no account of the deal moves again. */
export const FINAL_STATES = ['complete', 'closed'] as const satisfies readonly DealState[];
export type FinalState = (typeof FINAL_STATES)[number];

export type CancellationReason = 'payment' | 'not-shipped' | 'undone' | 'by-us';

/** The cancellations after which the trade no longer counts as a sale. */
export const VOID_CANCELLATIONS: readonly CancellationReason[] = ['payment', 'undone'];

/** The buyer's payment at the provider. `lost` means lost to a chargeback. */
export type PaymentState =
  | 'none'
  | 'collecting'
  | 'needs-buyer'
  | 'held'
  | 'refunding'
  | 'refunded'
  | 'failed'
  | 'disputed'
  | 'won'
  | 'lost';

/** The payout to the seller. */
export type PayoutState = 'none' | 'due' | 'sending' | 'sent' | 'failed';

/** A parcel to us (inbound), or from us to the buyer or back to the seller (outbound). */
export type ParcelState = 'none' | 'announced' | 'moving' | 'arrived' | 'late' | 'lost' | 'already-here';

/** The decision of a buyer whose deal failed after they had paid. `replaced`: the money went to another deal. */
export type ChoiceState = 'none' | 'open' | 'refund' | 'wait' | 'lowest-ask' | 'replaced';

/** The penalty of the side that failed. It costs nothing until it is charged. */
export type PenaltyState = 'none' | 'pending' | 'appealed' | 'charged' | 'waived';

/** The buyer's claim after delivery. `return`: the buyer is to send the pair back for a refund. */
export type ClaimState = 'none' | 'open' | 'return' | 'decided';

/** The calls to the payment provider. */
export const CALL_KINDS = ['collect', 'refund', 'pay-out', 'pay-credit', 'collect-debt'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** A party of a trade. */
export type Party = 'buyer' | 'seller';

export type PaymentMethod = 'card' | 'bank-transfer';

/** The terms of a trade, which never change. Amounts are in cents, as the trade froze them. */
export interface DealTerms {
  readonly priceCents: number;
  readonly buyerTotalCents: number;
  /** Negative if the fees are higher than the price: the seller then owes it. */
  readonly sellerTotalCents: number;
  readonly platformCents: number;
  readonly taker: Party;
  /** True if the seller's ask is placed again when the buyer does not pay. */
  readonly isRelisting: boolean;
  /** True if the pair is already at the desk, so that there is nothing to ship. */
  readonly isPairHere: boolean;
  /** The time of the trade, in milliseconds since 1970. */
  readonly tradedAtMs: number;
}

/** One trade on its way to its end. Amounts are in cents, times in milliseconds since 1970. */
export interface Deal {
  readonly terms: DealTerms;
  /** The number of events so far. */
  readonly version: number;
  /** The time of the last event. */
  readonly atMs: number;
  readonly state: DealState;
  /** The reason, once `cancelled`. */
  readonly cancellation: CancellationReason | null;
  readonly payment: PaymentState;
  readonly payout: PayoutState;
  readonly parcelIn: ParcelState;
  readonly parcelOut: ParcelState;
  readonly choice: ChoiceState;
  readonly penalty: PenaltyState;
  readonly claim: ClaimState;
  /** The final state to enter as soon as nothing is held, owed, in flight or under appeal. */
  readonly ending: FinalState | null;
  readonly method: PaymentMethod;
  /** When the clock of the state fires; null if none runs. */
  readonly dueAtMs: number | null;
  /** The remaining time of a paused clock; null if it is not paused. */
  readonly pausedMs: number | null;
  /** True once the clock of this state has fired without leaving it. */
  readonly isOverdue: boolean;
  readonly isExtended: boolean;
  readonly hasObjected: boolean;
  readonly isReportedMissing: boolean;
  /** The member who gave the last verdict on the pair. */
  readonly verdictBy: string | null;
  readonly hasBeenDisputed: boolean;
  readonly balances: Balances;
  /** The version of the last call of each kind; 0 for none. An outcome of an earlier call comes too late. */
  readonly callVersions: Readonly<Record<CallKind, number>>;
  /** The amount that reached the seller: all that can still bounce. */
  readonly paidOutCents: number;
  /** The sum of all refunds, and the amount of the last one, which can still bounce. */
  readonly refundedCents: number;
  readonly lastRefundCents: number;
  /** The amounts that this deal collected itself, without carried money, and that a chargeback took. */
  readonly collectedCents: number;
  readonly chargedBackCents: number;
  /**
   * The amounts that came from a failed deal with the first payment, without what chargebacks have taken of it, and
   * that went to a deal that replaces this one.
   */
  readonly carriedCents: number;
  readonly carriedOverCents: number;
  /** The part of the penalty that was collected so far. The other side gets half of it. */
  readonly penaltyCollectedCents: number;
  /** The amounts that this deal has credited to its users, and not paid out. Debts of other deals may use them up. */
  readonly buyerCreditCents: number;
  readonly sellerCreditCents: number;
  /**
   * The party of the last payout of a credit, its amount in flight, and the amount that arrived and can still bounce.
   */
  readonly creditParty: Party | null;
  readonly payingCreditCents: number;
  readonly lastCreditCents: number;
  /** The party who pays debts with this deal, the amount in flight, and the last one that arrived, for a chargeback. */
  readonly debtParty: Party | null;
  readonly collectingDebtCents: number;
  readonly lastDebtCents: number;
}

export function isFinal(state: DealState): state is FinalState {
  return FINAL_STATES.some((final) => final === state);
}

/**
 * True if nothing is held, owed or in flight, and no penalty can still be decided, so that the deal has ended for both
 * sides.
 */
export function hasEnded({
  state,
  balances,
  penalty,
}: Pick<Deal, 'state' | 'balances' | 'penalty'>): boolean {
  const isSettled = Object.values(balances).every((cents) => cents === 0);
  return (
    isFinal(state) || (state === 'cancelled' && isSettled && penalty !== 'pending' && penalty !== 'appealed')
  );
}

/** True if the trade no longer counts as a sale. */
export function isSaleVoid({ cancellation }: Pick<Deal, 'cancellation'>): boolean {
  return cancellation !== null && VOID_CANCELLATIONS.includes(cancellation);
}

/** True if the buyer did not pay in time, and the penalty for it was not waived. */
export function isPaymentFailed({ cancellation, penalty }: Pick<Deal, 'cancellation' | 'penalty'>): boolean {
  return cancellation === 'payment' && penalty !== 'waived';
}

export function isParty(kind: string): kind is Party {
  return kind === 'buyer' || kind === 'seller';
}

export function otherParty(party: Party): Party {
  return party === 'buyer' ? 'seller' : 'buyer';
}

/** The party that a penalty of this deal would charge: the buyer who did not pay, otherwise the seller. */
export function penaltyPayer({ cancellation }: Pick<Deal, 'cancellation'>): Party {
  return cancellation === 'payment' ? 'buyer' : 'seller';
}

/** The amount that a deal has credited to a party and not paid out, in cents. */
export function creditCents(
  { buyerCreditCents, sellerCreditCents }: Pick<Deal, 'buyerCreditCents' | 'sellerCreditCents'>,
  party: Party,
): number {
  return party === 'buyer' ? buyerCreditCents : sellerCreditCents;
}
