import type { DeskQueue } from '@perkex/contract/desk.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import { APPEAL_WORKING_DAYS } from '@perkex/core/deals/penalty.js';

/** The work of members on the deals of each queue. */
export const QUEUE_TASKS: Readonly<Record<DeskQueue, string>> = {
  arriving: 'Pairs on their way to us. Open the parcel, and receive the pair.',
  'to-verify': 'Pairs that are here. Check each, and decide.',
  objections: 'Sellers who objected. A member who has not reviewed the pair decides.',
  disagreements: 'Pairs on which two members disagree. An admin decides.',
  'to-send': 'Verified pairs. Send each to its buyer.',
  'to-return':
    'Rejected pairs, and those that arrived after the end of their deals. Send each back to its seller.',
  'on-the-way': 'Pairs on their way to buyers. Enter what the carrier reports.',
  claims: 'Problems that buyers report. Decide each.',
  returns: 'Pairs that buyers send back. Receive each when it arrives.',
  appeals: `Penalties that are appealed. Waive or uphold each: after ${APPEAL_WORKING_DAYS} working days they are waived.`,
  losses: 'Lost parcels. Decide who bears the loss.',
  disputes:
    'Payments that buyers dispute at their banks. Send the evidence to the provider before its deadline.',
  'failed-payouts': 'Payouts that came back. Start each again.',
  'failed-refunds': 'Refunds that came back, or that the provider refused. Start each again.',
};

/** The states as members read them. */
export const DESK_STATES: Readonly<Record<DealState, string>> = {
  unpaid: 'Waiting for payment',
  paid: 'Paid, not shipped yet',
  shipped: 'On its way to us',
  received: 'Here, to be verified',
  objectable: 'Failed the check',
  verified: 'Verified, to be sent',
  sent: 'On its way to the buyer',
  delivered: 'Delivered',
  rejected: 'Rejected',
  lost: 'Lost',
  cancelled: 'Cancelled',
  complete: 'Complete',
  closed: 'Closed',
};
