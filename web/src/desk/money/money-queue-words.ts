import { MONEY_QUEUES, type MoneyQueue } from '@perkex/contract/desk-money.js';
import { APPEAL_WORKING_DAYS } from '@perkex/core/deals/penalty.js';

/** The parts of the page of money: the queues of deals, and the lines that no deal has. */
export const MONEY_PARTS = ['lines', ...MONEY_QUEUES] as const;
export type MoneyPart = MoneyQueue | 'lines';

interface PartWords {
  readonly label: string;
  /** The work of a member on it. */
  readonly task: string;
}

export const PARTS: Readonly<Record<MoneyPart, PartWords>> = {
  lines: {
    label: 'Unmatched lines',
    task: 'Money that has arrived, and whose deal is unknown. Book each to its deal, or send it back.',
  },
  payments: {
    label: 'Open payments',
    task: 'Deals waiting for payment. Without it, they end at their deadline.',
  },
  claims: { label: 'Claims', task: 'Problems that buyers report. Decide each.' },
  appeals: {
    label: 'Appeals',
    task: `Penalties that are appealed. Waive or uphold each: after ${APPEAL_WORKING_DAYS} working days they are waived.`,
  },
  disputes: {
    label: 'Disputes',
    task: 'Payments that buyers dispute at their banks. Send the evidence to the provider before its deadline.',
  },
  'failed-payouts': {
    label: 'Failed payouts',
    task: 'Payouts that came back, or whose seller has no account. Start each again.',
  },
  'failed-refunds': {
    label: 'Failed refunds',
    task: 'Refunds that came back, or that the provider refused. Start each again.',
  },
  debts: {
    label: 'Debts',
    task: 'Users who owe penalties or fees, each with the deal of the oldest debt. Their next payouts settle them.',
  },
};
