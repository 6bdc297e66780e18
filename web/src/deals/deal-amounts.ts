import type { OwnDeal } from '../api/deals.js';

/** An amount of the user's money in a deal, in dollars; 0 without one. */
export function amountOf(
  { money }: Pick<OwnDeal, 'money'>,
  wanted: OwnDeal['money'][number]['kind'],
): number {
  return money.find(({ kind }) => kind === wanted)?.amount ?? 0;
}

/** True once the seller has got money of the deal, on their account or for what they owed. */
export function isPaidOut(deal: Pick<OwnDeal, 'money'>): boolean {
  const isLeft = amountOf(deal, 'payout-owed') > 0 || amountOf(deal, 'payout-on-its-way') > 0;
  return amountOf(deal, 'paid-out') > 0 || (amountOf(deal, 'settled') > 0 && !isLeft);
}

/** The money that we hold for the buyer of a failed deal, in dollars. */
export function heldForBuyer(deal: OwnDeal): number {
  return amountOf(deal, 'refund-owed') || deal.total;
}

/** The part of the total that a payment collects, in dollars: without the money of an earlier order. */
export function toCollect(deal: OwnDeal): number {
  return deal.total - amountOf(deal, 'carried');
}
