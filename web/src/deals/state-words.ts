import type { DealRow } from '@perkex/contract/deals.js';
import { type ByParty, both } from '@perkex/core/deals/by-party.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import type { PartyStep } from '@perkex/core/deals/party-steps.js';

interface StateWords {
  readonly label: string;
  /** The next event of a deal without complications. */
  readonly next: string;
}

/** The states in words for each party. */
const STATES: Readonly<Record<DealState, ByParty<StateWords>>> = {
  unpaid: {
    buyer: { label: 'Waiting for payment', next: 'We collect your payment.' },
    seller: { label: 'Waiting for payment', next: 'The buyer pays.' },
  },
  paid: {
    buyer: { label: 'Paid', next: 'The seller ships the pair to PerkeX.' },
    seller: { label: 'Ready to ship', next: 'Ship the pair to PerkeX, and enter its tracking number.' },
  },
  shipped: both({ label: 'On its way to PerkeX', next: 'The pair arrives at PerkeX.' }),
  received: both({ label: 'Being checked', next: 'PerkeX checks the pair.' }),
  objectable: {
    buyer: {
      label: 'Did not pass the check',
      next: 'The seller may object. Then a second member of our team checks the pair.',
    },
    seller: { label: 'Did not pass the check', next: 'Accept the result, or object to it.' },
  },
  verified: {
    buyer: { label: 'Passed the check', next: 'PerkeX sends the pair to you.' },
    seller: { label: 'Passed the check', next: 'PerkeX pays you, and sends the pair to the buyer.' },
  },
  sent: {
    buyer: { label: 'On its way to you', next: 'The pair arrives.' },
    seller: { label: 'On its way to the buyer', next: 'The pair arrives at the buyer.' },
  },
  delivered: {
    buyer: { label: 'Delivered', next: 'Check the pair. Then confirm it, or report a problem.' },
    seller: { label: 'Delivered', next: 'The buyer checks the pair.' },
  },
  rejected: {
    buyer: { label: 'Rejected', next: 'You get your money back.' },
    seller: { label: 'Rejected', next: 'PerkeX returns the pair to you.' },
  },
  lost: {
    buyer: { label: 'Lost', next: 'You get your money back.' },
    seller: { label: 'Lost', next: 'PerkeX finds out where the pair was lost.' },
  },
  cancelled: {
    buyer: { label: 'Cancelled', next: 'Anything that you have paid goes back to you.' },
    seller: { label: 'Cancelled', next: 'The sale has ended.' },
  },
  complete: both({ label: 'Complete', next: 'Nothing is left to do.' }),
  closed: both({ label: 'Closed', next: 'Nothing is left to do.' }),
};

/** The words for the state of a deal, as its user reads them. */
export function stateWords({ state, party }: Pick<DealRow, 'state' | 'party'>): StateWords {
  return STATES[state][party];
}

/** The next event of a deal, or the right that its user has now. */
export function nextWords(deal: Pick<DealRow, 'state' | 'party' | 'steps'>): string {
  const [, words] = RIGHTS.find(([step]) => deal.steps.includes(step)) ?? [];
  return words ?? stateWords(deal).next;
}

/** The rights of a user whose deal is late or has failed. */
const RIGHTS: readonly (readonly [PartyStep, string])[] = [
  ['pay', 'Your payment has not arrived. You can complete it now.'],
  ['take-refund', 'This takes longer than promised. You can take a refund now, or keep waiting.'],
  ['choose-wait', 'We hold your money. Choose what happens with it.'],
  ['choose-refund', 'Your bid is waiting for another pair. You can have your money back at any time.'],
  ['appeal', 'You can appeal the penalty.'],
];

/** True while the buyer of a failed deal waits with a bid. */
export function isWaiting({ steps }: Pick<DealRow, 'steps'>): boolean {
  return steps.includes('choose-refund') && !steps.includes('choose-wait');
}

/** The states whose deadline does not concern the seller. */
const AFTER_THE_CHECK: readonly DealState[] = ['verified', 'sent', 'delivered'];
/** The states whose deadline is for the choice or appeal of one side. */
const FAILED: readonly DealState[] = ['rejected', 'lost', 'cancelled'];

/** The deadline of a deal, if one runs that concerns its user. */
export function deadlineOf({
  state,
  party,
  steps,
  dueAt,
}: Pick<DealRow, 'state' | 'party' | 'steps' | 'dueAt'>): string | null {
  const concernsUser = FAILED.includes(state)
    ? steps.includes('choose-wait') || steps.includes('appeal')
    : party === 'buyer' || !AFTER_THE_CHECK.includes(state);
  return concernsUser ? dueAt : null;
}

/** The stages of a deal that succeeds. */
export const STAGES = ['Paid', 'Shipped', 'Checked', 'Sent', 'Delivered'] as const;

/** The number of stages that are done in each state; null once a deal has failed. */
export const STAGES_DONE: Readonly<Record<DealState, number | null>> = {
  unpaid: 0,
  paid: 1,
  shipped: 2,
  received: 2,
  objectable: null,
  verified: 3,
  sent: 4,
  delivered: 5,
  rejected: null,
  lost: null,
  cancelled: null,
  complete: 5,
  closed: null,
};

/** True for the states in which the pair does not get to the buyer, so that its total is not due. */
export const HAS_FAILED: Readonly<Record<DealState, boolean>> = {
  unpaid: false,
  paid: false,
  shipped: false,
  received: false,
  objectable: false,
  verified: false,
  sent: false,
  delivered: false,
  rejected: true,
  lost: true,
  cancelled: true,
  complete: false,
  closed: true,
};
