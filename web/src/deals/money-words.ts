import type { MoneyPlace, OwnMoneyKind } from '@perkex/core/deals/own-money.js';
import { isBankTransfer, type MoneyLine } from '../api/deals.js';
import { nextWords } from './state-words.js';

/** The places of money, as headings. */
export const PLACES: Readonly<Record<MoneyPlace, string>> = {
  held: 'Held',
  due: 'Due to you',
  'in-flight': 'In flight',
  paid: 'Paid',
  owed: 'You owe',
};

/** The same, as short as tabs need. */
export const SHORT_PLACES: Readonly<Record<MoneyPlace, string>> = { ...PLACES, due: 'Due', owed: 'Owed' };

/** The kinds of money: `sum` beside the sum of all deals, `line` beside the amount of one. */
export const KINDS: Readonly<Record<OwnMoneyKind, { readonly sum: string; readonly line: string }>> = {
  'payment-held': { sum: 'Your payments', line: 'Payment held' },
  'sale-held': { sum: 'Your sales', line: 'Held for your sale' },
  'refund-owed': { sum: 'Refunds', line: 'Refund due' },
  'payout-owed': { sum: 'Payouts', line: 'Payout due' },
  credited: { sum: 'Credits', line: 'Credit' },
  'credit-on-its-way': { sum: 'Credits to you', line: 'Credit on its way to you' },
  'credit-paid': { sum: 'Received from credits', line: 'Credit paid out to you' },
  collecting: { sum: 'To PerkeX', line: 'Payment on its way to PerkeX' },
  'refund-on-its-way': { sum: 'Refunds to you', line: 'Refund on its way to you' },
  'payout-on-its-way': { sum: 'Payouts to you', line: 'Payout on its way to you' },
  'paid-out': { sum: 'Received for sales', line: 'Paid out to you' },
  refunded: { sum: 'Refunded', line: 'Refunded to you' },
  spent: { sum: 'Spent on purchases', line: 'Paid by you' },
  penalty: { sum: 'Penalties', line: 'Penalty' },
  'penalty-paid': { sum: 'Paid in penalties', line: 'Penalty collected' },
  'debt-on-its-way': { sum: 'To PerkeX, for what you owe', line: 'Payment of what you owe on its way' },
  'debt-paid': { sum: 'Paid by you', line: 'Paid by you' },
  'debt-charged-back': { sum: 'Payments taken back', line: 'Payment taken back by your bank' },
  'fees-owed': { sum: 'Fees exceeding the price', line: 'Fees exceeding the price' },
  settled: { sum: 'Settled by payouts', line: 'Settled by this payout' },
};

interface LineWords {
  readonly why: string;
  /** The next event, by the deadline of the deal; null where nothing has to happen first. */
  readonly next: string | null;
  /** How the user can speed it up. */
  readonly faster: string | null;
}

/** It is also right once the debt is paid: its line stays. */
const HOW_DEBTS_END = 'Payouts settle what you owe, unless you pay it first.';

const WHY: Readonly<Record<Exclude<OwnMoneyKind, 'penalty' | 'credited'>, string>> = {
  'payment-held': 'We hold it until the pair has passed our check. If it fails, you get it back.',
  'sale-held': 'We hold it until your pair has passed our check. Then we pay you.',
  'refund-owed': 'It goes back to you.',
  'payout-owed': 'We will pay it to the account in your settings.',
  collecting: 'We collect your payment.',
  'refund-on-its-way': 'It has left PerkeX. Your bank may need a few days.',
  'payout-on-its-way': 'It has left PerkeX. Your bank may need a few days.',
  'paid-out': 'It went to your account.',
  'credit-on-its-way': 'It has left PerkeX. Your bank may need a few days.',
  'credit-paid': 'It went to your account.',
  'penalty-paid': 'It was paid from your payouts, credits or payments. Half of it goes to the other side.',
  'debt-on-its-way': 'We collect your payment of what you owe.',
  'debt-paid': 'You have paid it. It counts against what you owed.',
  'debt-charged-back': `Your bank took back a payment, so you owed it again. ${HOW_DEBTS_END}`,
  refunded: 'It went back to you.',
  spent: 'It was paid for this purchase.',
  'fees-owed': `Fees and shipping are higher than the price. ${HOW_DEBTS_END}`,
  settled: 'A part of this payout paid what you owed.',
};

/** The reasons that differ where money moves by bank transfer: PerkeX sends it with its lists for the bank. */
const WHY_BY_TRANSFER: Partial<typeof WHY> = {
  collecting: 'We are waiting for your bank transfer.',
  'debt-on-its-way': 'We are waiting for your bank transfer.',
  'refund-on-its-way': 'PerkeX sends it by bank transfer. This may take a few working days.',
  'payout-on-its-way': 'PerkeX sends it by bank transfer. This may take a few working days.',
  'credit-on-its-way': 'PerkeX sends it by bank transfer. This may take a few working days.',
};

/** The reasons while the buyer disputes the payment at their bank. */
const WHY_DISPUTED = {
  'payout-owed':
    'The buyer has disputed the payment with their bank. The payout is on hold until that is resolved, and is yours either way.',
  'refund-owed':
    'You have disputed the payment with your bank. The refund is on hold until that is resolved.',
};

/** Why a line is where it is, what happens next, and what would speed that up. */
export function lineWords({ kind, deal }: Pick<MoneyLine, 'kind' | 'deal'>): LineWords {
  const isWaiting = kind === 'payment-held' || kind === 'sale-held' || isChoice({ kind, deal });
  return {
    why: whyOf({ kind, deal }),
    next: isWaiting ? nextWords(deal) : null,
    faster: fasterWords({ kind, deal }),
  };
}

function whyOf({ kind, deal }: Pick<MoneyLine, 'kind' | 'deal'>): string {
  if (kind === 'penalty') {
    return `${penaltyReason(deal)} ${HOW_DEBTS_END}`;
  }
  if (kind === 'credited') {
    return creditReason(deal);
  }
  if (deal.isDisputed && (kind === 'payout-owed' || kind === 'refund-owed')) {
    return WHY_DISPUTED[kind];
  }
  return (isBankTransfer() ? WHY_BY_TRANSFER[kind] : undefined) ?? WHY[kind];
}

/** True while the refund waits for the choice of the buyer. */
function isChoice({ kind, deal }: Pick<MoneyLine, 'kind' | 'deal'>): boolean {
  return kind === 'refund-owed' && deal.steps.includes('choose-refund');
}

function fasterWords({ kind, deal }: Pick<MoneyLine, 'kind' | 'deal'>): string | null {
  if (isChoice({ kind, deal })) {
    return 'Choose the refund today to get it sooner.';
  }
  if (kind === 'credited') {
    return 'Make sure that your payout is set up in the settings. What you owe is taken off first.';
  }
  if (kind === 'payout-owed' && !deal.isDisputed) {
    return 'Make sure that your payout is set up in the settings.';
  }
  if (kind === 'sale-held' && deal.steps.includes('ship')) {
    return 'Ship today to be paid sooner.';
  }
  return kind === 'payment-held' && deal.steps.includes('take-refund')
    ? 'Take the refund on the page of your order to get it now.'
    : null;
}

/** A deal that has failed has credited half of a penalty; others, a payment that came back. */
function creditReason({ state }: MoneyLine['deal']): string {
  return state === 'cancelled' || state === 'rejected' || state === 'closed'
    ? 'It is half of a penalty of the other side, or a payment to you that came back from your bank.'
    : 'A payment to you came back from your bank. We still owe it to you.';
}

function penaltyReason({ state, party }: MoneyLine['deal']): string {
  if (state !== 'cancelled') {
    return 'The pair did not pass our check.';
  }
  return party === 'buyer' ? 'You did not pay in time.' : 'You did not ship in time.';
}
