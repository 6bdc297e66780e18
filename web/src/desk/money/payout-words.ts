import type { PayoutList, PayoutListRow, WaitingPayout } from '../../api/desk-money.js';

export const KINDS: Readonly<Record<WaitingPayout['kind'], string>> = {
  'pay-out': 'Payout to a seller',
  refund: 'Refund to a buyer',
  return: 'Money that goes back',
  credit: 'Credit of a buyer or seller',
};

export const ENTRY_STATES: Readonly<Record<PayoutList['entries'][number]['state'], string>> = {
  listed: 'At the bank',
  paid: 'Paid',
  returned: 'Came back',
};

/** The state of a list, as a sentence. */
export function listText({ state, createdBy, decidedBy, listed, paid, returned }: PayoutListRow): string {
  switch (state) {
    case 'proposed':
      return `Proposed by ${createdBy}: another member releases it`;
    case 'withdrawn':
      return `Withdrawn by ${decidedBy}: its payouts wait for another list`;
    case 'released':
      return [
        decidedBy === null ? `Created by ${createdBy}` : `Created by ${createdBy}, released by ${decidedBy}`,
        ...(listed.count > 0 ? [`${listed.count} at the bank`] : []),
        ...(paid.count > 0 ? [`${paid.count} paid`] : []),
        ...(returned.count > 0 ? [`${returned.count} came back`] : []),
      ].join(' · ');
  }
}

/** The sum of all entries of a list, in dollars with cents. */
export function listTotal({ listed, paid, returned }: PayoutListRow): { count: number; amount: number } {
  return {
    count: listed.count + paid.count + returned.count,
    amount: listed.amount + paid.amount + returned.amount,
  };
}
