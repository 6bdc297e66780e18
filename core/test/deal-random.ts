import { creditCents, type Deal, type DealState, type DealTerms } from '../src/deals/deal.js';
import {
  type Actor,
  type ActorKind,
  DEAL_EVENTS,
  type DealCommand,
  type DealEvent,
  type DealEventType,
} from '../src/deals/deal-event.js';
import { disputableCents, disputeOf, disputeOfCarried } from '../src/deals/disputes.js';
import { penaltyCents } from '../src/deals/penalty.js';
import { TRANSITIONS } from '../src/deals/transitions.js';
import { tradeAmounts } from '../src/fees.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Holidays and weekends fall among the trades. */
const FIRST_TRADE_MS = Date.UTC(2026, 11, 18);
export const HOLIDAYS: ReadonlySet<string> = new Set(['2026-12-25', '2027-01-01']);

const PRICES = [1, 2, 20, 100, 221, 999, 1_000_000];

/** Random numbers that a seed repeats. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed, 2_654_435_761) >>> 0;
  }

  /** A whole number from 0, below a limit (mulberry32). */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  one<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0;
  }
}

export function randomTerms(chance: Chance): DealTerms {
  const priceCents = chance.one(PRICES) * 100;
  return {
    priceCents,
    ...tradeAmounts(priceCents),
    taker: chance.one(['buyer', 'seller']),
    isRelisting: !chance.isOneIn(4),
    isPairHere: chance.isOneIn(5),
    tradedAtMs: FIRST_TRADE_MS + chance.below(14 * 24 * 60) * MINUTE_MS,
  };
}

const PAYING_OUT: readonly DealEventType[] = ['start-payout', 'payout-done'];
const REFUNDING: readonly DealEventType[] = [
  ...(['start-refund', 'refund-done', 'refund-failed'] as const),
  ...(['dispute-opened', 'dispute-won', 'dispute-lost'] as const),
];
const AFTER_FAILURE: readonly DealEventType[] = [
  ...(['choose-refund', 'choose-wait', 'choose-lowest-ask', 'replacement-traded'] as const),
  ...(['appeal', 'uphold-penalty', 'return-pair', 'correct-parcel'] as const),
  ...(['receive', 'bear-loss', 'leave-loss'] as const),
  ...REFUNDING,
];
const CREDITS: readonly DealEventType[] = ['pay-credit', 'credit-done', 'credit-failed'];
const DEBTS: readonly DealEventType[] = ['pay-debt', 'debt-paid', 'debt-declined', 'debt-charged-back'];
const AFTER_PENALTY: readonly DealEventType[] = ['collect-penalty', ...CREDITS, ...DEBTS];

/** The events that take deals to rarer states than an early cancellation. */
const USUAL_EVENTS: Record<DealState, readonly DealEventType[]> = {
  unpaid: ['pay', 'payment-held'],
  paid: ['ship', 'ship', 'unbook-payment'],
  shipped: ['receive', 'parcel-moving', 'deadline-passed'],
  received: ['pass', 'pass', 'fail', 'undo'],
  objectable: ['object', 'pass', 'fail', 'deadline-passed'],
  verified: ['send', ...PAYING_OUT],
  sent: [
    'parcel-arrived',
    'report-arrived',
    'correct-parcel',
    'report-missing',
    'deadline-passed',
    ...PAYING_OUT,
  ],
  delivered: [
    ...(['confirm', 'claim', 'request-return', 'receive', 'refund-part', 'refuse-claim'] as const),
    'return-overdue',
    ...PAYING_OUT,
    ...REFUNDING,
  ],
  rejected: AFTER_FAILURE,
  lost: [...AFTER_FAILURE, ...PAYING_OUT],
  cancelled: AFTER_FAILURE,
  complete: ['payout-failed', 'refund-failed', 'dispute-opened', 'dispute-lost', ...CREDITS, ...DEBTS],
  closed: [
    'receive',
    'return-pair',
    'correct-parcel',
    'payout-failed',
    'refund-failed',
    'dispute-opened',
    'dispute-lost',
    'collect-penalty',
    ...CREDITS,
  ],
};

/** A usual event of the deal's state, or another that the table knows there, or any, by an actor who may cause it. */
export function randomCommand(chance: Chance, deal: Deal): DealCommand {
  const known = chance.isOneIn(8) ? DEAL_EVENTS : eventsIn(deal);
  const usual = deal.penalty === 'charged' && chance.isOneIn(2) ? AFTER_PENALTY : USUAL_EVENTS[deal.state];
  const type = chance.one(chance.below(10) < 7 ? usual : known);
  const kind = chance.isOneIn(30)
    ? chance.one<ActorKind>(['buyer', 'seller', 'member', 'provider', 'clock'])
    : chance.one(TRANSITIONS[type].by);
  return {
    event: randomEvent(chance, type, deal),
    actor: randomActor(chance, kind),
    seenVersion: seenBy(chance, kind, deal),
  };
}

/** The next moment: mostly soon, sometimes at the deadline, sometimes days later, sometimes earlier. */
export function randomMoment(chance: Chance, nowMs: number, { dueAtMs }: Deal): number {
  switch (chance.below(16)) {
    case 0:
      return nowMs - chance.below(3 * DAY_MS);
    case 1:
      return nowMs + chance.below(20 * DAY_MS);
    case 2:
      return dueAtMs === null ? nowMs : Math.max(nowMs, dueAtMs - 1);
    case 3:
    case 4:
      return dueAtMs === null ? nowMs : Math.max(nowMs, dueAtMs);
    case 5:
      return nowMs + chance.below(2 * DAY_MS);
    default:
      return nowMs + chance.below(3 * MINUTE_MS);
  }
}

const EVENTS_BY_STATE = new Map<string, DealEventType[]>();

function eventsIn({ state }: Deal): readonly DealEventType[] {
  const known = EVENTS_BY_STATE.get(state) ?? DEAL_EVENTS.filter((type) => TRANSITIONS[type].in[state]);
  EVENTS_BY_STATE.set(state, known);
  return known;
}

function randomActor(chance: Chance, kind: ActorKind): Actor {
  return { kind, id: kind === 'member' ? chance.one(['ann', 'bob']) : kind };
}

/** People act on what they see, which may be old; facts come without a version. */
function seenBy(chance: Chance, kind: ActorKind, { version }: Deal): number | null {
  if (kind === 'provider' || kind === 'clock') {
    return null;
  }
  return chance.isOneIn(20) ? Math.max(0, version - 1) : version;
}

/** Mostly the last call, sometimes an earlier one. */
function callOf(chance: Chance, lastVersion: number): number {
  return chance.isOneIn(15) ? chance.below(lastVersion + 1) : lastVersion;
}

function randomEvent(chance: Chance, type: DealEventType, deal: Deal): DealEvent {
  const { terms, balances, callVersions } = deal;
  const total = terms.buyerTotalCents;
  switch (type) {
    case 'pay':
      return {
        type,
        method: chance.one(['card', 'card', 'bank-transfer']),
        carriedCents: chance.isOneIn(3)
          ? chance.one([total, total - 500, total - 500, 100, total + 1, -1])
          : 0,
      };
    case 'payment-held':
      return {
        type,
        callVersion: callOf(chance, callVersions.collect),
        amountCents: balances.collecting + (chance.isOneIn(10) ? 1 : 0),
      };
    case 'payment-needs-buyer':
    case 'payment-declined':
      return { type, callVersion: callOf(chance, callVersions.collect) };
    case 'refund-done':
    case 'refund-failed':
      return { type, callVersion: callOf(chance, callVersions.refund) };
    case 'payout-done':
    case 'payout-failed':
      return { type, callVersion: callOf(chance, callVersions['pay-out']) };
    case 'credit-done':
    case 'credit-failed':
      return { type, callVersion: callOf(chance, callVersions['pay-credit']) };
    case 'debt-paid':
    case 'debt-declined':
      return { type, callVersion: callOf(chance, callVersions['collect-debt']) };
    case 'debt-charged-back': {
      const callVersion = callOf(chance, callVersions['collect-debt']);
      return {
        type,
        callVersion,
        ...(chance.isOneIn(2) && { chargedBackCents: chance.one([1, 700, 5_000]) }),
      };
    }
    case 'pay-debt':
      return { type, debtCents: chance.one([1, 1_500, 3_333, penaltyCents(terms.priceCents), 0, -1]) };
    case 'collect-penalty': {
      const left = penaltyCents(terms.priceCents) - deal.penaltyCollectedCents;
      return { type, collectedCents: chance.one([1, 1, 333, Math.floor(left / 2), left, left, left + 1, 0]) };
    }
    case 'pay-credit': {
      const party = chance.one(['buyer', 'seller'] as const);
      const credit = creditCents(deal, party);
      return { type, party, creditCents: chance.one([credit, credit, Math.ceil(credit / 2), credit + 1, 0]) };
    }
    case 'undo':
      return { type, earlierUndos: chance.below(3), ...(chance.isOneIn(3) && { hasMissedRemoval: true }) };
    case 'choose-lowest-ask':
      return { type, limitCents: terms.priceCents + 500 };
    case 'replacement-traded':
      return { type, buyerTotalCents: total + chance.one([-1000, -1, 0, 1, 1000]) };
    case 'refund-part':
      return { type, refundCents: chance.one([0, 1, 500, total - 1, total]) };
    case 'start-payout': {
      const owed = balances['owed-seller'];
      return { type, nettedCents: chance.one([0, 0, 0, Math.floor(owed / 2), owed, owed + 1, -1]) };
    }
    case 'dispute-opened':
    case 'dispute-won':
    case 'dispute-lost': {
      // A deal that has collected nothing does not know how much of a refund that fails was carried.
      const disputedCents = deal.collectedCents > 0 ? chance.one([1, 2_000, Infinity, Infinity]) : Infinity;
      if (disputableCents(deal) > 0 && chance.isOneIn(2)) {
        return disputeOfCarried(type, deal, disputedCents);
      }
      if (deal.collectedCents === 0 || (deal.payment === 'disputed' && !deal.hasBeenDisputed)) {
        return { type: 'dispute-opened' };
      }
      // Older events of lost chargebacks have no amount.
      return deal.chargedBackCents === 0 && chance.isOneIn(2)
        ? { type }
        : disputeOf(type, deal, disputedCents);
    }
    default:
      return { type };
  }
}
