import type { TimelineEntry } from '@perkex/contract/deals.js';
import { type ByParty, both } from '@perkex/core/deals/by-party.js';
import type { DealState } from '@perkex/core/deals/deal.js';
import type { ActorKind } from '@perkex/core/deals/deal-event.js';
import { isBankTransfer } from '../api/deals.js';

/** An event, with the state before it. */
interface Happened {
  readonly entry: TimelineEntry;
  readonly before: DealState | null;
}

type Words = ByParty<string> | ((happened: Happened) => ByParty<string>);

/** Every event in words for each party. */
const EVENTS: Readonly<Record<TimelineEntry['event'], Words>> = {
  trade: { buyer: 'Bought', seller: 'Sold' },
  pay: both('Payment started'),
  'payment-held': ({ entry: { state } }) =>
    both(state === 'cancelled' ? 'Payment arrived too late, and goes back' : 'Paid'),
  'payment-needs-buyer': () =>
    both(
      isBankTransfer() ? 'Waiting for the bank transfer' : 'The bank asks for confirmation of the payment',
    ),
  'payment-declined': both('Payment declined'),
  undo: both('Undone'),
  ship: both('Shipped to PerkeX'),
  extend: both('One more working day to ship'),
  receive: ({ before }) => both(before === 'delivered' ? 'Returned to PerkeX' : 'Arrived at PerkeX'),
  pass: both('Passed the check'),
  fail: ({ entry: { state } }) =>
    both(state === 'rejected' ? 'Did not pass the second check' : 'Did not pass the check'),
  'accept-verdict': both('Result accepted'),
  object: both('Objected to the result'),
  send: { buyer: 'Sent to you', seller: 'Sent to the buyer' },
  'report-arrived': both('Reported as arrived'),
  'report-missing': both('Reported as missing'),
  confirm: both('Confirmed'),
  claim: both('Problem reported'),
  'request-return': both('PerkeX asked for the pair back'),
  'return-overdue': both('The return has not arrived in time'),
  'refuse-claim': both('No refund for the reported problem'),
  'refund-part': both('Partial refund granted'),
  'take-refund': both('Refund chosen'),
  'choose-refund': both('Refund chosen'),
  'choose-wait': both('Chose to wait with a bid'),
  'choose-lowest-ask': both('Chose the lowest ask'),
  'replacement-traded': both('Another pair was bought with the money'),
  'replacement-failed': both('The new order did not trade'),
  appeal: both('Penalty appealed'),
  'waive-penalty': sellersPenalty('Penalty waived'),
  'uphold-penalty': sellersPenalty('Penalty charged after the appeal'),
  cancel: both('Cancelled by PerkeX'),
  'correct-parcel': both('Tracking number corrected'),
  'return-pair': { buyer: 'Sent back to the seller', seller: 'Sent back to you' },
  'declare-lost': both('Declared lost'),
  'keep-waiting': both('PerkeX keeps waiting for the parcel'),
  'bear-loss': both('PerkeX bears the loss'),
  'leave-loss': both('The seller bears the loss'),
  'start-refund': both('Refund started'),
  'refund-done': ({ entry }) => ({ buyer: 'Refunded', seller: endWords(entry) }),
  'refund-failed': both('The refund failed. We are on it'),
  'start-payout': { buyer: 'The seller has been paid', seller: 'Your payout was used for what you owed' },
  'payout-done': ({ entry }) => ({ buyer: endWords(entry), seller: 'Paid out' }),
  'payout-failed': both('The payout failed, and is still owed to you'),
  'collect-penalty': both('Half of the penalty was credited to you'),
  'pay-debt': both('Payment of what you owe started'),
  'debt-paid': both('What you owed was paid'),
  'debt-declined': both('The payment of what you owe did not go through'),
  'debt-charged-back': both('Your bank took back a payment of what you owe'),
  'pay-credit': both('Payout of a credit started'),
  'credit-done': both('Credit paid out'),
  'credit-failed': both('The payout of a credit failed. It is still owed to you'),
  'unbook-payment': both('The payment was booked by mistake. It is due again'),
  'dispute-opened': both('Payment disputed at the bank'),
  'dispute-won': both('The dispute ended in favour of PerkeX'),
  'dispute-lost': both('The disputed payment was taken back'),
  'parcel-moving': both('The parcel is moving'),
  'parcel-late': both('The parcel is late'),
  'parcel-arrived': ({ entry: { state } }) => both(state === 'shipped' ? 'Arrived at PerkeX' : 'Delivered'),
  'parcel-lost': both('The parcel is lost'),
  'deadline-passed': (happened) => both(wordsOfDeadline(happened)),
  'pause-clock': both('Deadline paused'),
  'resume-clock': both('Deadline continues'),
};

/** An event that one side sees only because it ends the deal: the money of the other side is not theirs to know. */
function endWords({ state }: TimelineEntry): string {
  return state === 'complete' ? 'Complete' : 'Closed';
}

/** A penalty is the seller's if its decision ends the deal. */
function sellersPenalty(words: string) {
  return ({ entry }: Happened): ByParty<string> => ({
    buyer: entry.state === 'closed' ? endWords(entry) : words,
    seller: words,
  });
}

/** The consequence of a deadline, by the state before it. */
const DEADLINES: Readonly<Record<DealState, string>> = {
  unpaid: 'Cancelled: not paid in time',
  paid: 'Cancelled: not shipped in time',
  shipped: 'Late on its way to PerkeX',
  received: 'The check takes longer than promised',
  objectable: 'Rejected: no objection in time',
  verified: 'Sending takes longer than promised',
  sent: 'Counts as delivered: not reported missing',
  delivered: 'The time to report a problem is over',
  rejected: 'The time to choose is over',
  lost: 'The time to choose is over',
  cancelled: 'The time to choose is over',
  complete: 'Complete',
  closed: 'Closed',
};

function wordsOfDeadline({ entry: { state }, before }: Happened): string {
  if (before === 'objectable' && state === 'objectable') {
    return 'The second check takes longer than promised';
  }
  return before === 'sent' && state === 'lost' ? 'Lost: it has not arrived' : DEADLINES[before ?? state];
}

/** An event as a party reads it. */
export function eventWords(entry: TimelineEntry, before: DealState | null, party: keyof ByParty<string>) {
  const words = EVENTS[entry.event];
  return (typeof words === 'function' ? words({ entry, before }) : words)[party];
}

const ACTORS: Readonly<Record<ActorKind, ByParty<string>>> = {
  buyer: { buyer: 'You', seller: 'The buyer' },
  seller: { buyer: 'The seller', seller: 'You' },
  member: both('PerkeX'),
  provider: both('Payment service'),
  clock: both('Automatic'),
};

/** The actor of an event as a party reads it. */
export function actorWords({ by, event }: TimelineEntry, party: keyof ByParty<string>): string {
  return event.startsWith('parcel-') && by === 'provider' ? 'Carrier' : ACTORS[by][party];
}
