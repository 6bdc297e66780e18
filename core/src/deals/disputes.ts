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

/** The part of its payment that a chargeback takes from the deal that collected it, in cents. Others have the rest. */
export function ownDisputableCents(deal: Deal): number {
  const othersCents = hasPassedOn(deal) ? deal.carriedOverCents : deal.carriedCents;
  return deal.terms.buyerTotalCents - othersCents - deal.chargedBackCents;
}

type DisputeType = (typeof DISPUTE_EVENTS)[number];

/**
 * The event of a chargeback in the deal that collected the payment. Other deals lose what it has passed on. A
 * chargeback that is lost again takes nothing.
 * @param disputedCents the part of the payment that is disputed; all of it by default
 */
export function disputeOf(type: DisputeType, deal: Deal, disputedCents = Infinity): DisputeEvent {
  const chargedBackCents = deal.chargedBackCents + Math.min(ownDisputableCents(deal), disputedCents);
  return type === 'dispute-lost' && chargedBackCents !== deal.collectedCents
    ? { type, chargedBackCents }
    : { type };
}

/** The same in a deal that has money of the payment. @param disputedCents what its own deal cannot lose */
export function disputeOfCarried(type: DisputeType, deal: Deal, disputedCents = Infinity): DisputeEvent {
  return type === 'dispute-lost' && disputedCents < disputableCents(deal)
    ? { type, isOfCarried: true, chargedBackCents: deal.chargedBackCents + disputedCents }
    : { type, isOfCarried: true };
}
