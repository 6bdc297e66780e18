import type { Transfer } from '../src/deals/accounts.js';
import type { Deal, DealTerms, Party } from '../src/deals/deal.js';
import type {
  ActorKind,
  DealCommand,
  DealEvent,
  DealEventType,
  DISPUTE_EVENTS,
  OUTCOME_EVENTS,
  PLAIN_EVENTS,
} from '../src/deals/deal-event.js';
import { type DealRefused, openDeal, type Stepped, step } from '../src/deals/step.js';
import { TRANSITIONS } from '../src/deals/transitions.js';
import { tradeAmounts } from '../src/fees.js';

/** The vocabulary of the tests of deals. */

const MINUTE_MS = 60_000;
/** A Monday. The Friday of that week is a holiday. */
export const TRADED_AT_MS = Date.parse('2026-12-07T10:00:00Z');
export const HOLIDAYS: ReadonlySet<string> = new Set(['2026-12-11']);

/** 240 dollars: the buyer pays 257.20, the seller gets 201.00. */
export const TERMS: DealTerms = {
  priceCents: 24_000,
  ...tradeAmounts(24_000),
  taker: 'buyer',
  isRelisting: true,
  isPairHere: false,
  tradedAtMs: TRADED_AT_MS,
};

export const termsAt = (dollars: number, more: Partial<DealTerms> = {}): DealTerms => ({
  ...TERMS,
  priceCents: dollars * 100,
  ...tradeAmounts(dollars * 100),
  ...more,
});

type PlainType = (typeof PLAIN_EVENTS)[number];
type OutcomeType = (typeof OUTCOME_EVENTS)[number];
type DisputeType = (typeof DISPUTE_EVENTS)[number];

/** An event by the first actor who may cause it, or by another. Outcomes belong to the last call. */
export type Act =
  | PlainType
  | OutcomeType
  | DisputeType
  | DealEvent
  | { readonly heldCents: number }
  | readonly [ActorKind, string, PlainType | 'undo' | DealEvent];

export const pay: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };
export const held = (heldCents: number) => ({ heldCents });
export const netted = (cents: number): DealEvent => ({ type: 'start-payout', nettedCents: cents });
export const collected = (collectedCents: number): DealEvent => ({ type: 'collect-penalty', collectedCents });
export const credit = (party: Party, creditCents: number): DealEvent => ({
  type: 'pay-credit',
  party,
  creditCents,
});
export const undo: DealEvent = { type: 'undo', earlierUndos: 0 };
export const by = (kind: ActorKind, type: PlainType | 'undo', id: string = kind) => [kind, id, type] as const;

export const PAID: readonly Act[] = [pay, held(25_720)];
export const SHIPPED: readonly Act[] = [...PAID, 'ship'];
export const RECEIVED: readonly Act[] = [...SHIPPED, 'receive'];
export const OBJECTABLE: readonly Act[] = [...RECEIVED, 'fail'];
export const REJECTED: readonly Act[] = [...OBJECTABLE, 'accept-verdict'];
export const VERIFIED: readonly Act[] = [...RECEIVED, 'pass'];
export const SENT: readonly Act[] = [...VERIFIED, netted(0), 'payout-done', 'send'];
export const DELIVERED: readonly Act[] = [...SENT, 'report-arrived'];

/** A minute passes before each act, and a deadline passes when it is due. */
export function run(
  acts: readonly Act[],
  terms = TERMS,
): { deal: Deal; last: Stepped | DealRefused; transfers: Transfer[] } {
  let deal = openDeal(terms, 'card', HOLIDAYS);
  const transfers: Transfer[] = [];
  let last: Stepped | DealRefused = { kind: 'refused', code: 'wrong-state', state: deal.state };
  let nowMs = terms.tradedAtMs;
  for (const act of acts) {
    const command = commandOf(act, deal);
    nowMs += MINUTE_MS;
    if (command.event.type === 'deadline-passed' || command.event.type === 'return-overdue') {
      nowMs = Math.max(nowMs, deal.dueAtMs ?? nowMs);
    }
    last = step(deal, command, { nowMs, holidays: HOLIDAYS });
    if (last.kind === 'stepped') {
      deal = last.deal;
      transfers.push(...last.transfers);
    }
  }
  return { deal, last, transfers };
}

export function commandOf(act: Act, deal: Deal): DealCommand {
  if (typeof act === 'object' && !('type' in act) && !('heldCents' in act)) {
    const [kind, id, type] = act;
    const event = typeof type === 'string' ? eventOf(type, deal) : type;
    return { event, actor: { kind, id }, seenVersion: null };
  }
  const event =
    typeof act === 'string'
      ? eventOf(act, deal)
      : 'type' in act
        ? act
        : ({
            type: 'payment-held',
            callVersion: deal.callVersions.collect,
            amountCents: act.heldCents,
          } as const);
  const [kind = 'clock'] = TRANSITIONS[event.type].by;
  return { event, actor: { kind, id: kind }, seenVersion: null };
}

/** An event of a type with plain data. Outcomes belong to the last call. */
export function eventOf(type: DealEventType, { callVersions }: Deal): DealEvent {
  switch (type) {
    case 'pay':
      return pay;
    case 'payment-held':
      return { type, callVersion: callVersions.collect, amountCents: 25_720 };
    case 'payment-needs-buyer':
    case 'payment-declined':
      return { type, callVersion: callVersions.collect };
    case 'refund-done':
    case 'refund-failed':
      return { type, callVersion: callVersions.refund };
    case 'payout-done':
    case 'payout-failed':
      return { type, callVersion: callVersions['pay-out'] };
    case 'credit-done':
    case 'credit-failed':
      return { type, callVersion: callVersions['pay-credit'] };
    case 'debt-paid':
    case 'debt-declined':
    case 'debt-charged-back':
      return { type, callVersion: callVersions['collect-debt'] };
    case 'pay-debt':
      return { type, debtCents: 3_600 };
    case 'collect-penalty':
      return collected(3_600);
    case 'pay-credit':
      return credit('buyer', 1_800);
    case 'undo':
      return undo;
    case 'choose-lowest-ask':
      return { type, limitCents: 25_000 };
    case 'replacement-traded':
      return { type, buyerTotalCents: 25_720 };
    case 'refund-part':
      return { type, refundCents: 5_000 };
    case 'start-payout':
      return netted(0);
    case 'dispute-opened':
    case 'dispute-won':
    case 'dispute-lost':
      return { type };
    default:
      return { type };
  }
}

/** A step for comparing: money as `from→to cents`, the deadline as a UTC time. */
export function shown(last: Stepped | DealRefused) {
  if (last.kind === 'refused') {
    return { refused: last.code, state: last.state };
  }
  const { deal, transfers, calls, orders, notifications } = last;
  return {
    state: deal.state,
    due: deal.dueAtMs === null ? null : new Date(deal.dueAtMs).toISOString().slice(0, 16),
    money: transfers.map(({ from, to, amountCents }) => `${from}→${to} ${amountCents}`),
    calls: calls.map(
      ({ kind, amountCents, isOfCarried }) => `${kind} ${amountCents}${isOfCarried ? ' of carried' : ''}`,
    ),
    orders: orders.map(({ call, party, priceCents }) => `${party} ${call} ${priceCents}`),
    notified: notifications.map(({ to }) => to),
  };
}
