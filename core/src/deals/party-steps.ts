import type { Deal, Party, PaymentMethod } from './deal.js';
import type { DealEvent } from './deal-event.js';
import type { Moment } from './situation.js';
import { step } from './step.js';

/** The events that buyers and sellers cause themselves. */
export const PARTY_STEPS = [
  'pay',
  'undo',
  'ship',
  'extend',
  'accept-verdict',
  'object',
  'take-refund',
  'report-arrived',
  'report-missing',
  'confirm',
  'claim',
  'choose-refund',
  'choose-wait',
  'choose-lowest-ask',
  'appeal',
] as const;
export type PartyStep = (typeof PARTY_STEPS)[number];

const SELLER_STEPS: readonly PartyStep[] = ['ship', 'extend', 'accept-verdict', 'object'];

/** Checks whether only sellers take this step. */
export function isSellerStep(type: PartyStep): boolean {
  return SELLER_STEPS.includes(type);
}

/** Takes the whole payment. A deal keeps the method of its market. */
export function payBy(method: PaymentMethod): DealEvent {
  return { type: 'pay', method, carriedCents: 0 };
}

/** The facts that decide whether a user may undo a trade. */
export interface UndoFacts {
  /** How many trades the user has undone in the last 30 days. */
  readonly earlierUndos: number;
  /** True for a seller who removed the ask just as it traded. */
  readonly hasMissedRemoval: boolean;
}

/** The facts that some steps need. */
export interface StepFacts extends UndoFacts, Pick<Deal, 'method'> {
  /** The price that a buyer of the lowest ask has seen, in cents. */
  readonly limitCents: number;
}

/** The event of a step. */
export function eventOfStep(
  type: PartyStep,
  { method, earlierUndos, hasMissedRemoval, limitCents }: StepFacts,
): DealEvent {
  switch (type) {
    case 'pay':
      return payBy(method);
    case 'undo':
      return { type, earlierUndos, ...(hasMissedRemoval && { hasMissedRemoval }) };
    case 'choose-lowest-ask':
      return { type, limitCents };
    default:
      return { type };
  }
}

/** The steps that a party may take now. The clock starts the first payment, so the buyer can only pay after it. */
export function possibleSteps(deal: Deal, party: Party, undos: UndoFacts, moment: Moment): PartyStep[] {
  const actor = { kind: party, id: party };
  // Any price is possible.
  const facts = { method: deal.method, ...undos, limitCents: deal.terms.priceCents };
  return PARTY_STEPS.filter(
    (type) =>
      (type !== 'pay' || deal.payment !== 'none') &&
      step(deal, { event: eventOfStep(type, facts), actor, seenVersion: null }, moment).kind === 'stepped',
  );
}
