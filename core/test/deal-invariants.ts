import {
  type Account,
  DEAL_ACCOUNTS,
  isDealAccount,
  type Transfer,
  totalCents,
} from '../src/deals/accounts.js';
import { type Deal, isFinal } from '../src/deals/deal.js';
import type { DealEventType } from '../src/deals/deal-event.js';
import type { ProviderCall, Stepped } from '../src/deals/step.js';

const IN_FLIGHT: readonly Account[] = [
  'collecting',
  'refunding',
  'paying-out',
  'paying-credit',
  'collecting-debt',
];

/** Follows the money of one deal, transfer by transfer, and knows what must always be true of it. */
export class DealMoney {
  private readonly moved = new Map<string, number>();
  private readonly times = new Map<string, number>();
  private readonly balances = new Map<Account, number>();
  private chargedBackCents = 0;
  private carriedCents = 0;

  /** Adds a step, and returns the broken rules; empty if all is well. */
  add(before: Deal, type: DealEventType, { deal, transfers, calls }: Stepped): string[] {
    const wrong = transfers.flatMap((transfer) => this.addTransfer(before, transfer));
    const toProvider = transfers.reduce(
      (sum, { to, amountCents }) => sum + (to === 'provider' ? amountCents : 0),
      0,
    );
    this.chargedBackCents += type === 'dispute-lost' ? toProvider : 0;
    this.carriedCents += type === 'replacement-traded' ? toProvider : 0;
    const check = (isTrue: boolean, rule: string) => {
      if (!isTrue) {
        wrong.push(rule);
      }
    };
    const intents = transfers.flatMap(({ from, to, amountCents }) =>
      IN_FLIGHT.includes(to) && (from !== 'provider' || to === 'collecting' || to === 'collecting-debt')
        ? [amountCents]
        : [],
    );
    check(
      JSON.stringify(intents) === JSON.stringify(calls.map(({ amountCents }) => amountCents)),
      'each call follows the transfer of its amount',
    );
    check(
      calls.every((call) => call.kind !== 'refund' || isOfOnePayment(call, deal)),
      'a refund comes from one payment',
    );
    check(
      DEAL_ACCOUNTS.every((account) => deal.balances[account] === (this.balances.get(account) ?? 0)),
      'balances are the sums of the transfers',
    );
    check([...this.balances.values()].reduce((sum, cents) => sum + cents, 0) === 0, 'all accounts sum to 0');
    check(!isFinal(deal.state) || totalCents(deal.balances) === 0, 'a final deal holds and owes nothing');
    check(!isFinal(deal.state) || deal.dueAtMs === null, 'a final deal has no clock');
    check(
      deal.version === before.version + 1 && deal.atMs >= before.atMs,
      'events are numbered and in order',
    );
    this.checkHeld(deal, check);
    this.checkBuyer(deal, check);
    this.checkSeller(deal, check);
    this.checkCredits(deal, check);
    return wrong;
  }

  private addTransfer(before: Deal, { from, to, amountCents }: Transfer): string[] {
    const leg = `${from}→${to}`;
    this.moved.set(leg, this.sum(from, to) + amountCents);
    this.times.set(leg, (this.times.get(leg) ?? 0) + 1);
    this.balances.set(from, (this.balances.get(from) ?? 0) - amountCents);
    this.balances.set(to, (this.balances.get(to) ?? 0) + amountCents);
    const wrong: string[] = [];
    if (!Number.isInteger(amountCents) || amountCents <= 0 || from === to) {
      wrong.push(`${leg} moves a positive whole amount`);
    }
    if (isDealAccount(from) && (this.balances.get(from) ?? 0) < 0) {
      wrong.push(`${from} is never negative, not even between two transfers`);
    }
    if (isFinal(before.state) && (isDealAccount(from) || isDealAccount(to))) {
      wrong.push('the accounts of a final deal do not move');
    }
    return wrong;
  }

  private checkHeld({ state, balances, terms }: Deal, check: Check): void {
    const isHolding = ['paid', 'shipped', 'received', 'objectable'].includes(state);
    if (isHolding) {
      check(
        balances.held === terms.buyerTotalCents - this.chargedBackCents,
        'the whole payment is held until the verdict',
      );
    } else if (state !== 'unpaid') {
      check(balances.held === 0, 'nothing is held after the verdict or a failure');
    }
    check(isHolding || balances.held <= terms.buyerTotalCents, 'no more is held than was paid');
    for (const leg of ['collecting→held', 'held→fees', 'held→shipping', 'held→owed-seller'] as const) {
      const taken = leg === 'collecting→held' ? (this.times.get('held→collecting') ?? 0) : 0;
      check((this.times.get(leg) ?? 0) <= 1 + taken, `${leg} happens once`);
    }
    const penalties = this.sum('receivable-buyer', 'penalties') + this.sum('receivable-seller', 'penalties');
    check(
      penalties === 0 || penalties === Math.max(1500, Math.round(terms.priceCents * 0.15)),
      'one penalty at most is charged',
    );
  }

  /** Whatever fails, the buyer gets back no more than they paid; a chargeback takes what was collected, once. */
  private checkBuyer({ balances, terms, payment, refundedCents }: Deal, check: Check): void {
    const back =
      balances['owed-buyer'] +
      balances.refunding +
      refundedCents +
      this.sum('provider', 'receivable-buyer') +
      this.carriedCents;
    check(back <= terms.buyerTotalCents, 'the buyer gets back no more than they paid');
    const collected = this.sum('collecting', 'held') - this.sum('held', 'collecting');
    const carriedCents = this.sum('provider', 'held');
    check(
      this.chargedBackCents <= collected + carriedCents,
      'lost chargebacks take what was collected and carried, once',
    );
    check(
      payment !== 'lost' || this.chargedBackCents > 0 || carriedCents + this.carriedCents > 0,
      'a lost chargeback takes money',
    );
    check(
      balances['owed-buyer'] <= terms.buyerTotalCents - this.chargedBackCents,
      'after a lost chargeback the buyer is owed no more than the rest',
    );
  }

  private checkSeller({ state, balances, terms, paidOutCents }: Deal, check: Check): void {
    const due = Math.max(0, terms.sellerTotalCents);
    const paid =
      balances['owed-seller'] +
      balances['paying-out'] +
      paidOutCents +
      this.sum('owed-seller', 'receivable-seller') +
      this.sum('provider', 'receivable-seller');
    const isVerified = this.sum('held', 'shipping') > 0;
    check(paid === due || (paid === 0 && !isVerified), 'the seller gets their total, once, or nothing');
    if (['verified', 'sent', 'delivered', 'complete'].includes(state)) {
      check(paid === due, 'a verified pair is paid for');
    }
  }

  /** The other side gets half of what was collected, and a credit leaves once. */
  private checkCredits(deal: Deal, check: Check): void {
    const { penaltyCollectedCents, payingCreditCents, buyerCreditCents, sellerCreditCents } = deal;
    const shared = this.sum('penalties', 'receivable-buyer') + this.sum('penalties', 'receivable-seller');
    const penalty = this.sum('receivable-buyer', 'penalties') + this.sum('receivable-seller', 'penalties');
    check(penaltyCollectedCents <= penalty, 'no more of a penalty is collected than was charged');
    check(shared === Math.floor(penaltyCollectedCents / 2), 'the other side gets half of what was collected');
    check(
      payingCreditCents === (this.balances.get('paying-credit') ?? 0) && payingCreditCents >= 0,
      'a credit in flight is what has left the account of its user',
    );
    check(buyerCreditCents >= 0 && sellerCreditCents >= 0, 'no more of a credit is paid out than there is');
    const debtsPaid =
      this.sum('collecting-debt', 'receivable-buyer') + this.sum('collecting-debt', 'receivable-seller');
    const credited =
      shared +
      debtsPaid +
      this.sum('provider', 'receivable-buyer') +
      this.sum('provider', 'receivable-seller');
    const left = this.sum('paying-credit', 'provider') - this.sum('provider', 'paying-credit');
    check(
      credited === buyerCreditCents + sellerCreditCents + payingCreditCents + left,
      'a credit is owed, in flight or paid out',
    );
    const { debtParty, collectingDebtCents, lastDebtCents } = deal;
    check(
      collectingDebtCents === (this.balances.get('collecting-debt') ?? 0) && collectingDebtCents >= 0,
      'a payment of debts in flight is what the provider was asked for',
    );
    const takenBack = this.sum('receivable-buyer', 'provider') + this.sum('receivable-seller', 'provider');
    check(
      lastDebtCents >= 0 && takenBack + lastDebtCents <= debtsPaid,
      'no more of a payment of debts is taken back than was paid',
    );
    const other = debtParty === 'buyer' ? 'receivable-seller' : 'receivable-buyer';
    check(this.sum('collecting-debt', other) === 0, 'a payment of debts counts for the user who paid');
  }

  private sum(from: Account, to: Account): number {
    return this.moved.get(`${from}→${to}`) ?? 0;
  }
}

/** The deal's own payment, or carried money. */
function isOfOnePayment(
  { amountCents, isOfCarried }: ProviderCall,
  { carriedCents, carriedOverCents, collectedCents, refundedCents }: Deal,
): boolean {
  if (isOfCarried) {
    return carriedCents > 0 && amountCents <= carriedCents - carriedOverCents;
  }
  return carriedCents === 0 || amountCents + refundedCents <= collectedCents;
}

type Check = (isTrue: boolean, rule: string) => void;
