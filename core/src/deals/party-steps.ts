import type { Deal, Party } from './deal.js';
import type { DealEvent } from './deal-event.js';
import type { Moment } from './situation.js';
import { step } from './step.js';

/**
 * The events that buyers and sellers cause themselves. Two of the table are not among them yet: the choices of another
 * bid and of the lowest ask.
 */
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
  'appeal',
] as const;
export type PartyStep = (typeof PARTY_STEPS)[number];

/** Takes the whole payment from the saved card. */
export const PAY: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };

/** The event of a step. `earlierUndos` is how many trades the user has undone in the last 30 days. */
export function eventOfStep(type: PartyStep, earlierUndos: number): DealEvent {
  if (type === 'pay') {
    return PAY;
  }
  return type === 'undo' ? { type, earlierUndos } : { type };
}

/** The steps that a party may take now. The clock starts the first payment, so the buyer can only pay after it. */
export function possibleSteps(deal: Deal, party: Party, earlierUndos: number, moment: Moment): PartyStep[] {
  const actor = { kind: party, id: party };
  return PARTY_STEPS.filter(
    (type) =>
      (type !== 'pay' || deal.payment !== 'none') &&
      step(deal, { event: eventOfStep(type, earlierUndos), actor, seenVersion: null }, moment).kind ===
        'stepped',
  );
}
