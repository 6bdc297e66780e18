import type { OwnDeal } from '../api/deals.js';

/** An amount of the user's money in a deal, in dollars; 0 without one. */
export function amountOf(
  { money }: Pick<OwnDeal, 'money'>,
  wanted: OwnDeal['money'][number]['kind'],
): number {
  return money.find(({ kind }) => kind === wanted)?.amount ?? 0;
}

/** The money that we hold for the buyer of a failed deal, in dollars. */
export function heldForBuyer(deal: OwnDeal): number {
  return amountOf(deal, 'refund-owed') || deal.total;
}

/** The part of the total that a payment collects, in dollars: without the money of an earlier order. */
export function toCollect(deal: OwnDeal): number {
  return deal.total - amountOf(deal, 'carried');
}
