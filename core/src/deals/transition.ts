import type { ClockName } from './clocks.js';
import type { ConditionName } from './conditions.js';
import type { Deal, DealState } from './deal.js';
import type { ActorKind, DealEventType } from './deal-event.js';
import type { MoneyMoveName } from './money-moves.js';
import type { DealRefusal } from './refusals.js';

/** The recipients of notifications. `maker`, `penalty-…`, `credited-party` and `debtor` are one of the parties. */
export const RECIPIENTS = [
  'buyer',
  'seller',
  'maker',
  'penalty-payer',
  'penalty-sharer',
  'credited-party',
  'debtor',
  'desk',
  'finance',
] as const;
export type Recipient = (typeof RECIPIENTS)[number];

/** Orders that a transition places, or cancels, in the book of the deal's product and size. */
export const ORDER_EFFECTS = [
  'place-makers-order',
  'place-ask',
  'place-bid',
  'buy-lowest-ask',
  'cancel-bid',
] as const;
export type OrderEffect = (typeof ORDER_EFFECTS)[number];

/** The columns that a transition may set. The state, the clock and the balances have fields of their own. */
export type DealColumns = Partial<
  Pick<
    Deal,
    | 'cancellation'
    | 'payment'
    | 'payout'
    | 'parcelIn'
    | 'parcelOut'
    | 'choice'
    | 'penalty'
    | 'claim'
    | 'ending'
    | 'isOverdue'
    | 'isExtended'
    | 'hasObjected'
    | 'isReportedMissing'
    | 'hasBeenDisputed'
  >
>;

export interface Refusal {
  readonly if: readonly ConditionName[];
  readonly refuse: DealRefusal;
}

export interface Transition {
  /** Conditions that must all hold; absent for always. */
  readonly if?: readonly ConditionName[];
  /** The next state; absent if it stays. */
  readonly to?: DealState;
  readonly set?: DealColumns;
  /** Absent if the clock goes on. */
  readonly clock?: ClockName;
  readonly money?: readonly MoneyMoveName[];
  readonly orders?: readonly OrderEffect[];
  readonly notify?: readonly Recipient[];
}

/** The first case whose conditions hold decides. */
export type Case = Refusal | Transition;

export interface EventRule {
  readonly by: readonly ActorKind[];
  /** In all other states the event is refused as `wrong-state`. */
  readonly in: Partial<Record<DealState, readonly Case[]>>;
}

export type TransitionTable = Readonly<Record<DealEventType, EventRule>>;

/** A case that refuses the event if all conditions hold. */
export function refuse(code: DealRefusal, ...conditions: readonly ConditionName[]): Refusal {
  return { if: conditions, refuse: code };
}
