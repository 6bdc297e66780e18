import type { OrderCall } from '../order-book/order.js';
import { balancesAfter, DEAL_ACCOUNTS, NO_BALANCES, type Transfer, totalCents } from './accounts.js';
import { CLOCKS, type ClockName, methodDueAtMs } from './clocks.js';
import { CONDITIONS } from './conditions.js';
import {
  type CallKind,
  type Deal,
  type DealState,
  type DealTerms,
  isFinal,
  isParty,
  otherParty,
  type Party,
  type PaymentMethod,
  penaltyPayer,
} from './deal.js';
import type { DealCommand } from './deal-event.js';
import { type DealNews, newsOf } from './deal-news.js';
import { type Leg, legCents, MONEY_MOVES, type MoneyMoveName } from './money-moves.js';
import type { DealRefusal } from './refusals.js';
import type { Moment, Situation } from './situation.js';
import type { Case, OrderEffect, Recipient, Transition } from './transition.js';
import { TRANSITIONS } from './transitions.js';
import type { Holidays } from './working-days.js';

/** An order to place, or a bid to cancel, after the step. Prices are in cents. */
export interface DealOrder {
  readonly call: OrderCall | 'cancel-bid';
  readonly party: Party;
  readonly priceCents: number;
}

/** A call to the payment provider. Its kind and the deal's version make it idempotent, and name it in the outcome. */
export interface ProviderCall {
  readonly kind: CallKind;
  readonly amountCents: number;
  /** True for a refund of money that a failed deal had collected. */
  readonly isOfCarried: boolean;
}

/** A message to a party, with its news (`dealNewsText`), or to members. */
export type DealNotification =
  | { readonly to: Party; readonly news: DealNews }
  | { readonly to: 'desk' | 'finance' };

export interface Stepped {
  readonly kind: 'stepped';
  readonly deal: Deal;
  readonly transfers: readonly Transfer[];
  readonly calls: readonly ProviderCall[];
  readonly orders: readonly DealOrder[];
  readonly notifications: readonly DealNotification[];
}

/** Nothing was done. `state` is the current one, for the answer to the actor. */
export interface DealRefused {
  readonly kind: 'refused';
  readonly code: DealRefusal;
  readonly state: DealState;
}

/** The deal of a new trade, at version 0: nothing is collected yet. */
export function openDeal(terms: DealTerms, method: PaymentMethod, holidays: Holidays): Deal {
  return {
    terms,
    version: 0,
    atMs: terms.tradedAtMs,
    state: 'unpaid',
    cancellation: null,
    payment: 'none',
    payout: 'none',
    parcelIn: terms.isPairHere ? 'already-here' : 'none',
    parcelOut: 'none',
    choice: 'none',
    penalty: 'none',
    claim: 'none',
    ending: null,
    method,
    dueAtMs: methodDueAtMs(terms.tradedAtMs, method, holidays),
    pausedMs: null,
    isOverdue: false,
    isExtended: false,
    hasObjected: false,
    isReportedMissing: false,
    verdictBy: null,
    hasBeenDisputed: false,
    balances: NO_BALANCES,
    callVersions: { collect: 0, refund: 0, 'pay-out': 0, 'pay-credit': 0, 'collect-debt': 0 },
    paidOutCents: 0,
    refundedCents: 0,
    lastRefundCents: 0,
    collectedCents: 0,
    chargedBackCents: 0,
    carriedCents: 0,
    carriedOverCents: 0,
    penaltyCollectedCents: 0,
    buyerCreditCents: 0,
    sellerCreditCents: 0,
    creditParty: null,
    payingCreditCents: 0,
    lastCreditCents: 0,
    debtParty: null,
    collectingDebtCents: 0,
    lastDebtCents: 0,
  };
}

/**
 * Applies one event to a deal, by the table of transitions (docs/deals.md). Pure: the given deal does not change. A
 * clock that runs backwards counts as standing still.
 *
 * @throws if a balance would be negative, or a final deal would hold or owe something: a bug, not a refusal
 */
export function step(
  deal: Deal,
  { event, actor, seenVersion }: DealCommand,
  moment: Moment,
): Stepped | DealRefused {
  const refused = (code: DealRefusal): DealRefused => ({ kind: 'refused', code, state: deal.state });
  if (seenVersion !== null && seenVersion !== deal.version) {
    return refused('stale');
  }
  const { by, in: states } = TRANSITIONS[event.type];
  if (!by.includes(actor.kind)) {
    return refused('not-yours');
  }
  const situation = { deal, event, actor, ...moment, nowMs: Math.max(moment.nowMs, deal.atMs) };
  const found = states[deal.state]?.find((row) => holds(row, situation));
  if (!found) {
    return refused('wrong-state');
  }
  return 'refuse' in found ? refused(found.refuse) : stepped(situation, found);
}

function holds(row: Case, situation: Situation): boolean {
  return row.if?.every((name) => CONDITIONS[name](situation)) ?? true;
}

function stepped(situation: Situation, transition: Transition): Stepped {
  const changed = { ...situation, deal: withColumns(situation, transition) };
  const { deal: moved, transfers, calls } = moveMoney(changed, transition.money ?? []);
  const chosen: Deal =
    moved.choice === 'open' && moved.balances['owed-buyer'] === 0 ? { ...moved, choice: 'none' } : moved;
  const timed = withClock({ ...situation, deal: chosen }, transition.clock);
  const deal = isSettled(timed) ? { ...timed, state: timed.ending, dueAtMs: null } : timed;
  assertSound(deal);
  return {
    kind: 'stepped',
    deal,
    transfers,
    calls,
    orders: (transition.orders ?? []).map((effect) => orderOf(effect, situation)),
    notifications: (transition.notify ?? []).map((recipient) => notificationTo(recipient, situation, deal)),
  };
}

function withColumns({ deal, event, actor, nowMs }: Situation, { to, set }: Transition): Deal {
  return {
    ...deal,
    ...(to && { state: to, isOverdue: false, pausedMs: null }),
    ...set,
    version: deal.version + 1,
    atMs: nowMs,
    method: event.type === 'pay' ? event.method : deal.method,
    verdictBy: event.type === 'pass' || event.type === 'fail' ? actor.id : deal.verdictBy,
    penaltyCollectedCents:
      deal.penaltyCollectedCents + (event.type === 'collect-penalty' ? event.collectedCents : 0),
    creditParty: event.type === 'pay-credit' ? event.party : deal.creditParty,
    debtParty: event.type === 'pay-debt' && isParty(actor.kind) ? actor.kind : deal.debtParty,
  };
}

function moveMoney(
  situation: Situation,
  moves: readonly MoneyMoveName[],
): Pick<Stepped, 'deal' | 'transfers' | 'calls'> {
  let { deal } = situation;
  const transfers: Transfer[] = [];
  const calls: ProviderCall[] = [];
  const legs = moves.flatMap((name): readonly Leg[] => MONEY_MOVES[name]);
  for (const leg of legs) {
    const amountCents = legCents(leg, { ...situation, deal });
    if (amountCents === 0) {
      continue;
    }
    const transfer = { from: leg.from, to: leg.to, amountCents };
    transfers.push(transfer);
    deal = {
      ...deal,
      ...leg.set,
      ...Object.fromEntries((leg.adds ?? []).map((sum) => [sum, deal[sum] + amountCents])),
      ...Object.fromEntries((leg.subtracts ?? []).map((sum) => [sum, deal[sum] - amountCents])),
      balances: balancesAfter(deal.balances, transfer),
    };
    if (leg.call) {
      calls.push({ kind: leg.call, amountCents, isOfCarried: leg.isOfCarried ?? false });
      deal = { ...deal, callVersions: { ...deal.callVersions, [leg.call]: deal.version } };
    }
  }
  return { deal, transfers, calls };
}

function withClock(situation: Situation, name: ClockName | undefined): Deal {
  const { deal, nowMs } = situation;
  if (name === undefined) {
    return deal;
  }
  const dueAtMs = CLOCKS[name].dueAtMs(situation);
  if (name === 'paused') {
    return { ...deal, dueAtMs, pausedMs: Math.max(0, (deal.dueAtMs ?? nowMs) - nowMs) };
  }
  return { ...deal, dueAtMs, pausedMs: name === 'resumed' ? null : deal.pausedMs };
}

/** True if the deal can end: nothing is held, owed or in flight, and no penalty can still be appealed. */
function isSettled(deal: Deal): deal is Deal & { readonly ending: NonNullable<Deal['ending']> } {
  return (
    deal.ending !== null &&
    totalCents(deal.balances) === 0 &&
    deal.penalty !== 'pending' &&
    deal.penalty !== 'appealed'
  );
}

function assertSound({ state, version, balances }: Deal): void {
  const negative = DEAL_ACCOUNTS.filter((account) => balances[account] < 0);
  if (negative.length > 0) {
    throw new Error(
      `Version ${version} of a deal (${state}) has a negative balance of ${negative.join(', ')}`,
    );
  }
  if (isFinal(state) && totalCents(balances) !== 0) {
    throw new Error(`Version ${version} of a deal is ${state} and still holds or owes money`);
  }
}

function orderOf(effect: OrderEffect, { deal: { terms }, event }: Situation): DealOrder {
  const { priceCents, taker } = terms;
  switch (effect) {
    case 'place-makers-order':
      return taker === 'buyer'
        ? { call: 'ask', party: 'seller', priceCents }
        : { call: 'bid', party: 'buyer', priceCents };
    case 'place-ask':
      return { call: 'ask', party: 'seller', priceCents };
    case 'place-bid':
      return { call: 'bid', party: 'buyer', priceCents };
    case 'buy-lowest-ask':
      return {
        call: 'buy',
        party: 'buyer',
        priceCents: event.type === 'choose-lowest-ask' ? event.limitCents : priceCents,
      };
    case 'cancel-bid':
      return { call: 'cancel-bid', party: 'buyer', priceCents };
  }
}

function notificationTo(
  recipient: Recipient,
  { deal: before, event }: Situation,
  after: Deal,
): DealNotification {
  if (recipient === 'desk' || recipient === 'finance') {
    return { to: recipient };
  }
  const to = partyOf(recipient, after);
  return { to, news: newsOf(event.type, before, after, to) };
}

function partyOf(recipient: Exclude<Recipient, 'desk' | 'finance'>, deal: Deal): Party {
  switch (recipient) {
    case 'maker':
      return otherParty(deal.terms.taker);
    case 'penalty-payer':
      return penaltyPayer(deal);
    case 'penalty-sharer':
      return otherParty(penaltyPayer(deal));
    case 'credited-party':
      return deal.creditParty ?? 'buyer';
    case 'debtor':
      return deal.debtParty ?? 'buyer';
    default:
      return recipient;
  }
}
