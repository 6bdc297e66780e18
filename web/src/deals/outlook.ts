import { type ByParty, both } from '@perkex/core/deals/by-party.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import { penaltyCents } from '@perkex/core/deals/penalty.js';
import { CENTS_PER_DOLLAR, dollarsToCents } from '@perkex/core/money.js';
import { isBankTransfer, type OwnDeal } from '../api/deals.js';
import { amountOf, isPaidOut } from './deal-amounts.js';
import { dollarsText } from './dollars-text.js';
import { deadlineOf, nextWords, stateWords } from './state-words.js';

/** The next event of a deal. */
export interface Outlook {
  readonly next: string;
  /** The deadline of that, if one runs that concerns the user. */
  readonly dueAt: string | null;
  /** The consequence if the deadline passes; null without one. */
  readonly otherwise: string | null;
}

/** The answer to "What happens next, by when, and what if not?". */
export function outlookOf(deal: OwnDeal): Outlook {
  const dueAt = deadlineOf(deal);
  return { next: nextOf(deal), dueAt, otherwise: dueAt === null ? null : otherwiseOf(deal) };
}

const LATE = 'This takes longer than promised. We are on it.';
const LATE_BEFORE_THE_VERDICT =
  'This takes longer than promised. We are on it, and the buyer may take a refund.';

/** The sentences of deals with complications; the others are those of their state. */
function nextOf(deal: OwnDeal): string {
  const { state, party, isOverdue, steps } = deal;
  if (steps.includes('take-refund')) {
    return nextWords(deal);
  }
  if (isOverdue && state !== 'delivered') {
    return party === 'buyer' || state === 'verified' ? LATE : LATE_BEFORE_THE_VERDICT;
  }
  switch (state) {
    case 'unpaid':
      return paymentWords(deal) ?? stateWords(deal).next;
    case 'objectable':
      return has(deal, 'object') ? 'A second member of our team checks the pair.' : stateWords(deal).next;
    case 'sent':
      return has(deal, 'report-missing') ? 'We are looking for the pair.' : stateWords(deal).next;
    case 'verified':
      if (deal.isDisputed) {
        return DISPUTED[party];
      }
      return isPaidOut(deal) ? 'You are paid. PerkeX sends the pair to the buyer.' : stateWords(deal).next;
    case 'delivered':
      return deliveredWords(deal);
    case 'rejected':
    case 'lost':
    case 'cancelled':
    case 'closed':
      return failureWords(deal);
    default:
      return stateWords(deal).next;
  }
}

/** The pair does not leave either. */
const DISPUTED: ByParty<string> = {
  buyer:
    'You have disputed the payment with your bank. We send the pair once that is resolved in our favour.',
  seller: 'The buyer has disputed the payment with their bank. We keep the pair until that is resolved.',
};

const CANCELLATIONS: Readonly<Record<NonNullable<OwnDeal['cancellation']>, ByParty<string>>> = {
  payment: { buyer: 'You did not pay in time.', seller: 'The buyer did not pay in time.' },
  'not-shipped': { buyer: 'The seller did not ship in time.', seller: 'You did not ship in time.' },
  undone: both('The trade was undone.'),
  'by-us': both('PerkeX cancelled it.'),
};

function failureWords(deal: OwnDeal): string {
  const { cancellation, party, steps } = deal;
  const reason = cancellation === null ? '' : `${CANCELLATIONS[cancellation][party]} `;
  if (steps.includes('choose-refund')) {
    return reason + nextWords(deal);
  }
  const next = (party === 'buyer' ? endOfChoice(deal) : endOfSale(deal)) ?? stateWords(deal).next;
  return reason + next + (steps.includes('appeal') ? ` ${nextWords(deal)}` : '');
}

/** Where the pair of a sale that has failed is, or who bears its loss; null while it is with the seller. */
function endOfSale(deal: OwnDeal): string | null {
  if (has(deal, 'return-pair')) {
    return 'Your pair is on its way back to you.';
  }
  if (has(deal, 'pass')) {
    return 'Your pair passed the check, so you keep what you get for it.';
  }
  if (has(deal, 'bear-loss')) {
    return deal.state === 'closed'
      ? 'PerkeX bears the loss of the parcel, and has paid you.'
      : 'PerkeX bears the loss of the parcel, and pays you.';
  }
  if (deal.state !== 'rejected' && has(deal, 'receive')) {
    return 'PerkeX returns the pair to you.';
  }
  if (has(deal, 'leave-loss')) {
    return 'PerkeX has decided that you bear the loss of the parcel.';
  }
  return deal.state === 'cancelled' && has(deal, 'ship')
    ? 'Once the pair arrives at PerkeX, we return it to you.'
    : null;
}

/** Where the buyer's money has gone, or goes; null for the usual way. */
function endOfChoice(deal: OwnDeal): string | null {
  if (deal.replacedBy !== null) {
    return 'You have another pair instead.';
  }
  if (isRefunded(deal)) {
    return 'You have your money back.';
  }
  if (amountOf(deal, 'refund-on-its-way') > 0) {
    return isBankTransfer()
      ? 'PerkeX sends your refund by bank transfer. This may take a few working days.'
      : 'Your refund is on its way. Your bank may need a few days.';
  }
  const last = deal.timeline.findLast(({ event }) => CHOICE_EVENTS.includes(event))?.event;
  return last === 'choose-lowest-ask' ? 'We are buying the lowest ask for you.' : null;
}

/** The last one of a timeline shows whether the lowest ask is being bought. */
const CHOICE_EVENTS: readonly OwnDeal['timeline'][number]['event'][] = [
  'choose-lowest-ask',
  'choose-wait',
  'choose-refund',
  'replacement-failed',
  'replacement-traded',
];

function isRefunded(deal: OwnDeal): boolean {
  return (
    amountOf(deal, 'refunded') > 0 &&
    amountOf(deal, 'refund-owed') === 0 &&
    amountOf(deal, 'refund-on-its-way') === 0
  );
}

/** The buyer's obstacle, if the last attempt to pay has one. */
function paymentWords({ payment }: OwnDeal): string | null {
  switch (payment) {
    case 'failed':
      return 'Your payment was declined. Please pay again.';
    case 'needs-buyer':
      return isBankTransfer()
        ? 'Pay by bank transfer, as described below.'
        : 'Your bank wants you to confirm the payment.';
    default:
      return null;
  }
}

function deliveredWords(deal: OwnDeal): string {
  const { party, dueAt, isOverdue } = deal;
  const isUndecided = has(deal, 'claim') && !has(deal, 'refuse-claim') && !has(deal, 'refund-part');
  if (isUndecided && party === 'seller') {
    return 'The buyer has reported a problem. It is between them and PerkeX.';
  }
  if (isUndecided && !has(deal, 'request-return')) {
    return 'PerkeX decides about the problem that you reported.';
  }
  if (party === 'buyer' && isOverdue) {
    return 'The pair has not arrived at PerkeX in time. You get your money once it does, unless PerkeX ends your claim.';
  }
  if (dueAt === null) {
    const isSettled = party === 'buyer' || isPaidOut(deal);
    return isSettled ? 'Nothing is left for you to do.' : 'PerkeX pays you.';
  }
  return isUndecided ? 'Send the pair back to PerkeX for a refund.' : stateWords(deal).next;
}

/** The consequence of a deadline; null if it does not concern the user. */
function otherwiseOf(deal: OwnDeal): string | null {
  const { party, steps, penalty } = deal;
  if (steps.includes('choose-wait')) {
    return 'Otherwise we refund you then.';
  }
  if (steps.includes('appeal') && penalty) {
    return `Otherwise you pay the penalty of ${dollarsText(penalty.amount)}.`;
  }
  return OTHERWISE[deal.state](deal)[party];
}

const CHECK_IS_LATE: ByParty<string> = {
  buyer: 'Otherwise you can take a refund, or keep waiting.',
  seller: 'Otherwise the buyer may take a refund.',
};

const NOTHING = () => both(null);

const OTHERWISE: Readonly<Record<DealState, (deal: OwnDeal) => ByParty<string | null>>> = {
  unpaid: (deal) => ({
    buyer: `Otherwise the purchase is cancelled, and you may have to pay a penalty of ${penaltyText(deal)}.`,
    seller: 'Otherwise the sale is cancelled. That costs you nothing.',
  }),
  paid: (deal) => ({
    buyer: 'Otherwise the purchase is cancelled, and you get your money back.',
    seller: `Otherwise the sale is cancelled, and you may have to pay a penalty of ${penaltyText(deal)}.`,
  }),
  shipped: () => CHECK_IS_LATE,
  received: () => CHECK_IS_LATE,
  objectable: (deal) =>
    has(deal, 'object')
      ? CHECK_IS_LATE
      : {
          buyer: 'Otherwise the pair is rejected, and you get your money back.',
          seller: `Otherwise the pair is rejected and returned to you, and you may have to pay a penalty of ${penaltyText(deal)}.`,
        },
  verified: () => ({ buyer: 'Otherwise we notify you, and look into it.', seller: null }),
  sent: (deal) => ({
    buyer: has(deal, 'report-missing')
      ? 'Otherwise it counts as lost, and you get your money back.'
      : 'Otherwise it counts as delivered. Report it if it is missing.',
    seller: null,
  }),
  delivered: (deal) => ({
    buyer: has(deal, 'request-return')
      ? 'Otherwise PerkeX may end your claim without a refund.'
      : 'Otherwise the purchase is complete.',
    seller: null,
  }),
  rejected: NOTHING,
  lost: NOTHING,
  cancelled: NOTHING,
  complete: NOTHING,
  closed: NOTHING,
};

/** The penalty of the side that fails. */
export function penaltyText({ price }: Pick<OwnDeal, 'price'>): string {
  return dollarsText(penaltyCents(dollarsToCents(price)) / CENTS_PER_DOLLAR);
}

function has({ timeline }: OwnDeal, wanted: OwnDeal['timeline'][number]['event']): boolean {
  return timeline.some(({ event }) => event === wanted);
}
