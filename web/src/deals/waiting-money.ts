import type { OwnDeal } from '../api/deals.js';
import { amountOf, isPaidOut } from './deal-amounts.js';

/** Why the user's money of a deal does not move at the moment; null if nothing stops it. */
export function waitingWords(deal: OwnDeal): string | null {
  const isOwed = amountOf(deal, 'payout-owed') > 0;
  if (deal.isDisputed) {
    return deal.party === 'buyer'
      ? 'Your bank disputes the payment. Until that has ended, we send and refund nothing.'
      : isOwed
        ? 'The buyer’s bank disputes the payment. Your payout waits until that has ended, and is yours whatever the result.'
        : isPaidOut(deal)
          ? null
          : 'The buyer’s bank disputes the payment. Until that has ended, we pay out nothing.';
  }
  const last = deal.timeline.findLast(({ event }) => event.startsWith('payout-'))?.event;
  return isOwed && last === 'payout-failed'
    ? 'Your payout failed. Check where your payouts go in the settings: after a change there we pay you again.'
    : null;
}
