import type { Actor, DealEvent } from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import { ReferenceFailedDeal } from './reference-failed-deal.js';
import { HOUR_MS } from './reference-money.js';

/** The rules of a deal before its payment is held. */
export class ReferenceUnpaidDeal extends ReferenceFailedDeal {
  /** Money of another deal was booked to this one: it waits for its own again. */
  protected unbook(atMs: number): DealRefusal | null {
    if (this.history.collected() === 0) {
      return 'no-payment';
    }
    if (['disputed', 'lost'].includes(this.history.payment()) || this.history.chargedBack() > 0) {
      return 'payment-disputed';
    }
    this.move('held', 'collecting', this.history.collected());
    return this.enter('unpaid', this.workingDaysLater(atMs, 3));
  }

  protected whileUnpaid(event: DealEvent, actor: Actor, atMs: number): DealRefusal | null {
    const { history, terms } = this;
    if (event.type === 'pay') {
      if (history.payment() === 'collecting') {
        return 'in-progress';
      }
      const carried = event.carriedCents;
      if (carried < 0 || carried > terms.buyerTotalCents || (carried > 0 && history.has('pay'))) {
        return 'wrong-amount';
      }
      this.move('collecting', 'provider', history.balance('collecting'));
      this.move('provider', 'held', carried);
      this.move('provider', 'collecting', terms.buyerTotalCents - history.balance('held') - carried);
      if (carried === terms.buyerTotalCents) {
        return this.paymentHeld(atMs);
      }
      if (this.next.pausedMs === null) {
        const late = history.entries.length === 0 ? atMs - 12 * HOUR_MS : 0;
        this.next.dueAtMs = Math.max(
          this.next.dueAtMs ?? 0,
          this.paymentDueMs(event.method),
          this.paymentDueMs(event.method, late),
        );
      }
      return null;
    }
    if (this.isOfAnotherCall(event, 'collecting')) {
      return 'other-call';
    }
    if (event.type === 'payment-held') {
      const collecting = history.balance('collecting');
      if (collecting === 0) {
        return 'nothing-in-flight';
      }
      if (collecting !== event.amountCents) {
        return 'wrong-amount';
      }
      this.move('collecting', 'held', collecting);
      return this.paymentHeld(atMs);
    }
    if (event.type === 'payment-needs-buyer' || event.type === 'payment-declined') {
      if (history.balance('collecting') === 0) {
        return 'nothing-in-flight';
      }
      if (event.type === 'payment-declined') {
        this.move('collecting', 'provider', history.balance('collecting'));
        return null;
      }
      return history.payment() === 'needs-buyer' ? 'already-done' : null;
    }
    if (event.type === 'pause-clock') {
      if (this.next.pausedMs !== null) {
        return 'already-done';
      }
      this.next.pausedMs = Math.max(0, (this.next.dueAtMs ?? 0) - atMs);
      this.next.dueAtMs = null;
      return null;
    }
    if (event.type === 'resume-clock') {
      if (this.next.pausedMs === null) {
        return 'already-done';
      }
      this.next.dueAtMs = Math.max(atMs + this.next.pausedMs, this.paymentDueMs(history.method()));
      this.next.pausedMs = null;
      return null;
    }
    if (event.type === 'undo') {
      return this.undo(actor, event, atMs);
    }
    if (event.type === 'cancel') {
      return this.refundInstead('cancelled');
    }
    if (event.type === 'deadline-passed') {
      if (!this.isDue(atMs)) {
        return 'not-due';
      }
      this.refundInstead('cancelled');
      this.next.dueAtMs = atMs + 48 * HOUR_MS;
      if (terms.isRelisting) {
        this.orders.push({ call: 'ask', party: 'seller', priceCents: terms.priceCents });
      }
      return null;
    }
    return 'wrong-state';
  }
}
