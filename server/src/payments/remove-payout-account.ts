import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { bool, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockMoneySums } from '../deals/money-sums.js';

const REMOVE_RECIPIENT = statement({
  name: 'remove-payment-recipient',
  text: `with removed as (
           select recipient_ref from payment_accounts
           where user_id = $1 and provider = $2 and recipient_ref is not null for update
         ), emptied as (
           update payment_accounts
           set recipient_ref = null, is_recipient_ready = false, recipient_removals = recipient_removals + 1
           where user_id = $1 and provider = $2 and recipient_ref is not null
         )
         insert into payment_accounts (user_id, provider, recipient_ref)
         select gen_random_uuid()::text, $2, recipient_ref from removed
         returning user_id as pseudonym`,
  row: { pseudonym: text },
});

const REMOVE_BANK_ACCOUNT = statement({
  name: 'remove-bank-account',
  text: 'delete from bank_accounts where user_id = $1 returning true as "isRemoved"',
  row: { isRemoved: bool },
});

/** The account that was removed; its `pseudonym` has the reference until the provider has closed it, null for none. */
export interface RemovedAccount {
  readonly pseudonym: string | null;
}

/**
 * Removes the account that a user is paid to.
 * @returns null if there is none, and `under-way` while money is on its way to it
 */
export async function removePayoutAccount(
  tx: Transaction,
  userId: string,
  provider: ProviderName,
): Promise<RemovedAccount | 'under-way' | null> {
  // The lock makes a payout that starts now wait. It then finds no account.
  const sums = await lockMoneySums(tx, userId);
  if ((sums['payout-on-its-way'] ?? 0) + (sums['credit-on-its-way'] ?? 0) > 0) {
    return 'under-way';
  }
  if (provider === 'bank') {
    return (await REMOVE_BANK_ACCOUNT.row(tx, [userId])) ? { pseudonym: null } : null;
  }
  return (await REMOVE_RECIPIENT.row(tx, [userId, provider])) ?? null;
}
