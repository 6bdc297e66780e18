import type { Account, Transfer } from '../src/deals/accounts.js';
import type { DealState, DealTerms, Party, PaymentMethod } from '../src/deals/deal.js';
import type { Actor, ActorKind, DealEvent, DealEventType } from '../src/deals/deal-event.js';
import type { DealRefusal } from '../src/deals/refusals.js';
import type { DealOrder } from '../src/deals/step.js';
import { ReferenceHistory } from './reference-history.js';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const FINAL: readonly DealState[] = ['complete', 'closed'];

export const ALLOWED: Record<ActorKind, readonly DealEventType[]> = {
  buyer: [
    ...(['pay', 'undo', 'choose-refund', 'choose-wait', 'choose-lowest-ask', 'take-refund'] as const),
    ...(['report-arrived', 'report-missing', 'confirm', 'claim', 'appeal', 'pay-debt'] as const),
  ],
  seller: ['undo', 'ship', 'extend', 'accept-verdict', 'object', 'appeal', 'pay-debt'],
  member: [
    ...([
      'cancel',
      'receive',
      'pass',
      'fail',
      'send',
      'return-pair',
      'correct-parcel',
      'declare-lost',
      'keep-waiting',
    ] as const),
    ...(['bear-loss', 'leave-loss', 'request-return', 'refund-part', 'refuse-claim'] as const),
    ...(['waive-penalty', 'uphold-penalty', 'start-refund', 'start-payout'] as const),
    ...(['pause-clock', 'resume-clock', 'unbook-payment'] as const),
  ],
  provider: [
    ...(['payment-needs-buyer', 'payment-held', 'payment-declined', 'refund-done', 'refund-failed'] as const),
    ...(['payout-done', 'payout-failed', 'dispute-opened', 'dispute-won', 'dispute-lost'] as const),
    ...(['credit-done', 'credit-failed', 'debt-paid', 'debt-declined', 'debt-charged-back'] as const),
    ...(['parcel-moving', 'parcel-late', 'parcel-arrived', 'parcel-lost'] as const),
  ],
  clock: [
    ...(['pay', 'deadline-passed', 'return-overdue', 'pause-clock', 'resume-clock'] as const),
    ...(['start-refund', 'start-payout'] as const),
    ...(['replacement-traded', 'replacement-failed', 'collect-penalty', 'pay-credit'] as const),
    'waive-penalty',
  ],
};

/** The change in progress of a reference deal, and the rules about its money. */
export class ReferenceMoney {
  readonly history: ReferenceHistory;
  protected next: { state: DealState; dueAtMs: number | null; pausedMs: number | null };
  protected transfers: Transfer[] = [];
  protected orders: DealOrder[] = [];
  /** The payment of which a chargeback is being lost. */
  protected losing: 'own' | 'carried' | null = null;

  constructor(
    protected readonly terms: DealTerms,
    method: PaymentMethod,
    private readonly holidays: ReadonlySet<string>,
  ) {
    this.history = new ReferenceHistory(terms, method);
    this.next = { state: 'unpaid', dueAtMs: this.paymentDueMs(method), pausedMs: null };
  }

  get state(): DealState {
    return this.next.state;
  }

  get dueAtMs(): number | null {
    return this.next.dueAtMs;
  }

  /** After the transfers of the change in progress. */
  protected balance(account: Account): number {
    let cents = this.history.balance(account);
    for (const { from, to, amountCents } of this.transfers) {
      cents += to === account ? amountCents : 0;
      cents -= from === account ? amountCents : 0;
    }
    return cents;
  }

  protected move(from: Account, to: Account, amountCents: number): void {
    if (amountCents > 0) {
      this.transfers.push({ from, to, amountCents });
    }
  }

  protected enter(state: DealState, dueAtMs: number | null): null {
    this.next = { state, dueAtMs, pausedMs: null };
    return null;
  }

  protected isDue(atMs: number): boolean {
    return this.next.dueAtMs !== null && atMs >= this.next.dueAtMs;
  }

  protected becomeOverdue(atMs: number): DealRefusal | null {
    if (!this.isDue(atMs)) {
      return 'not-due';
    }
    this.next.dueAtMs = null;
    return null;
  }

  protected paymentDueMs(method: PaymentMethod, fromMs = this.terms.tradedAtMs): number {
    return method === 'card' ? fromMs + DAY_MS : this.workingDaysLater(fromMs, 3);
  }

  /** The end of a working day, by counting days since 1970, which began on a Thursday. */
  protected workingDaysLater(fromMs: number, count: number): number {
    let day = Math.floor(fromMs / DAY_MS);
    let left = count;
    while (left > 0) {
      day += 1;
      const isWeekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
      const isHoliday = this.holidays.has(new Date(day * DAY_MS).toISOString().slice(0, 10));
      left -= isWeekend || isHoliday ? 0 : 1;
    }
    return (day + 1) * DAY_MS;
  }

  protected paymentHeld(atMs: number): null {
    const dueMs = this.workingDaysLater(atMs, 3);
    return this.enter(this.terms.isPairHere ? 'received' : 'paid', dueMs);
  }

  /** The seller and the platform get their parts. A chargeback has emptied the deal at our expense. */
  protected verify(atMs: number): null {
    const { buyerTotalCents, sellerTotalCents, platformCents } = this.terms;
    this.move('losses', 'held', buyerTotalCents - this.balance('held'));
    this.move('held', 'owed-seller', sellerTotalCents);
    this.move('receivable-seller', 'held', -sellerTotalCents);
    this.move('held', 'shipping', 2000);
    this.move('held', 'fees', platformCents - 2000);
    return this.enter('verified', this.workingDaysLater(atMs, 2));
  }

  protected undo(
    actor: Actor,
    { earlierUndos, hasMissedRemoval }: DealEvent & { type: 'undo' },
    atMs: number,
  ): DealRefusal | null {
    const { taker, tradedAtMs, priceCents } = this.terms;
    if (actor.kind !== taker && !(actor.kind === 'seller' && hasMissedRemoval)) {
      return 'not-yours';
    }
    if (atMs - tradedAtMs >= 10 * 60 * 1000) {
      return 'too-late';
    }
    if (earlierUndos >= 2) {
      return 'undo-limit';
    }
    const maker: Party = taker === 'buyer' ? 'seller' : 'buyer';
    if (actor.kind === taker) {
      this.orders.push({ call: maker === 'seller' ? 'ask' : 'bid', party: maker, priceCents });
    }
    return this.refundInstead('cancelled');
  }

  /** The deal fails while we hold the money, or while a chargeback has taken it. */
  protected failWithHeldMoney(state: DealState, atMs: number, isPenalised: boolean): null {
    this.move('held', 'owed-buyer', this.balance('held'));
    const isChoice = this.balance('owed-buyer') > 0;
    return this.enter(state, isChoice || isPenalised ? atMs + 48 * HOUR_MS : null);
  }

  /** The deal fails after the seller was paid. */
  protected failAtOurExpense(state: DealState, atMs: number): null {
    this.oweFromLosses(this.terms.buyerTotalCents);
    return this.enter(state, this.balance('owed-buyer') > 0 ? atMs + 48 * HOUR_MS : null);
  }

  /** The deal fails, and the money goes back without a choice. */
  protected refundInstead(state: DealState): null {
    this.move('held', 'owed-buyer', this.balance('held'));
    this.sendRefund();
    return this.enter(state, null);
  }

  protected oweFromLosses(cents: number): void {
    this.move('losses', 'owed-buyer', Math.min(cents, this.stillLacks()));
  }

  /** The part of the whole payment that the buyer is neither owed nor has. */
  private stillLacks(): number {
    const { history, terms } = this;
    const has =
      this.balance('owed-buyer') + history.refunded() + history.chargedBack() + history.carriedOver();
    return Math.max(0, terms.buyerTotalCents - has);
  }

  /**
   * Sends what is owed to the buyer, unless other money of theirs is on its way or disputed. With carried money, what
   * the deal has collected itself goes back first, and the rest another time.
   */
  protected sendRefund(isDisputed = this.history.payment() === 'disputed'): void {
    if (this.balance('collecting') === 0 && this.balance('refunding') === 0 && !isDisputed) {
      const left = this.leftOfOwnPayment();
      const owed = this.balance('owed-buyer');
      const isMixed = this.carried() > this.history.carriedOver() && left > 0;
      this.move('owed-buyer', 'refunding', isMixed ? Math.min(owed, left) : owed);
    }
  }

  /** Without what chargebacks have taken of it. */
  protected carried(): number {
    const losing = this.losing === 'carried' ? this.transfers : [];
    const lost = losing.reduce((sum, { to, amountCents }) => sum + (to === 'provider' ? amountCents : 0), 0);
    return this.history.moved('provider', 'held') - this.history.lostOfCarried() - lost;
  }

  private leftOfOwnPayment(): number {
    const now = (from: Account, to: Account) =>
      this.transfers.reduce(
        (sum, each) => sum + (each.from === from && each.to === to ? each.amountCents : 0),
        this.history.moved(from, to),
      );
    const losing = this.losing === 'own' ? this.transfers : [];
    const lost = losing.reduce((sum, { to, amountCents }) => sum + (to === 'provider' ? amountCents : 0), 0);
    const lostEarlier = this.history.chargedBack() - this.history.lostOfCarried();
    const back =
      this.history.refunded() + now('refunding', 'provider') - this.history.moved('refunding', 'provider');
    const collected = now('collecting', 'held') - this.history.moved('held', 'collecting');
    return Math.max(0, collected - back - lostEarlier - lost);
  }

  protected hasChosen(): boolean {
    return !['open', 'wait', 'lowest-ask'].includes(this.history.choice());
  }

  /** True for the outcome of a call that was not the last one for this account. */
  protected isOfAnotherCall(event: DealEvent, account: Account): boolean {
    return 'callVersion' in event && event.callVersion !== this.history.lastCall(account);
  }

  protected refund(event: DealEvent): DealRefusal | null {
    const { history } = this;
    const isFinal = FINAL.includes(this.state);
    const isPossible = ['delivered', 'rejected', 'lost', 'cancelled'].includes(this.state);
    if (!isPossible && !(isFinal && event.type === 'refund-failed')) {
      return 'wrong-state';
    }
    if (this.isOfAnotherCall(event, 'refunding')) {
      return 'other-call';
    }
    const refunding = this.balance('refunding');
    if (event.type === 'start-refund') {
      if (this.hasChosen()) {
        this.sendRefund();
      }
      return this.transfers.length === 0 ? 'nothing-owed' : null;
    }
    if (event.type === 'refund-done') {
      this.move('refunding', 'provider', refunding);
      if (refunding > 0 && this.hasChosen()) {
        this.sendRefund();
      }
      return refunding === 0 ? 'nothing-in-flight' : null;
    }
    if (refunding > 0) {
      const owed = Math.min(refunding, this.stillLacks());
      this.move('refunding', 'owed-buyer', owed);
      this.move('refunding', 'losses', refunding - owed);
      return null;
    }
    const refunded = history.lastRefund();
    const earlier = history.refunded() - refunded;
    const has = this.balance('owed-buyer') + history.chargedBack() + history.carriedOver() + earlier;
    const credit = Math.max(0, Math.min(refunded, this.terms.buyerTotalCents - has));
    this.move('provider', isFinal ? 'receivable-buyer' : 'owed-buyer', credit);
    this.move('provider', 'losses', refunded - credit);
    return refunded === 0 ? 'nothing-in-flight' : null;
  }

  protected payout(event: DealEvent): DealRefusal | null {
    const { history } = this;
    const isFinal = FINAL.includes(this.state);
    const isPossible = ['verified', 'sent', 'delivered', 'lost', 'cancelled'].includes(this.state);
    if (!isPossible && !(isFinal && event.type === 'payout-failed')) {
      return 'wrong-state';
    }
    if (this.isOfAnotherCall(event, 'paying-out')) {
      return 'other-call';
    }
    const [owed, payingOut] = [this.balance('owed-seller'), this.balance('paying-out')];
    if (event.type === 'start-payout') {
      if (owed === 0) {
        return 'nothing-owed';
      }
      if (history.payment() === 'disputed') {
        return 'payment-disputed';
      }
      if (event.nettedCents < 0 || event.nettedCents > owed) {
        return 'wrong-amount';
      }
      this.move('owed-seller', 'receivable-seller', event.nettedCents);
      this.move('owed-seller', 'paying-out', owed - event.nettedCents);
      return null;
    }
    if (payingOut > 0) {
      this.move('paying-out', event.type === 'payout-done' ? 'provider' : 'owed-seller', payingOut);
      return null;
    }
    if (event.type === 'payout-failed' && history.paidOut() > 0) {
      this.move('provider', isFinal ? 'receivable-seller' : 'owed-seller', history.paidOut());
      return null;
    }
    return 'nothing-in-flight';
  }
}
