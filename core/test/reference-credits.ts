import type { DealState, Party } from '../src/deals/deal.js';
import type { DealEvent, DealEventType } from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import { ReferenceDisputes } from './reference-disputes.js';
import type { ReferenceHistory } from './reference-history.js';

export const CREDIT_EVENTS: readonly DealEventType[] = [
  'collect-penalty',
  'pay-credit',
  'credit-done',
  'credit-failed',
];

const WITH_PENALTY: readonly DealState[] = ['rejected', 'cancelled', 'closed'];

export function penaltyCollected({ entries }: ReferenceHistory): number {
  return entries.reduce(
    (sum, { event }) => sum + (event.type === 'collect-penalty' ? event.collectedCents : 0),
    0,
  );
}

/** The credit of a party in this deal, without what has left or is leaving. */
export function creditOf(history: ReferenceHistory, party: Party): number {
  const own = `receivable-${party}` as const;
  const credited =
    history.moved('provider', own) + history.moved('penalties', own) + history.moved('collecting-debt', own);
  return credited + history.moved('paying-credit', own) - history.moved(own, 'paying-credit');
}

export function creditParty({ entries }: ReferenceHistory): Party | null {
  const parties = entries.flatMap(({ event }) => (event.type === 'pay-credit' ? [event.party] : []));
  return parties.at(-1) ?? null;
}

/** The amount of the last credit that has left, without what has come back. */
export function lastCredit({ entries }: ReferenceHistory): number {
  const last = entries.findLastIndex(({ event }) => event.type === 'pay-credit');
  const since = entries.slice(last + 1).flatMap(({ transfers }) => transfers);
  return since.reduce((sum, { from, to, amountCents }) => {
    const isLeaving = from === 'paying-credit' && to === 'provider';
    const isBouncing = from === 'provider' && to === 'paying-credit';
    return sum + amountCents * (Number(isLeaving) - Number(isBouncing));
  }, 0);
}

/** Half of a penalty for the other side, and the payout of what the deal has credited to its users. */
export class ReferenceCredits extends ReferenceDisputes {
  protected credit(event: DealEvent): DealRefusal | null {
    const isPossible =
      WITH_PENALTY.includes(this.state) || (this.state === 'complete' && event.type !== 'collect-penalty');
    if (!isPossible) {
      return 'wrong-state';
    }
    if (event.type === 'collect-penalty') {
      return this.collectPenalty(event.collectedCents);
    }
    if (event.type === 'pay-credit') {
      return this.payCredit(event.party, event.creditCents);
    }
    return this.endCredit(event);
  }

  private collectPenalty(cents: number): DealRefusal | null {
    const { history } = this;
    if (history.penalty() !== 'charged') {
      return 'no-penalty';
    }
    const payer = history.penaltyPayer();
    const collected = penaltyCollected(history) + cents;
    if (cents <= 0 || collected > this.balanceOfPenalty(payer)) {
      return 'wrong-amount';
    }
    const other = payer === 'buyer' ? 'receivable-seller' : 'receivable-buyer';
    this.move('penalties', other, Math.floor(collected / 2) - history.moved('penalties', other));
    return null;
  }

  private balanceOfPenalty(payer: Party): number {
    return this.history.moved(`receivable-${payer}`, 'penalties');
  }

  private payCredit(party: Party, cents: number): DealRefusal | null {
    const credit = creditOf(this.history, party);
    if (credit === 0) {
      return 'nothing-owed';
    }
    if (this.balance('paying-credit') > 0) {
      return 'in-progress';
    }
    if (cents <= 0 || cents > credit) {
      return 'wrong-amount';
    }
    this.move(`receivable-${party}`, 'paying-credit', cents);
    return null;
  }

  private endCredit(event: DealEvent): DealRefusal | null {
    const { history } = this;
    const lastPayout = 1 + history.entries.findLastIndex((entry) => entry.event.type === 'pay-credit');
    if ('callVersion' in event && event.callVersion !== lastPayout) {
      return 'other-call';
    }
    const inFlight = this.balance('paying-credit');
    if (event.type === 'credit-done') {
      this.move('paying-credit', 'provider', inFlight);
      return inFlight === 0 ? 'nothing-in-flight' : null;
    }
    const bounced = inFlight === 0 ? lastCredit(history) : 0;
    this.move('provider', 'paying-credit', bounced);
    this.move('paying-credit', `receivable-${creditParty(history) ?? 'buyer'}`, inFlight + bounced);
    return inFlight + bounced === 0 ? 'nothing-in-flight' : null;
  }
}
