import type { Party, PaymentMethod } from './deal.js';

/** The events of a deal that carry nothing but their type. */
export const PLAIN_EVENTS = [
  // the buyer
  'choose-refund',
  'choose-wait',
  'take-refund',
  'report-arrived',
  'report-missing',
  'confirm',
  'claim',
  // the seller
  'ship',
  'extend',
  'accept-verdict',
  'object',
  // either
  'appeal',
  // members
  'cancel',
  'receive',
  'pass',
  'fail',
  'send',
  'return-pair',
  'correct-parcel',
  'declare-lost',
  'keep-waiting',
  'bear-loss',
  'leave-loss',
  'request-return',
  'refuse-claim',
  'waive-penalty',
  'uphold-penalty',
  'start-refund',
  'unbook-payment',
  // the payment provider and the carriers
  'parcel-moving',
  'parcel-late',
  'parcel-arrived',
  'parcel-lost',
  // the platform itself
  'deadline-passed',
  'return-overdue',
  'pause-clock',
  'resume-clock',
  'replacement-failed',
] as const;

/** The outcomes of calls to the payment provider. */
export const OUTCOME_EVENTS = [
  'payment-needs-buyer',
  'payment-declined',
  'refund-done',
  'refund-failed',
  'payout-done',
  'payout-failed',
  'credit-done',
  'credit-failed',
  'debt-paid',
  'debt-declined',
] as const;

/** Chargebacks of the buyer's payment. */
export const DISPUTE_EVENTS = ['dispute-opened', 'dispute-won', 'dispute-lost'] as const;

/**
 * `isOfCarried`: of the money that came from a failed deal. `chargedBackCents`: all that chargebacks have taken from
 * the deal with this one; absent if that is all it has collected, or of carried money, all it still has of that.
 */
export interface DisputeEvent {
  readonly type: (typeof DISPUTE_EVENTS)[number];
  readonly isOfCarried?: true;
  readonly chargedBackCents?: number;
}

/** An event with its data. Amounts are in cents. `callVersion` is the version of the step that made the call. */
export type DealEvent =
  | { readonly type: (typeof PLAIN_EVENTS)[number] }
  /** Starts a payment. `carriedCents` comes from a failed deal that this one replaces, at the first payment only. */
  | { readonly type: 'pay'; readonly method: PaymentMethod; readonly carriedCents: number }
  | { readonly type: (typeof OUTCOME_EVENTS)[number]; readonly callVersion: number }
  | DisputeEvent
  /** `chargedBackCents`: the part of the payment that was taken back; absent if that is all of it. */
  | { readonly type: 'debt-charged-back'; readonly callVersion: number; readonly chargedBackCents?: number }
  | { readonly type: 'payment-held'; readonly callVersion: number; readonly amountCents: number }
  /**
   * `earlierUndos`: how many trades this user has undone in the last 30 days. `hasMissedRemoval`: the user removed
   * their ask just as it traded, because the pair was sold elsewhere.
   */
  | { readonly type: 'undo'; readonly earlierUndos: number; readonly hasMissedRemoval?: true }
  /** Buys at the lowest ask; `limitCents` is the price that the buyer saw. */
  | { readonly type: 'choose-lowest-ask'; readonly limitCents: number }
  /** The buyer's replacement order traded; the new deal costs the buyer this much. */
  | { readonly type: 'replacement-traded'; readonly buyerTotalCents: number }
  | { readonly type: 'refund-part'; readonly refundCents: number }
  /** `nettedCents` of the payout settles what the seller owes from other deals. */
  | { readonly type: 'start-payout'; readonly nettedCents: number }
  /** This much more of the penalty was collected, by payouts or credits of its user. */
  | { readonly type: 'collect-penalty'; readonly collectedCents: number }
  /** Pays out a part of what this deal has credited to a party. The rest has settled debts of other deals. */
  | { readonly type: 'pay-credit'; readonly party: Party; readonly creditCents: number }
  /** Pays what the actor owes across all their deals, or a part of it. It replaces an attempt that has not ended. */
  | { readonly type: 'pay-debt'; readonly debtCents: number };

export type DealEventType = DealEvent['type'];

export function isDispute(event: DealEvent): event is DisputeEvent {
  return DISPUTE_EVENTS.some((type) => type === event.type);
}

/** All types of events. */
export const DEAL_EVENTS: readonly DealEventType[] = [
  'pay',
  'payment-held',
  'undo',
  'choose-lowest-ask',
  'replacement-traded',
  'refund-part',
  'start-payout',
  'collect-penalty',
  'pay-credit',
  'pay-debt',
  ...OUTCOME_EVENTS,
  'debt-charged-back',
  ...DISPUTE_EVENTS,
  ...PLAIN_EVENTS,
];

/** The kinds of actors that cause events. `provider` includes carriers, `clock` is the platform's own work. */
export const ACTOR_KINDS = ['buyer', 'seller', 'member', 'provider', 'clock'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
}

/** A request to move a deal. */
export interface DealCommand {
  readonly event: DealEvent;
  readonly actor: Actor;
  /** The version that the actor saw; null for facts, which are true whatever the deal has become. */
  readonly seenVersion: number | null;
}
