import { type Account, isDealAccount, type Transfer } from '../src/deals/accounts.js';
import type {
  CancellationReason,
  ChoiceState,
  ClaimState,
  DealState,
  DealTerms,
  FinalState,
  ParcelState,
  Party,
  PaymentMethod,
  PaymentState,
  PayoutState,
  PenaltyState,
} from '../src/deals/deal.js';
import { type Actor, type DealEvent, type DealEventType, isDispute } from '../src/deals/deal-event.js';

/** An accepted event. */
export interface Entry {
  readonly event: DealEvent;
  readonly actor: Actor;
  readonly atMs: number;
  readonly from: DealState;
  to: DealState;
  readonly transfers: readonly Transfer[];
}

const FAILED: readonly DealState[] = ['rejected', 'lost', 'cancelled'];

/** The past of a reference deal. Every fact is found by reading the entries from the first. */
export class ReferenceHistory {
  readonly entries: Entry[] = [];

  constructor(
    private readonly terms: DealTerms,
    private readonly firstMethod: PaymentMethod,
  ) {}

  has(type: DealEventType, from?: DealState): boolean {
    return this.entries.some((entry) => entry.event.type === type && (!from || entry.from === from));
  }

  method(): PaymentMethod {
    const payments = this.entries.flatMap(({ event }) => (event.type === 'pay' ? [event.method] : []));
    return payments.at(-1) ?? this.firstMethod;
  }

  balance(account: Account): number {
    return this.sum(({ from, to }) => Number(to === account) - Number(from === account));
  }

  moneyInDeal(): number {
    return this.sum(({ from, to }) => Number(isDealAccount(to)) - Number(isDealAccount(from)));
  }

  /** The sum that went from one account to another. */
  moved(from: Account, to: Account): number {
    return this.sum((transfer) => Number(transfer.from === from && transfer.to === to));
  }

  private sum(factor: (transfer: Transfer) => number): number {
    let cents = 0;
    for (const { transfers } of this.entries) {
      for (const transfer of transfers) {
        cents += factor(transfer) * transfer.amountCents;
      }
    }
    return cents;
  }

  paidOut(): number {
    return (
      this.moved('paying-out', 'provider') -
      this.moved('provider', 'owed-seller') -
      this.moved('provider', 'receivable-seller')
    );
  }

  refunded(): number {
    return (
      this.moved('refunding', 'provider') -
      this.moved('provider', 'owed-buyer') -
      this.moved('provider', 'receivable-buyer') -
      this.moved('provider', 'losses')
    );
  }

  /** The amount of the last refund, without a part that has come back. */
  lastRefund(): number {
    let cents = 0;
    for (const { event, transfers } of this.entries) {
      for (const { from, to, amountCents } of transfers) {
        if (to === 'refunding') {
          cents = 0;
        } else if (from === 'refunding' && to === 'provider') {
          cents += amountCents;
        } else if (event.type === 'refund-failed' && from === 'provider') {
          cents -= amountCents;
        }
      }
    }
    return cents;
  }

  collected(): number {
    return this.moved('collecting', 'held') - this.moved('held', 'collecting');
  }

  /** The money that a lost chargeback took. */
  chargedBack(): number {
    return this.toProviderBy('dispute-lost');
  }

  lostOfCarried(): number {
    return this.toProviderBy('dispute-lost', true);
  }

  carriedOver(): number {
    return this.toProviderBy('replacement-traded');
  }

  private toProviderBy(type: DealEventType, isOfCarried = false): number {
    const entries = this.entries.filter(
      ({ event }) => event.type === type && (!isOfCarried || (isDispute(event) && event.isOfCarried)),
    );
    return entries
      .flatMap(({ transfers }) => transfers)
      .reduce((sum, { to, amountCents }) => sum + (to === 'provider' ? amountCents : 0), 0);
  }

  /** True if it happened since the deal entered its state. */
  sinceEntering(type: DealEventType): boolean {
    const last = this.entries.findLastIndex(({ from, to }) => from !== to);
    return this.entries.slice(last + 1).some(({ event }) => event.type === type);
  }

  verdictBy(): string | null {
    return (
      this.entries.findLast(({ event }) => event.type === 'pass' || event.type === 'fail')?.actor.id ?? null
    );
  }

  /** The version of the last step that moved money to an account in flight. */
  lastCall(account: Account): number {
    return 1 + this.entries.findLastIndex(({ transfers }) => transfers.some(({ to }) => to === account));
  }

  payment(): PaymentState {
    let payment: PaymentState = 'none';
    for (const { event, transfers } of this.entries) {
      const sends = (to: Account) => transfers.some((transfer) => transfer.to === to);
      const isChargedBack = payment === 'disputed' || payment === 'lost';
      if (event.type === 'pay') {
        payment = sends('collecting') ? 'collecting' : 'held';
      } else if (event.type === 'payment-needs-buyer') {
        payment = 'needs-buyer';
      } else if (event.type === 'unbook-payment') {
        payment = 'collecting';
      } else if (event.type === 'payment-held' && !isChargedBack) {
        payment = 'held';
      } else if (event.type === 'payment-declined' && !isChargedBack) {
        payment = 'failed';
      } else if (event.type === 'refund-done' && !isChargedBack) {
        payment = 'refunded';
      } else if (event.type === 'refund-failed' && !isChargedBack) {
        payment = 'held';
      } else if (event.type === 'dispute-opened') {
        payment = 'disputed';
      } else if (event.type === 'dispute-won') {
        payment = 'won';
      } else if (event.type === 'dispute-lost') {
        payment = 'lost';
      }
      if (sends('refunding')) {
        payment = 'refunding';
      }
    }
    return payment;
  }

  payout(): PayoutState {
    let payout: PayoutState = 'none';
    for (const { event, transfers } of this.entries) {
      if (event.type === 'start-payout') {
        payout = transfers.some(({ to }) => to === 'paying-out') ? 'sending' : 'sent';
      } else if (event.type === 'payout-done') {
        payout = 'sent';
      } else if (event.type === 'payout-failed') {
        payout = 'failed';
      } else if (transfers.some(({ to }) => to === 'owed-seller')) {
        payout = 'due';
      }
    }
    return payout;
  }

  parcelIn(): ParcelState {
    let parcel: ParcelState = this.terms.isPairHere ? 'already-here' : 'none';
    for (const { event, from, to } of this.entries) {
      if (event.type === 'ship') {
        parcel = 'announced';
      } else if (event.type === 'receive' && from !== 'delivered') {
        parcel = 'arrived';
      } else if (from === 'shipped' && to === 'lost') {
        parcel = 'lost';
      } else if (from === 'shipped') {
        parcel = carrierReport(event.type) ?? parcel;
      }
    }
    return parcel;
  }

  parcelOut(): ParcelState {
    let parcel: ParcelState = 'none';
    for (const { event, from, to } of this.entries) {
      if (event.type === 'send' || event.type === 'return-pair') {
        parcel = 'announced';
      } else if (from === 'sent' && to === 'lost') {
        parcel = 'lost';
      } else if (from === 'sent') {
        parcel = event.type === 'report-arrived' ? 'arrived' : (carrierReport(event.type) ?? parcel);
      }
    }
    return parcel;
  }

  choice(): ChoiceState {
    let choice: ChoiceState = 'none';
    this.entries.forEach(({ event, from, to }, index) => {
      const isOwed = () => this.until(index).balance('owed-buyer') > 0;
      const hasJustFailed = !FAILED.includes(from) && FAILED.includes(to);
      if (event.type === 'choose-refund' || event.type === 'take-refund') {
        choice = 'refund';
      } else if (hasJustFailed && from !== 'unpaid' && event.type !== 'undo' && isOwed()) {
        choice = 'open';
      } else if (event.type === 'choose-wait') {
        choice = 'wait';
      } else if (event.type === 'choose-lowest-ask') {
        choice = 'lowest-ask';
      } else if (event.type === 'replacement-traded') {
        choice = 'replaced';
      } else if (event.type === 'replacement-failed') {
        const isOver = this.until(index).sinceEntering('deadline-passed');
        choice = isOver ? 'refund' : isOwed() ? 'open' : 'none';
      } else if (event.type === 'deadline-passed' && choice === 'open') {
        choice = 'refund';
      } else if (event.type === 'dispute-lost' && (choice === 'open' || choice === 'wait')) {
        choice = 'refund';
      }
    });
    return choice;
  }

  cancellation(): CancellationReason | null {
    const cancelling = this.entries.find(({ from, to }) => from !== to && to === 'cancelled');
    if (!cancelling) {
      return null;
    }
    const { event, from } = cancelling;
    if (event.type === 'undo') {
      return 'undone';
    }
    if (event.type === 'deadline-passed') {
      return from === 'unpaid' ? 'payment' : 'not-shipped';
    }
    return 'by-us';
  }

  /** True while a deadline of the desk or of a parcel to us has passed, and the deal still waits. */
  isOverdue(): boolean {
    const state = this.entries.at(-1)?.to ?? '';
    return ['shipped', 'received', 'objectable', 'verified'].includes(state)
      ? this.sinceEntering('deadline-passed')
      : this.has('return-overdue') && this.claim() === 'return' && this.ending() === null;
  }

  /** The buyer who did not pay in time, or the seller who did not ship or whose pair was rejected. */
  penaltyPayer(): Party {
    return this.has('deadline-passed', 'unpaid') ? 'buyer' : 'seller';
  }

  penalty(): PenaltyState {
    let penalty: PenaltyState = 'none';
    for (const { event, from, to } of this.entries) {
      const isLate = event.type === 'deadline-passed';
      if (isLate && penalty === 'pending') {
        penalty = 'charged';
      } else if (from !== to && to === 'rejected') {
        penalty = 'pending';
      } else if (isLate && (from === 'unpaid' || from === 'paid')) {
        penalty = 'pending';
      } else if (event.type === 'appeal') {
        penalty = 'appealed';
      } else if (event.type === 'waive-penalty') {
        penalty = 'waived';
      } else if (event.type === 'uphold-penalty') {
        penalty = 'charged';
      }
    }
    return penalty;
  }

  claim(): ClaimState {
    if (this.has('refund-part') || this.has('refuse-claim') || this.has('receive', 'delivered')) {
      return 'decided';
    }
    return this.has('request-return') ? 'return' : this.has('claim') ? 'open' : 'none';
  }

  /** The state that ends the deal once all is paid, if that is decided. */
  ending(): FinalState | null {
    const isClosing =
      this.has('return-pair', 'rejected') ||
      this.has('bear-loss') ||
      this.has('leave-loss') ||
      this.has('receive', 'delivered');
    if (isClosing) {
      return 'closed';
    }
    const isCompleting =
      this.has('confirm') ||
      this.has('deadline-passed', 'delivered') ||
      this.has('refund-part') ||
      this.has('refuse-claim');
    return isCompleting ? 'complete' : null;
  }

  /** The history up to and with an entry. */
  private until(index: number): ReferenceHistory {
    const earlier = new ReferenceHistory(this.terms, this.firstMethod);
    earlier.entries.push(...this.entries.slice(0, index + 1));
    return earlier;
  }
}

function carrierReport(type: DealEventType): ParcelState | null {
  switch (type) {
    case 'parcel-moving':
      return 'moving';
    case 'parcel-late':
      return 'late';
    case 'parcel-arrived':
      return 'arrived';
    default:
      return null;
  }
}
