import type { DealEvent, DisputeEvent } from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import { ReferenceMoney } from './reference-money.js';

/** The rules of chargebacks. */
export class ReferenceDisputes extends ReferenceMoney {
  protected chargeback({ type, isOfCarried, chargedBackCents }: DisputeEvent): DealRefusal | null {
    const payment = this.history.payment();
    if (this.state === 'unpaid') {
      if (type === 'dispute-opened' && isOfCarried) {
        this.move('held', 'owed-buyer', this.balance('held'));
        return this.enter('cancelled', null);
      }
      return type === 'dispute-opened' ? 'no-payment' : 'wrong-state';
    }
    const own = this.history.collected();
    if (type === 'dispute-opened') {
      const isOwn = (event: DealEvent) => event.type === 'dispute-opened' && !event.isOfCarried;
      if (!isOfCarried && this.history.entries.some(({ event }) => isOwn(event))) {
        return 'already-done';
      }
      return own === 0 && !isOfCarried ? 'no-payment' : null;
    }
    if (payment !== 'disputed' && !(type === 'dispute-lost' && isOfCarried)) {
      return 'no-payment';
    }
    if (type === 'dispute-won') {
      if (this.hasChosen()) {
        this.sendRefund(false);
      }
      return null;
    }
    const { history } = this;
    const taken = isOfCarried
      ? Math.min(
          this.carried() - history.carriedOver(),
          (chargedBackCents ?? Infinity) - history.chargedBack(),
        )
      : (chargedBackCents ?? own) - history.chargedBack();
    this.losing = isOfCarried ? 'carried' : 'own';
    const fromHeld = Math.min(taken, this.balance('held'));
    const fromOwed = Math.min(taken - fromHeld, this.balance('owed-buyer'));
    this.move('held', 'provider', fromHeld);
    this.move('owed-buyer', 'provider', fromOwed);
    this.move('losses', 'provider', taken - fromHeld - fromOwed);
    if (this.history.choice() !== 'lowest-ask') {
      this.sendRefund(false);
    }
    this.losing = null;
    this.cancelWaitingBid();
    return null;
  }

  protected cancelWaitingBid(): void {
    if (this.history.choice() === 'wait') {
      this.orders.push({ call: 'cancel-bid', party: 'buyer', priceCents: this.terms.priceCents });
    }
  }
}
