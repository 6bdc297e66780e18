import type { OwnDeal } from '../api/deals.js';
import { amountOf, isPaidOut } from './deal-amounts.js';

/** Why the user's money of a deal does not move at the moment; null if nothing stops it. */
export function waitingWords(deal: OwnDeal): string | null {
  const isOwed = amountOf(deal, 'payout-owed') > 0;
  if (deal.isDisputed) {
    return deal.party === 'buyer'
      ? 'You have disputed the payment with your bank. Nothing is sent or refunded until that is resolved.'
      : isOwed
        ? 'The buyer has disputed the payment with their bank. Your payout is on hold until that is resolved, and is yours either way.'
        : isPaidOut(deal)
          ? null
          : 'The buyer has disputed the payment with their bank. Nothing is paid out until that is resolved.';
  }
  const last = deal.timeline.findLast(({ event }) => event.startsWith('payout-'))?.event;
  return isOwed && last === 'payout-failed'
    ? 'Your payout failed. Check where your payouts go in the settings: after a change there we pay you again.'
    : null;
}
