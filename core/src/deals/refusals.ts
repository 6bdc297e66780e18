/**
 * The reasons to refuse an event. The first three are checked first, in this order; the others in the order of the
 * cases of the table.
 */
export const DEAL_REFUSALS = [
  /** The deal has changed since the actor saw it. */
  'stale',
  /** The event belongs to another kind of actor, or to the other party. */
  'not-yours',
  /** The event does not happen in this state. */
  'wrong-state',
  'already-done',
  'not-due',
  /** The 10 minutes to undo a trade are over. */
  'too-late',
  'undo-limit',
  /** The deadline that gives this right has not passed. */
  'not-overdue',
  'in-progress',
  /** The outcome of an earlier call. */
  'other-call',
  'nothing-in-flight',
  'nothing-owed',
  'wrong-amount',
  'payment-disputed',
  'no-payment',
  /** A second verdict by the member who gave the first. */
  'same-member',
  'no-objection',
  'no-pair',
  'no-claim',
  'claim-open',
  'no-choice',
  'no-penalty',
  'no-appeal',
  /** A loss after the payout cannot be left to the seller. */
  'not-sellers-loss',
] as const;

export type DealRefusal = (typeof DEAL_REFUSALS)[number];
