import type { Deal } from './deal.js';
import type { DISPUTE_EVENTS, DisputeEvent } from './deal-event.js';

type CarriedMoney = Pick<Deal, 'carriedCents' | 'carriedOverCents'>;

/** True if other deals have money that this one collected itself: a deal passes on money of one payment only. */
export function hasPassedOn({ carriedCents, carriedOverCents }: CarriedMoney): boolean {
  return carriedCents === 0 && carriedOverCents > 0;
}

/** The carried money that a chargeback of its payment takes from this deal, in cents. */
export function disputableCents({ carriedCents, carriedOverCents }: CarriedMoney): number {
  return carriedCents - carriedOverCents;
}

/**
 * The event of a chargeback in the deal that collected the payment. Other deals lose what it has passed on. A
 * chargeback that is lost again takes nothing.
 */
export function disputeOf(type: (typeof DISPUTE_EVENTS)[number], deal: Deal): DisputeEvent {
  const othersCents = hasPassedOn(deal) ? deal.carriedOverCents : deal.carriedCents;
  const chargedBackCents = deal.terms.buyerTotalCents - othersCents;
  return type === 'dispute-lost' && chargedBackCents !== deal.collectedCents
    ? { type, chargedBackCents }
    : { type };
}
