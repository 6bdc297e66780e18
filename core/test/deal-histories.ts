import { type Transfer, totalCents } from '../src/deals/accounts.js';
import { eventOfClock } from '../src/deals/deadline-events.js';
import { type Deal, isFinal } from '../src/deals/deal.js';
import type { DealCommand, DealEvent } from '../src/deals/deal-event.js';
import { openDeal, type Stepped, step } from '../src/deals/step.js';
import { DealMoney } from './deal-invariants.js';
import { Chance, HOLIDAYS, randomCommand, randomMoment, randomTerms } from './deal-random.js';
import { creditOf, creditParty, lastCredit, penaltyCollected } from './reference-credits.js';
import { ReferenceDeal, type ReferenceOutcome } from './reference-deal.js';
import { debtParty, lastDebt } from './reference-debts.js';

const MAX_COMMANDS = 30;
const MAX_CLOSING_STEPS = 60;

/** The counts of a run, for its report. */
export interface Tally {
  histories: number;
  commands: number;
  accepted: number;
  transfers: number;
  readonly ends: Map<string, number>;
  /** State and event of the accepted commands. */
  readonly transitions: Map<string, number>;
  readonly refusals: Map<string, number>;
}

export function emptyTally(): Tally {
  return {
    histories: 0,
    commands: 0,
    accepted: 0,
    transfers: 0,
    ends: new Map(),
    transitions: new Map(),
    refusals: new Map(),
  };
}

/**
 * Runs one random history through the machine and the reference, and compares them after every command. Then the world
 * cooperates, and the deal must end with nothing held or owed.
 *
 * @throws with the seed, at the first difference or broken invariant
 */
export function runHistory(seed: number, tally: Tally): void {
  const chance = new Chance(seed);
  const terms = randomTerms(chance);
  const method = chance.one(['card', 'bank-transfer'] as const);
  const both = new DealPair(
    openDeal(terms, method, HOLIDAYS),
    new ReferenceDeal(terms, method, HOLIDAYS),
    tally,
  );
  let nowMs = terms.tradedAtMs;
  try {
    for (let left = 1 + chance.below(MAX_COMMANDS); left > 0; left -= 1) {
      nowMs = randomMoment(chance, nowMs, both.deal);
      const command = randomCommand(chance, both.deal);
      // Two act on the same version: the first wins.
      const rival = chance.isOneIn(8) ? randomCommand(chance, both.deal) : null;
      both.apply(command, nowMs);
      if (rival) {
        both.apply(rival, nowMs);
      }
      if (chance.isOneIn(8)) {
        both.apply(command, nowMs);
      }
    }
    both.closeAt(nowMs);
  } catch (error) {
    throw new Error(`History ${seed}: ${(error as Error).message}`, { cause: error });
  }
  tally.histories += 1;
  count(tally.ends, both.deal.state);
}

/** The same deal in the machine and in the reference. */
class DealPair {
  private readonly money = new DealMoney();

  constructor(
    public deal: Deal,
    private readonly reference: ReferenceDeal,
    private readonly tally: Tally,
  ) {}

  apply(command: DealCommand, nowMs: number): void {
    const before = this.deal;
    const result = step(before, command, { nowMs, holidays: HOLIDAYS });
    const expected = this.reference.apply(command, nowMs);
    this.tally.commands += 1;
    if (result.kind === 'refused') {
      count(this.tally.refusals, result.code);
      requireSame(before, command, result.code, expected.refusal);
      return;
    }
    this.deal = result.deal;
    this.tally.accepted += 1;
    this.tally.transfers += result.transfers.length;
    count(this.tally.transitions, `${before.state} ${command.event.type}`);
    requireSame(before, command, machineView(result), referenceView(this.reference, expected));
    const wrong = this.money.add(before, command.event.type, result);
    requireSame(before, command, wrong.join('; '), '');
  }

  /** Deadlines pass, members work, calls succeed: no deal may hold money for ever. */
  closeAt(startMs: number): void {
    let nowMs = startMs;
    for (let left = MAX_CLOSING_STEPS; left > 0; left -= 1) {
      const command = nextClosingCommand(this.deal);
      if (!command) {
        return;
      }
      nowMs = Math.max(nowMs, this.deal.dueAtMs ?? nowMs);
      this.apply(command, nowMs);
    }
    throw new Error(`The deal does not end: ${JSON.stringify(this.deal)}`);
  }
}

function machineView({ deal, transfers, orders }: Stepped): string {
  const { state, cancellation, dueAtMs, isOverdue, payment, payout, parcelIn, parcelOut } = deal;
  const { choice, penalty, claim, ending, method } = deal;
  const columns = { state, cancellation, dueAtMs, isOverdue, payment, payout, parcelIn, parcelOut };
  const { penaltyCollectedCents, buyerCreditCents, sellerCreditCents, lastCreditCents, creditParty } = deal;
  const credits = [penaltyCollectedCents, buyerCreditCents, sellerCreditCents, lastCreditCents, creditParty];
  const debts = [deal.debtParty, deal.collectingDebtCents, deal.lastDebtCents];
  const others = { choice, penalty, claim, ending, method };
  return JSON.stringify([columns, others, credits, debts, sorted(transfers), orders]);
}

function referenceView({ state, dueAtMs, history }: ReferenceDeal, outcome: ReferenceOutcome): string {
  if (outcome.refusal) {
    return outcome.refusal;
  }
  const columns = {
    state,
    cancellation: history.cancellation(),
    dueAtMs,
    isOverdue: history.isOverdue(),
    payment: history.payment(),
    payout: history.payout(),
    parcelIn: history.parcelIn(),
    parcelOut: history.parcelOut(),
  };
  const others = {
    choice: history.choice(),
    penalty: history.penalty(),
    claim: history.claim(),
    ending: history.ending(),
    method: history.method(),
  };
  const credits = [
    penaltyCollected(history),
    creditOf(history, 'buyer'),
    creditOf(history, 'seller'),
    lastCredit(history),
    creditParty(history),
  ];
  const debts = [debtParty(history), history.balance('collecting-debt'), lastDebt(history)];
  return JSON.stringify([columns, others, credits, debts, sorted(outcome.transfers), outcome.orders]);
}

function sorted(transfers: readonly Transfer[]): string[] {
  return transfers.map(({ from, to, amountCents }) => `${from}→${to} ${amountCents}`).sort();
}

function requireSame(before: Deal, command: DealCommand, found: string, expected: string | null): void {
  if (found !== expected) {
    throw new Error(
      `${before.state} ${JSON.stringify(command)}\n found    ${found}\n expected ${expected}\n before ${JSON.stringify(before)}`,
    );
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function nextClosingCommand(deal: Deal): DealCommand | null {
  const by = (kind: DealCommand['actor']['kind'], event: DealEvent): DealCommand => ({
    event,
    actor: { kind, id: kind === 'member' ? 'cid' : kind },
    seenVersion: null,
  });
  const { balances, callVersions, state, choice, penalty } = deal;
  if (deal.payment === 'disputed') {
    return by('provider', { type: 'dispute-won' });
  }
  if (balances.collecting > 0) {
    return by('provider', {
      type: 'payment-held',
      callVersion: callVersions.collect,
      amountCents: balances.collecting,
    });
  }
  if (balances.refunding > 0) {
    return by('provider', { type: 'refund-done', callVersion: callVersions.refund });
  }
  if (balances['paying-out'] > 0) {
    return by('provider', { type: 'payout-done', callVersion: callVersions['pay-out'] });
  }
  if (balances['owed-seller'] > 0) {
    return by('clock', { type: 'start-payout', nettedCents: 0 });
  }
  if (deal.payingCreditCents > 0) {
    return by('provider', { type: 'credit-done', callVersion: callVersions['pay-credit'] });
  }
  if (deal.collectingDebtCents > 0) {
    return by('provider', { type: 'debt-paid', callVersion: callVersions['collect-debt'] });
  }
  if (isFinal(state)) {
    return null;
  }
  if (deal.pausedMs !== null) {
    return by('clock', { type: 'resume-clock' });
  }
  if (penalty === 'appealed') {
    return by('member', { type: 'waive-penalty' });
  }
  if (deal.dueAtMs !== null) {
    return by('clock', eventOfClock(deal));
  }
  if (choice === 'lowest-ask' || choice === 'wait') {
    return by('clock', { type: 'replacement-failed' });
  }
  if (balances['owed-buyer'] > 0) {
    return by('clock', { type: 'start-refund' });
  }
  switch (state) {
    case 'shipped':
      return by('member', { type: 'declare-lost' });
    case 'received':
    case 'objectable':
      return by('member', { type: 'pass' });
    case 'verified':
      return by('member', deal.chargedBackCents > 0 ? { type: 'cancel' } : { type: 'send' });
    case 'delivered':
      return deal.claim === 'open' || deal.isOverdue ? by('member', { type: 'refuse-claim' }) : null;
    case 'rejected':
      return by('member', { type: 'return-pair' });
    case 'lost':
      return by('member', { type: 'bear-loss' });
    default:
      return totalCents(balances) === 0 ? null : by('clock', { type: 'start-refund' });
  }
}
