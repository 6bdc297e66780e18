import { accountText } from '@perkex/core/bank/bank-account.js';
import { groupedReference } from '@perkex/core/bank/payment-reference.js';
import type pg from 'pg';
import type { DealKey } from '../../deals/deal-key.js';
import type { MarketAccount } from '../payment-settings.js';
import { readBankPayment, unusedCents } from './payment-rows.js';

/** Where and how a buyer pays, as texts for people. Amounts are in cents. */
export interface PaymentInstructions extends MarketAccount {
  readonly reference: string;
  /** The amount that is still to be paid. */
  readonly amountCents: number;
  /** The amount that has arrived already. */
  readonly receivedCents: number;
}

/** The instructions for the payment of a deal, or of debts; null if it waits for none. */
export async function readInstructions(
  pool: pg.Pool,
  { holder, account, bankCode, bankName }: MarketAccount,
  key: DealKey,
): Promise<PaymentInstructions | null> {
  const payment = await readBankPayment(pool, key);
  if (payment?.state !== 'open') {
    return null;
  }
  const receivedCents = unusedCents(payment);
  return {
    holder,
    account: accountText(account),
    bankCode,
    bankName,
    reference: groupedReference(payment.reference),
    amountCents: payment.amountCents - receivedCents,
    receivedCents,
  };
}
