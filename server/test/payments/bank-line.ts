import type { Chance } from '../../../core/test/deal-random.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import type { RawLine } from '../../src/payments/bank/bank-file.js';
import { referenceOf } from '../../src/payments/bank/payment-rows.js';

/**
 * Money for a deal on a statement, seldom without the deal's reference. @param bankId which the bank sometimes leaves
 * out
 */
export function bankLine(
  chance: Chance,
  key: DealKey,
  { cents, row, bankId }: { readonly cents: number; readonly row: number; readonly bankId: string },
): RawLine {
  return {
    row,
    bankId: chance.isOneIn(3) ? null : bankId,
    handId: null,
    bookedOn: '2026-11-03',
    amount: (cents / 100).toFixed(2),
    currency: 'USD',
    skipped: null,
    texts: [chance.isOneIn(10) ? 'shoes' : referenceOf(key), `number ${row - 1}`],
    payerName: '',
    payerAccount: '',
  };
}
