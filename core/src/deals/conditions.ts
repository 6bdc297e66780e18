import { UNDO_MS } from './clocks.js';
import { type CallKind, creditCents, type Deal, type ParcelState, penaltyPayer } from './deal.js';
import { type DealEvent, isDispute } from './deal-event.js';
import { penaltyCents } from './penalty.js';
import type { Situation } from './situation.js';

/** How many trades a user may undo in 30 days. */
const MAX_UNDOS = 2;

/** The states of a parcel that has left and not arrived, as far as its carrier has reported. */
const PARCELS_ON_THEIR_WAY: readonly ParcelState[] = ['announced', 'moving', 'late'];

/** The conditions of the transitions. All conditions of a case must hold. */
export const CONDITIONS = {
  // the clock
  'not due yet': ({ deal: { dueAtMs }, nowMs }) => dueAtMs === null || nowMs < dueAtMs,
  'a clock runs': ({ deal }) => deal.dueAtMs !== null,
  'not overdue': ({ deal }) => !deal.isOverdue,
  'the clock is paused': ({ deal }) => deal.pausedMs !== null,
  'the clock is not paused': ({ deal }) => deal.pausedMs === null,
  'already extended': ({ deal }) => deal.isExtended,

  // the trade
  'the actor did not take': ({ deal, actor }) => actor.kind !== deal.terms.taker,
  'no removal was missed': ({ event, actor }) =>
    event.type !== 'undo' || event.hasMissedRemoval !== true || actor.kind !== 'seller',
  'more than 10 minutes ago': ({ deal, nowMs }) => nowMs >= deal.terms.tradedAtMs + UNDO_MS,
  'undone twice in 30 days': ({ event }) => event.type === 'undo' && event.earlierUndos >= MAX_UNDOS,
  'the ask is relisted': ({ deal }) => deal.terms.isRelisting,
  'the pair is here': ({ deal }) => deal.terms.isPairHere,
  'the seller shipped': ({ deal }) => !deal.terms.isPairHere,

  // the payment
  'payment in progress': ({ deal }) => deal.payment === 'collecting',
  'the buyer is needed': ({ deal }) => deal.payment === 'needs-buyer',
  'no collection in flight': ({ deal }) => deal.balances.collecting === 0,
  'carries too much': ({ deal, event }) =>
    event.type === 'pay' &&
    (event.carriedCents < 0 ||
      event.carriedCents > deal.terms.buyerTotalCents ||
      (event.carriedCents > 0 && deal.payment !== 'none')),
  'carries everything': ({ deal, event }) =>
    event.type === 'pay' && event.carriedCents === deal.terms.buyerTotalCents,
  'another amount': ({ deal, event }) =>
    event.type === 'payment-held' && event.amountCents !== deal.balances.collecting,
  'of carried money': ({ event }) => isOfCarried(event),
  'not of carried money': ({ event }) => !isOfCarried(event),
  'disputed before': ({ deal }) => deal.hasBeenDisputed,
  'nothing was collected': ({ deal }) => deal.collectedCents === 0,
  'payment disputed': ({ deal }) => deal.payment === 'disputed',
  'payment not disputed': ({ deal }) => deal.payment !== 'disputed',
  'payment disputed or lost': ({ deal }) => deal.payment === 'disputed' || deal.payment === 'lost',
  'charged back': ({ deal }) => deal.chargedBackCents > 0,

  // calls, refunds and payouts
  'of another collection': (situation) => isOfAnotherCall(situation, 'collect'),
  'of another refund': (situation) => isOfAnotherCall(situation, 'refund'),
  'of another payout': (situation) => isOfAnotherCall(situation, 'pay-out'),
  'no refund in flight': ({ deal }) => deal.balances.refunding === 0,
  'a refund in flight': ({ deal }) => deal.balances.refunding > 0,
  'nothing was refunded': ({ deal }) => deal.lastRefundCents === 0,
  'nothing to refund': ({ deal }) => !isRefundable(deal),
  'no payout in flight': ({ deal }) => deal.balances['paying-out'] === 0,
  'a payout in flight': ({ deal }) => deal.balances['paying-out'] > 0,
  'nothing was paid out': ({ deal }) => deal.paidOutCents === 0,
  'nothing to pay out': ({ deal }) => deal.balances['owed-seller'] === 0,
  'nets too much': ({ deal, event }) =>
    event.type === 'start-payout' &&
    (event.nettedCents < 0 || event.nettedCents > deal.balances['owed-seller']),
  'debts use up the payout': ({ deal, event }) =>
    event.type === 'start-payout' && event.nettedCents === deal.balances['owed-seller'],

  // credits
  'of another credit': (situation) => isOfAnotherCall(situation, 'pay-credit'),
  'no credit of this party': ({ deal, event }) =>
    event.type === 'pay-credit' && creditCents(deal, event.party) === 0,
  'pays too much credit': ({ deal, event }) =>
    event.type === 'pay-credit' &&
    (event.creditCents <= 0 || event.creditCents > creditCents(deal, event.party)),
  'a credit in flight': ({ deal }) => deal.payingCreditCents > 0,
  'no credit in flight': ({ deal }) => deal.payingCreditCents === 0,
  'no credit was paid': ({ deal }) => deal.lastCreditCents === 0,

  // payments of debts
  'of another debt payment': (situation) => isOfAnotherCall(situation, 'collect-debt'),
  'pays no debt': ({ event }) => event.type === 'pay-debt' && event.debtCents <= 0,
  'the other side pays debts here': ({ deal, actor }) =>
    deal.debtParty !== null && deal.debtParty !== actor.kind,
  'no debt payment in flight': ({ deal }) => deal.collectingDebtCents === 0,
  'no debt was paid': ({ deal }) => deal.lastDebtCents === 0,

  // parcels
  'inbound is moving': ({ deal }) => deal.parcelIn === 'moving',
  'inbound is late': ({ deal }) => deal.parcelIn === 'late',
  'inbound arrived': ({ deal }) => deal.parcelIn === 'arrived',
  'outbound is moving': ({ deal }) => deal.parcelOut === 'moving',
  'outbound is late': ({ deal }) => deal.parcelOut === 'late',
  'no parcel from us on its way': ({ deal }) => !PARCELS_ON_THEIR_WAY.includes(deal.parcelOut),
  'reported missing': ({ deal }) => deal.isReportedMissing,
  'the seller gets a payout': ({ deal }) => deal.payout !== 'none',
  'the pair reached us': ({ deal }) => hasReachedUs(deal),
  "no seller's pair at the desk": ({ deal }) =>
    !hasReachedUs(deal) || deal.parcelOut !== 'none' || deal.payout !== 'none',

  // verdicts, claims and losses
  'not objected': ({ deal }) => !deal.hasObjected,
  'already objected': ({ deal }) => deal.hasObjected,
  'by the same member': ({ deal, actor }) => actor.id === deal.verdictBy,
  'claim open': ({ deal }) => deal.claim === 'open',
  'no open claim': ({ deal }) => deal.claim !== 'open',
  'no claim to end': ({ deal: { claim, isOverdue } }) =>
    claim !== 'open' && !(claim === 'return' && isOverdue),
  'already claimed': ({ deal }) => deal.claim !== 'none',
  'no return agreed': ({ deal }) => deal.claim !== 'return',
  'not a part': ({ deal, event }) =>
    event.type === 'refund-part' &&
    (event.refundCents <= 0 || event.refundCents >= deal.terms.buyerTotalCents),
  'already ending': ({ deal }) => deal.ending !== null,
  'lost on the way to the buyer': ({ deal }) => deal.parcelOut === 'lost',
  'the seller lost nothing': ({ deal }) => deal.parcelOut !== 'none',

  // choices and penalties
  'no open choice': ({ deal }) => deal.choice !== 'open',
  'choice open': ({ deal }) => deal.choice === 'open',
  'waiting with a bid': ({ deal }) => deal.choice === 'wait',
  'no replacement expected': ({ deal }) => deal.choice !== 'wait' && deal.choice !== 'lowest-ask',
  'penalty pending': ({ deal }) => deal.penalty === 'pending',
  'no penalty pending': ({ deal }) => deal.penalty !== 'pending',
  'no penalty charged': ({ deal }) => deal.penalty !== 'charged',
  'collects too much': ({ deal, event }) =>
    event.type === 'collect-penalty' &&
    (event.collectedCents <= 0 ||
      deal.penaltyCollectedCents + event.collectedCents > penaltyCents(deal.terms.priceCents)),
  'no appeal': ({ deal }) => deal.penalty !== 'appealed',
  'the actor pays no penalty': ({ deal, actor }) => actor.kind !== penaltyPayer(deal),
} as const satisfies Record<string, (situation: Situation) => boolean>;

export type ConditionName = keyof typeof CONDITIONS;

/** True if what the buyer is owed may be sent: their choice is made, and no other money of theirs is on its way. */
export function isRefundable({ balances, choice, payment }: Deal): boolean {
  return (
    balances['owed-buyer'] > 0 &&
    balances.collecting === 0 &&
    balances.refunding === 0 &&
    payment !== 'disputed' &&
    (choice === 'none' || choice === 'refund' || choice === 'replaced')
  );
}

function isOfCarried(event: DealEvent): boolean {
  return isDispute(event) && event.isOfCarried === true;
}

function isOfAnotherCall({ deal, event }: Situation, kind: CallKind): boolean {
  return 'callVersion' in event && event.callVersion !== deal.callVersions[kind];
}

function hasReachedUs({ parcelIn, terms }: Deal): boolean {
  return parcelIn === 'arrived' || terms.isPairHere;
}
