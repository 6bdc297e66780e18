import type { Transaction } from '../../database/transaction.js';
import type { DealKey } from '../../deals/deal-key.js';
import { storeJobs } from '../../jobs/store-jobs.js';
import { nameOfCall } from '../call-name.js';
import { checkJobs } from '../payment-calls.js';
import { callOfPayment, settleBankPayment } from './payment-rows.js';

/** Settles a payment whose money may be complete. A server then takes the step of its deal. */
export async function settleAndCheck(tx: Transaction, payment: DealKey): Promise<void> {
  const settled = await settleBankPayment(tx, payment);
  if (settled) {
    await storeJobs(tx, checkJobs('bank'), [{ ref: nameOfCall(callOfPayment(settled)) }]);
  }
}
