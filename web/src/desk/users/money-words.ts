import type { OwnMoneyKind } from '@perkex/core/deals/own-money.js';

/** The money of a user by kind, as members read it. */
export const MONEY_WORDS: Readonly<Record<OwnMoneyKind, string>> = {
  'payment-held': 'Payments that we hold',
  collecting: 'Payments on their way',
  'refund-owed': 'Refunds due',
  'refund-on-its-way': 'Refunds on their way',
  refunded: 'Refunded',
  spent: 'Spent',
  'sale-held': 'Held for sales',
  'payout-owed': 'Payouts due',
  'payout-on-its-way': 'Payouts on their way',
  'paid-out': 'Paid out',
  'fees-owed': 'Fees owed to us',
  settled: 'Debts settled by payouts',
  credited: 'Credited',
  'credit-on-its-way': 'Credits on their way',
  'credit-paid': 'Credits paid out',
  penalty: 'Penalties',
  'penalty-paid': 'Penalties collected',
  'debt-on-its-way': 'Payments of debts on their way',
  'debt-paid': 'Debts paid',
  'debt-charged-back': 'Debts charged back',
};
