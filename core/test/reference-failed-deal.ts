import type { Actor, DealEvent, DealEventType } from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import { ReferenceDebts } from './reference-debts.js';

/** The rules of a deal that was rejected, lost or cancelled. */
export class ReferenceFailedDeal extends ReferenceDebts {
  protected afterFailure(event: DealEvent, actor: Actor, atMs: number): DealRefusal | null {
    switch (event.type) {
      case 'choose-refund':
      case 'choose-wait':
      case 'choose-lowest-ask':
      case 'replacement-traded':
      case 'replacement-failed':
        return this.choose(event);
      case 'appeal':
      case 'waive-penalty':
      case 'uphold-penalty':
        return this.state === 'lost' ? 'wrong-state' : this.penalise(event.type, actor);
      case 'deadline-passed':
        return this.endChoice(atMs);
      case 'return-pair':
      case 'receive':
        return this.handlePair(event.type);
      case 'bear-loss':
      case 'leave-loss':
        return this.state === 'lost' ? this.decideLoss(event.type) : 'wrong-state';
      case 'payment-held':
      case 'payment-declined':
        return this.state === 'cancelled' ? this.latePayment(event) : 'wrong-state';
      default:
        return 'wrong-state';
    }
  }

  private choose(event: DealEvent): DealRefusal | null {
    const choice = this.history.choice();
    const { priceCents } = this.terms;
    const isReplacing = choice === 'wait' || choice === 'lowest-ask';
    if (event.type === 'replacement-failed') {
      if (isReplacing && this.next.dueAtMs === null) {
        this.sendRefund();
      }
      return isReplacing ? null : 'no-choice';
    }
    if (event.type === 'replacement-traded') {
      if (!isReplacing) {
        return 'no-choice';
      }
      if (this.history.payment() === 'disputed') {
        return 'payment-disputed';
      }
      const owed = this.balance('owed-buyer');
      const ofOnePayment = this.carried() > 0 ? Math.min(owed, this.carried()) : owed;
      this.move('owed-buyer', 'provider', Math.min(ofOnePayment, event.buyerTotalCents));
      this.sendRefund();
      return null;
    }
    if (event.type === 'choose-refund' && choice === 'wait') {
      this.cancelWaitingBid();
      this.sendRefund();
      return null;
    }
    if (choice !== 'open') {
      return 'no-choice';
    }
    if (event.type === 'choose-refund') {
      this.sendRefund();
    } else if (event.type === 'choose-wait') {
      this.orders.push({ call: 'bid', party: 'buyer', priceCents });
    } else if (event.type === 'choose-lowest-ask') {
      this.orders.push({ call: 'buy', party: 'buyer', priceCents: event.limitCents });
    }
    return null;
  }

  private penalise(type: DealEventType, actor: Actor): DealRefusal | null {
    const penalty = this.history.penalty();
    if (type === 'appeal') {
      if (penalty !== 'pending') {
        return 'no-penalty';
      }
      return actor.kind === this.history.penaltyPayer() ? null : 'not-yours';
    }
    if (penalty !== 'appealed') {
      return 'no-appeal';
    }
    if (this.history.verdictBy() === actor.id) {
      return 'same-member';
    }
    if (type === 'uphold-penalty') {
      this.chargePenalty();
    }
    return null;
  }

  private chargePenalty(): void {
    const cents = Math.max(1500, (this.terms.priceCents / 100) * 15);
    this.move(`receivable-${this.history.penaltyPayer()}`, 'penalties', cents);
  }

  private endChoice(atMs: number): DealRefusal | null {
    if (!this.isDue(atMs)) {
      return 'not-due';
    }
    if (this.history.choice() === 'open') {
      this.sendRefund();
    }
    if (this.history.penalty() === 'pending') {
      this.chargePenalty();
    }
    this.next.dueAtMs = null;
    return null;
  }

  protected handlePair(type: DealEventType): DealRefusal | null {
    const { history } = this;
    const hasReachedUs = this.terms.isPairHere || history.parcelIn() === 'arrived';
    if (this.state === 'rejected') {
      return type === 'receive' ? 'wrong-state' : history.has('return-pair') ? 'already-done' : null;
    }
    if (type === 'receive') {
      return hasReachedUs ? 'already-done' : null;
    }
    const isSellers = history.parcelOut() === 'none' && history.payout() === 'none';
    return hasReachedUs && isSellers ? null : 'no-pair';
  }

  private decideLoss(type: DealEventType): DealRefusal | null {
    const { history } = this;
    if (history.ending()) {
      return 'already-done';
    }
    if (type === 'leave-loss') {
      return history.parcelOut() === 'lost' ? 'not-sellers-loss' : null;
    }
    if (history.parcelOut() === 'none') {
      this.move('losses', 'owed-seller', this.terms.sellerTotalCents);
    }
    return null;
  }

  /** A payment that ends after its deal was cancelled. */
  private latePayment(event: DealEvent): DealRefusal | null {
    if (this.isOfAnotherCall(event, 'collecting')) {
      return 'other-call';
    }
    const collecting = this.balance('collecting');
    if (collecting === 0) {
      return 'nothing-in-flight';
    }
    if (event.type === 'payment-held') {
      if (event.amountCents !== collecting) {
        return 'wrong-amount';
      }
      this.move('collecting', 'held', collecting);
      this.move('held', 'owed-buyer', this.balance('held'));
    } else {
      this.move('collecting', 'provider', collecting);
    }
    this.sendRefund();
    return null;
  }
}
