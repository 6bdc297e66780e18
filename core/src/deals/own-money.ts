import type { Account, Transfer } from './accounts.js';
import { creditCents, type Deal, type DealState, type Party, penaltyPayer } from './deal.js';

/**
 * Where each kind of a user's money is: held by us until the check, due to the user, in flight at the payment provider,
 * paid for good, or owed by the user. `settled` is the part of what they owed that payouts have paid, so it counts
 * against the other kinds that they owe.
 */
export const OWN_MONEY = {
  // the buyer
  'payment-held': 'held',
  collecting: 'in-flight',
  'refund-owed': 'due',
  'refund-on-its-way': 'in-flight',
  refunded: 'paid',
  spent: 'paid',
  // the seller
  'sale-held': 'held',
  'payout-owed': 'due',
  'payout-on-its-way': 'in-flight',
  'paid-out': 'paid',
  'fees-owed': 'owed',
  settled: 'owed',
  // either
  /** The part of a credit that is not paid out. It counts against what the user owes. */
  credited: 'due',
  'credit-on-its-way': 'in-flight',
  'credit-paid': 'paid',
  penalty: 'owed',
  /** The part of the penalty that payouts, credits and payments of debts have paid. */
  'penalty-paid': 'paid',
  /**
   * A payment of the user's debts, before and after it has arrived. It counts against the other kinds that they owe.
   */
  'debt-on-its-way': 'in-flight',
  'debt-paid': 'owed',
  /** A payment of debts that the user's bank has taken back. */
  'debt-charged-back': 'owed',
} as const;
export type OwnMoneyKind = keyof typeof OWN_MONEY;

export const OWN_MONEY_KINDS = Object.keys(OWN_MONEY) as OwnMoneyKind[];

export const MONEY_PLACES = ['held', 'due', 'in-flight', 'paid', 'owed'] as const;
export type MoneyPlace = (typeof MONEY_PLACES)[number];

/** A part of a user's money in one deal. The amount is above zero, in cents. */
export interface OwnMoney {
  readonly kind: OwnMoneyKind;
  readonly cents: number;
}

/** The states in which the payment waits for the verdict. A seller whose pair passes gets their total. */
const IS_HELD: readonly DealState[] = ['paid', 'shipped', 'received', 'objectable'];

/** The buyer's money, as long as it belongs to this deal. */
const BUYER_ACCOUNTS = ['collecting', 'held', 'owed-buyer', 'refunding'] as const satisfies Account[];
/** Chargebacks and bounced refunds can go past the accounts of the buyer. */
const COUNTED_FOR_BUYER: readonly Account[] = [...BUYER_ACCOUNTS, 'losses'];

/**
 * All money of a party in a deal, in lines that do not overlap.
 * @param transfers all transfers of the deal so far
 */
export function ownMoney(deal: Deal, transfers: readonly Transfer[], party: Party): OwnMoney[] {
  const own = `receivable-${party}` as const;
  const onItsWay = deal.creditParty === party ? deal.payingCreditCents : 0;
  const credit = creditCents(deal, party);
  const debtPaid = Math.min(sum(transfers, ['collecting-debt'], [own]), credit);
  const lines: OwnMoney[] = [
    ...(party === 'buyer' ? buyersMoney(deal, transfers) : sellersMoney(deal, transfers)),
    { kind: 'credited', cents: credit - debtPaid },
    { kind: 'credit-on-its-way', cents: onItsWay },
    {
      kind: 'credit-paid',
      cents: sum(transfers, [own], ['paying-credit']) - sum(transfers, ['paying-credit'], [own]) - onItsWay,
    },
    { kind: 'penalty', cents: sum(transfers, [own], ['penalties']) },
    { kind: 'penalty-paid', cents: penaltyPayer(deal) === party ? deal.penaltyCollectedCents : 0 },
    { kind: 'debt-on-its-way', cents: deal.debtParty === party ? deal.collectingDebtCents : 0 },
    { kind: 'debt-paid', cents: debtPaid },
    { kind: 'debt-charged-back', cents: sum(transfers, [own], ['provider']) },
  ];
  return lines.filter(({ cents }) => cents > 0);
}

function buyersMoney({ balances, refundedCents }: Deal, transfers: readonly Transfer[]): OwnMoney[] {
  const fromProvider =
    sum(transfers, ['provider'], COUNTED_FOR_BUYER) - sum(transfers, COUNTED_FOR_BUYER, ['provider']);
  const stillHere = BUYER_ACCOUNTS.reduce((cents, account) => cents + balances[account], 0);
  return [
    { kind: 'payment-held', cents: balances.held },
    { kind: 'collecting', cents: balances.collecting },
    { kind: 'refund-owed', cents: balances['owed-buyer'] },
    { kind: 'refund-on-its-way', cents: balances.refunding },
    { kind: 'refunded', cents: refundedCents },
    { kind: 'spent', cents: fromProvider - stillHere },
  ];
}

function sellersMoney(
  { state, terms, balances, paidOutCents }: Deal,
  transfers: readonly Transfer[],
): OwnMoney[] {
  return [
    { kind: 'sale-held', cents: IS_HELD.includes(state) ? terms.sellerTotalCents : 0 },
    { kind: 'payout-owed', cents: balances['owed-seller'] },
    { kind: 'payout-on-its-way', cents: balances['paying-out'] },
    { kind: 'paid-out', cents: paidOutCents },
    { kind: 'fees-owed', cents: sum(transfers, ['receivable-seller'], ['held']) },
    { kind: 'settled', cents: sum(transfers, ['owed-seller'], ['receivable-seller']) },
  ];
}

function sum(transfers: readonly Transfer[], from: readonly Account[], to: readonly Account[]): number {
  return transfers.reduce(
    (cents, transfer) =>
      from.includes(transfer.from) && to.includes(transfer.to) ? cents + transfer.amountCents : cents,
    0,
  );
}

/** The sums of a user's money of each kind across all their deals, in cents. */
export type MoneySums = Readonly<Partial<Record<OwnMoneyKind, number>>>;

/** The kinds that a user owes, and those that have paid a part of them. */
export const OWED_KINDS = ['penalty', 'fees-owed', 'debt-charged-back'] as const satisfies OwnMoneyKind[];
export const DEBT_PAYING_KINDS = ['settled', 'credited', 'debt-paid'] as const satisfies OwnMoneyKind[];

/** True for money that counts against the rest of its place: what has paid a part of what the user owes. */
export function isSubtracted(kind: OwnMoneyKind): boolean {
  return OWN_MONEY[kind] === 'owed' && DEBT_PAYING_KINDS.some((paying) => paying === kind);
}

/** The kinds of which a debt consists. */
export const DEBT_KINDS: readonly OwnMoneyKind[] = [...OWED_KINDS, ...DEBT_PAYING_KINDS];

/**
 * The debt of a user to the platform across all their deals, in cents. Their next payouts settle it, unless they pay.
 */
export function debtCents(sums: MoneySums): number {
  return Math.max(0, netDebtCents(sums));
}

/** The credits of a user across all their deals, in cents, without the part that their debts use up. */
export function payableCreditCents(sums: MoneySums): number {
  return Math.max(0, -netDebtCents(sums));
}

/**
 * The part of a user's penalties that was collected and that no deal has recorded yet, in cents. What payouts, credits
 * and payments have paid counts for penalties first, and then for fees.
 */
export function uncountedPenaltyCents(sums: MoneySums): number {
  const { penalty = 0, 'penalty-paid': counted = 0 } = sums;
  return Math.max(0, Math.min(penalty, sumOf(sums, DEBT_PAYING_KINDS)) - counted);
}

function netDebtCents(sums: MoneySums): number {
  return sumOf(sums, OWED_KINDS) - sumOf(sums, DEBT_PAYING_KINDS);
}

function sumOf(sums: MoneySums, kinds: readonly OwnMoneyKind[]): number {
  return kinds.reduce((cents, kind) => cents + (sums[kind] ?? 0), 0);
}
