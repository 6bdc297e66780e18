import type { DealState } from '@perkex/core/deals/deal.js';
import type { OwnDeal } from '../api/deals.js';

/** The states of a deal that may never have been paid. */
const MAY_BE_UNPAID: readonly DealState[] = ['unpaid', 'cancelled'];

/** True once a deal has been paid, or any money of its user has moved. */
export function hasReceipt({ timeline, money }: Pick<OwnDeal, 'timeline' | 'money'>): boolean {
  return (
    timeline.some(({ state }) => !MAY_BE_UNPAID.includes(state)) ||
    money.some(({ kind }) => kind !== 'collecting')
  );
}
