import type { DeskQueue } from '@perkex/contract/desk.js';
import type { DealState } from '@perkex/core/deals/deal.js';

interface QueueWords {
  readonly label: string;
  /** The work of a member on its deals. */
  readonly task: string;
}

export const QUEUES: Readonly<Record<DeskQueue, QueueWords>> = {
  arriving: { label: 'Arriving', task: 'Pairs on their way to us. Open the parcel, and receive the pair.' },
  'to-verify': { label: 'To verify', task: 'Pairs that are here. Check each, and decide.' },
  objections: {
    label: 'Objections',
    task: 'Sellers who object. A member who has not reviewed the pair decides.',
  },
  disagreements: {
    label: 'Disagreements',
    task: 'Pairs about which two members disagree. An admin decides.',
  },
  'to-send': { label: 'To send', task: 'Verified pairs. Send each to its buyer.' },
  'to-return': {
    label: 'To return',
    task: 'Rejected pairs, and those of cancelled deals. Send each back to its seller.',
  },
  'on-the-way': {
    label: 'On the way',
    task: 'Pairs on their way to buyers. Enter what the carrier reports.',
  },
  claims: { label: 'Claims', task: 'Problems that buyers report. Decide each.' },
  returns: { label: 'Returns', task: 'Pairs that buyers send back. Receive each when it arrives.' },
  appeals: { label: 'Appeals', task: 'Penalties that are appealed. Waive or uphold each.' },
  losses: { label: 'Losses', task: 'Lost parcels. Decide who bears the loss.' },
  'failed-payouts': { label: 'Failed payouts', task: 'Payouts that came back. Start each again.' },
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
