import type { DealState, Party } from '../src/deals/deal.js';
import type { ActorKind, DealEvent, DealEventType } from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import { ReferenceCredits } from './reference-credits.js';
import type { Entry, ReferenceHistory } from './reference-history.js';

export const DEBT_EVENTS: readonly DealEventType[] = [
  'pay-debt',
  'debt-paid',
  'debt-declined',
  'debt-charged-back',
];

const BEFORE_THE_VERDICT: readonly DealState[] = ['unpaid', 'paid', 'shipped', 'received', 'objectable'];

function lastAttempt({ entries }: ReferenceHistory): Entry | undefined {
  return entries.findLast(({ event }) => event.type === 'pay-debt');
}

export function debtParty(history: ReferenceHistory): Party | null {
  return (lastAttempt(history)?.actor.kind as Party | undefined) ?? null;
}

/** The last payment of debts, if it has arrived and was not taken back. */
export function lastDebt(history: ReferenceHistory): number {
  const attempt = lastAttempt(history);
  const since = attempt ? history.entries.slice(history.entries.indexOf(attempt) + 1) : [];
  const isPaid = since.some(({ event }) => event.type === 'debt-paid');
  const isTakenBack = since.some(({ event }) => event.type === 'debt-charged-back');
  return isPaid && !isTakenBack && attempt?.event.type === 'pay-debt' ? attempt.event.debtCents : 0;
}

/** The payments of what users owe across their deals. */
export class ReferenceDebts extends ReferenceCredits {
  protected debt(event: DealEvent, by: ActorKind): DealRefusal | null {
    if (BEFORE_THE_VERDICT.includes(this.state)) {
      return 'wrong-state';
    }
    const inFlight = this.balance('collecting-debt');
    const payer = debtParty(this.history);
    if (event.type === 'pay-debt') {
      if (event.debtCents <= 0) {
        return 'wrong-amount';
      }
      if (payer !== null && payer !== by) {
        return 'in-progress';
      }
      this.move('collecting-debt', 'provider', inFlight);
      this.move('provider', 'collecting-debt', event.debtCents);
      return null;
    }
    const attempt = 1 + this.history.entries.findLastIndex((entry) => entry.event.type === 'pay-debt');
    if ('callVersion' in event && event.callVersion !== attempt) {
      return 'other-call';
    }
    const own = payer === 'seller' ? 'receivable-seller' : 'receivable-buyer';
    if (event.type === 'debt-charged-back') {
      const paid = lastDebt(this.history);
      this.move(own, 'provider', Math.min(paid, event.chargedBackCents ?? paid));
      return paid === 0 ? 'nothing-in-flight' : null;
    }
    this.move('collecting-debt', event.type === 'debt-paid' ? own : 'provider', inFlight);
    return inFlight === 0 ? 'nothing-in-flight' : null;
  }
}
