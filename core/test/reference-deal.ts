import type { Transfer } from '../src/deals/accounts.js';
import {
  type Actor,
  type DealCommand,
  type DealEvent,
  type DealEventType,
  isDispute,
} from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import type { DealOrder } from '../src/deals/step.js';
import { CREDIT_EVENTS } from './reference-credits.js';
import { DEBT_EVENTS } from './reference-debts.js';
import type { Entry } from './reference-history.js';
import { ALLOWED, DAY_MS, HOUR_MS } from './reference-money.js';
import { ReferenceUnpaidDeal } from './reference-unpaid-deal.js';

/** The changes by an event, or the reason why it changed nothing. */
export interface ReferenceOutcome {
  readonly refusal: DealRefusal | null;
  readonly transfers: readonly Transfer[];
  readonly orders: readonly DealOrder[];
}

const PAYOUT_EVENTS: readonly DealEventType[] = ['start-payout', 'payout-done', 'payout-failed'];
const REFUND_EVENTS: readonly DealEventType[] = ['start-refund', 'refund-done', 'refund-failed'];

/**
 * A second implementation of deals, from their rules and without the table: it keeps the accepted events and transfers,
 * and answers every question by reading them again. Tests compare the machine with it.
 */
export class ReferenceDeal extends ReferenceUnpaidDeal {
  get version(): number {
    return this.history.entries.length;
  }

  apply({ event, actor, seenVersion }: DealCommand, clockMs: number): ReferenceOutcome {
    const before = this.next;
    this.next = { ...before };
    this.transfers = [];
    this.orders = [];
    const atMs = Math.max(clockMs, this.history.entries.at(-1)?.atMs ?? this.terms.tradedAtMs);
    const refusal = this.judge(event, actor, seenVersion, atMs);
    if (refusal) {
      this.next = before;
      return { refusal, transfers: [], orders: [] };
    }
    const entry: Entry = {
      event,
      actor,
      atMs,
      from: before.state,
      to: this.next.state,
      transfers: this.transfers,
    };
    this.history.entries.push(entry);
    const ending = this.history.ending();
    const isOpenToAppeal = ['pending', 'appealed'].includes(this.history.penalty());
    if (ending && !isOpenToAppeal && this.history.moneyInDeal() === 0) {
      entry.to = ending;
      this.next = { state: ending, dueAtMs: null, pausedMs: null };
    }
    return { refusal: null, transfers: this.transfers, orders: this.orders };
  }

  private judge(
    event: DealEvent,
    actor: Actor,
    seenVersion: number | null,
    atMs: number,
  ): DealRefusal | null {
    if (seenVersion !== null && seenVersion !== this.version) {
      return 'stale';
    }
    if (!ALLOWED[actor.kind].includes(event.type)) {
      return 'not-yours';
    }
    if (isDispute(event)) {
      return this.chargeback(event);
    }
    if (PAYOUT_EVENTS.includes(event.type)) {
      return this.payout(event);
    }
    if (REFUND_EVENTS.includes(event.type)) {
      return this.refund(event);
    }
    if (CREDIT_EVENTS.includes(event.type)) {
      return this.credit(event);
    }
    if (DEBT_EVENTS.includes(event.type)) {
      return this.debt(event, actor.kind);
    }
    if (event.type === 'correct-parcel') {
      return this.correctParcel();
    }
    switch (this.state) {
      case 'unpaid':
        return this.whileUnpaid(event, actor, atMs);
      case 'paid':
        return this.whilePaid(event, actor, atMs);
      case 'shipped':
        return this.whileShipped(event, atMs);
      case 'received':
      case 'objectable':
        return this.atTheDesk(event, actor, atMs);
      case 'verified':
        return this.whileVerified(event, atMs);
      case 'sent':
        return this.whileSent(event, atMs);
      case 'delivered':
        return this.whileDelivered(event, atMs);
      case 'rejected':
      case 'lost':
      case 'cancelled':
        return this.afterFailure(event, actor, atMs);
      case 'closed':
        return ['receive', 'return-pair'].includes(event.type) ? this.handlePair(event.type) : 'wrong-state';
      default:
        return 'wrong-state';
    }
  }

  private whilePaid(event: DealEvent, actor: Actor, atMs: number): DealRefusal | null {
    if (event.type === 'undo') {
      return this.undo(actor, event, atMs);
    }
    if (event.type === 'unbook-payment') {
      return this.unbook(atMs);
    }
    if (event.type === 'ship') {
      return this.enter('shipped', atMs + 14 * DAY_MS);
    }
    if (event.type === 'receive') {
      return this.enter('received', this.workingDaysLater(atMs, 3));
    }
    if (event.type === 'extend') {
      if (this.history.has('extend')) {
        return 'already-done';
      }
      this.next.dueAtMs = this.workingDaysLater((this.next.dueAtMs ?? 0) - 1, 1);
      return null;
    }
    if (event.type === 'deadline-passed') {
      return this.isDue(atMs) ? this.failWithHeldMoney('cancelled', atMs, true) : 'not-due';
    }
    if (event.type === 'cancel') {
      return this.failWithHeldMoney('cancelled', atMs, false);
    }
    return 'wrong-state';
  }

  private whileShipped(event: DealEvent, atMs: number): DealRefusal | null {
    const { history } = this;
    const isOverdue = history.sinceEntering('deadline-passed');
    const parcel = history.parcelIn();
    if (event.type === 'receive') {
      return this.enter('received', this.workingDaysLater(atMs, 3));
    }
    if (event.type === 'parcel-moving') {
      return parcel === 'moving' || parcel === 'arrived' ? 'already-done' : null;
    }
    if (event.type === 'parcel-late') {
      return parcel === 'late' || parcel === 'arrived' ? 'already-done' : null;
    }
    if (event.type === 'parcel-arrived') {
      return parcel === 'arrived' ? 'already-done' : null;
    }
    if (event.type === 'parcel-lost') {
      return this.failWithHeldMoney('lost', atMs, false);
    }
    if (event.type === 'deadline-passed') {
      return this.becomeOverdue(atMs);
    }
    if (event.type === 'declare-lost') {
      return isOverdue ? this.failWithHeldMoney('lost', atMs, false) : 'not-overdue';
    }
    if (event.type === 'keep-waiting') {
      if (!isOverdue) {
        return 'not-overdue';
      }
      if (this.next.dueAtMs !== null) {
        return 'already-done';
      }
      this.next.dueAtMs = atMs + 14 * DAY_MS;
      return null;
    }
    if (event.type === 'take-refund') {
      return isOverdue ? this.refundInstead('lost') : 'not-overdue';
    }
    if (event.type === 'cancel') {
      return this.failWithHeldMoney('cancelled', atMs, false);
    }
    return 'wrong-state';
  }

  private atTheDesk(event: DealEvent, actor: Actor, atMs: number): DealRefusal | null {
    const { history } = this;
    const isObjectable = this.state === 'objectable';
    const hasObjected = history.has('object');
    if (event.type === 'undo' && !isObjectable) {
      return this.terms.isPairHere ? this.undo(actor, event, atMs) : 'too-late';
    }
    if (event.type === 'unbook-payment' && !isObjectable) {
      return this.terms.isPairHere ? this.unbook(atMs) : 'too-late';
    }
    if (event.type === 'pass' || event.type === 'fail') {
      if (isObjectable && !hasObjected) {
        return 'no-objection';
      }
      if (isObjectable && history.verdictBy() === actor.id) {
        return 'same-member';
      }
      if (event.type === 'pass') {
        return this.verify(atMs);
      }
      return isObjectable
        ? this.failWithHeldMoney('rejected', atMs, true)
        : this.enter('objectable', atMs + 48 * HOUR_MS);
    }
    if (event.type === 'accept-verdict' && isObjectable) {
      return this.failWithHeldMoney('rejected', atMs, true);
    }
    if (event.type === 'object' && isObjectable) {
      if (hasObjected) {
        return 'already-done';
      }
      this.next.dueAtMs = this.workingDaysLater(atMs, 3);
      return null;
    }
    if (event.type === 'deadline-passed') {
      if (isObjectable && !hasObjected && this.isDue(atMs)) {
        return this.failWithHeldMoney('rejected', atMs, true);
      }
      return this.becomeOverdue(atMs);
    }
    if (event.type === 'take-refund') {
      return history.sinceEntering('deadline-passed') ? this.refundInstead('cancelled') : 'not-overdue';
    }
    if (event.type === 'cancel') {
      return this.failWithHeldMoney('cancelled', atMs, false);
    }
    return 'wrong-state';
  }

  private whileVerified(event: DealEvent, atMs: number): DealRefusal | null {
    if (event.type === 'send') {
      const isAtRisk = this.history.payment() === 'disputed' || this.history.chargedBack() > 0;
      return isAtRisk ? 'payment-disputed' : this.enter('sent', atMs + 10 * DAY_MS);
    }
    if (event.type === 'deadline-passed') {
      return this.becomeOverdue(atMs);
    }
    if (event.type === 'cancel') {
      return this.failAtOurExpense('cancelled', atMs);
    }
    return 'wrong-state';
  }

  private whileSent(event: DealEvent, atMs: number): DealRefusal | null {
    const { history } = this;
    if (event.type === 'parcel-moving') {
      return history.parcelOut() === 'moving' ? 'already-done' : null;
    }
    if (event.type === 'parcel-late') {
      return history.parcelOut() === 'late' ? 'already-done' : null;
    }
    if (event.type === 'parcel-arrived' || event.type === 'report-arrived') {
      return this.enter('delivered', atMs + 3 * DAY_MS);
    }
    if (event.type === 'parcel-lost') {
      return this.failAtOurExpense('lost', atMs);
    }
    if (event.type === 'report-missing') {
      return history.has('report-missing') ? 'already-done' : null;
    }
    if (event.type === 'deadline-passed') {
      if (!this.isDue(atMs)) {
        return 'not-due';
      }
      return history.has('report-missing')
        ? this.failAtOurExpense('lost', atMs)
        : this.enter('delivered', atMs + 3 * DAY_MS);
    }
    return 'wrong-state';
  }

  private correctParcel(): DealRefusal | null {
    if (!['sent', 'rejected', 'lost', 'cancelled', 'closed'].includes(this.state)) {
      return 'wrong-state';
    }
    return ['announced', 'moving', 'late'].includes(this.history.parcelOut()) ? null : 'no-pair';
  }

  private whileDelivered(event: DealEvent, atMs: number): DealRefusal | null {
    const { history } = this;
    const claim = history.claim();
    if (event.type === 'deadline-passed') {
      if (!this.isDue(atMs)) {
        return 'not-due';
      }
      this.next.dueAtMs = null;
      return null;
    }
    if (event.type === 'return-overdue') {
      return claim === 'return' ? this.becomeOverdue(atMs) : 'no-claim';
    }
    const isOfClaim = ['confirm', 'claim', 'request-return', 'refund-part', 'refuse-claim', 'receive'];
    if (!isOfClaim.includes(event.type)) {
      return 'wrong-state';
    }
    if (history.ending()) {
      return 'already-done';
    }
    if (event.type === 'confirm' && claim === 'open') {
      return 'claim-open';
    }
    if (event.type === 'claim' && claim !== 'none') {
      return 'already-done';
    }
    if (event.type === 'confirm' || event.type === 'claim') {
      this.next.dueAtMs = null;
      return null;
    }
    const isRefusable = event.type !== 'request-return' && history.isOverdue();
    if (claim !== (event.type === 'receive' || isRefusable ? 'return' : 'open')) {
      return 'no-claim';
    }
    if (event.type === 'request-return') {
      this.next.dueAtMs = atMs + 14 * DAY_MS;
    } else if (event.type === 'receive') {
      this.next.dueAtMs = null;
      this.oweFromLosses(this.terms.buyerTotalCents);
      this.sendRefund();
    } else if (event.type === 'refund-part') {
      if (event.refundCents <= 0 || event.refundCents >= this.terms.buyerTotalCents) {
        return 'wrong-amount';
      }
      this.oweFromLosses(event.refundCents);
      this.sendRefund();
    }
    return null;
  }
}
