import { forgetCollection } from '../collection/change-collection.js';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { forgetFilters } from '../desk/members/saved-filters.js';
import { forgetNotes } from '../desk/users/user-notes.js';
import { forgetMailChoices } from '../notifications/notification-mail-choices.js';
import { deleteNotifications } from '../notifications/read-notifications.js';
import { forgetPaymentAccounts } from '../payments/payment-accounts.js';
import { readBlock, saveBlock } from '../users/blocks.js';
import { lockUser } from '../users/lock-user.js';
import { forgetMember } from '../users/members.js';
import { forgetWatches } from '../watching/set-watch.js';

const FORGET_SETTINGS = statement({
  name: 'forget-settings',
  text: 'delete from accounts where user_id = $1',
});

/**
 * Deletes a user's shipping, payout, payment, references at the payment provider, sizes and mail choices, their watches,
 * pairs and notifications, the notes of members, saved filters, a block, and ends their membership. The next read creates empty
 * settings.
 */
export async function forgetSettings(tx: Transaction, userId: string): Promise<void> {
  await FORGET_SETTINGS.run(tx, [userId]);
  await forgetPaymentAccounts(tx, userId);
  await forgetMailChoices(tx, userId);
  await deleteNotifications(tx, userId);
  await forgetWatches(tx, userId);
  await forgetCollection(tx, userId);
  await forgetNotes(tx, userId);
  await forgetFilters(tx, userId);
  await forgetMember(tx, userId);
}

/**
 * The same for an account transfer. A block stays: otherwise a blocked user who has not verified their e-mail could end it
 * by a transfer to themselves.
 */
export async function forgetFormerSettings(tx: Transaction, userId: string): Promise<void> {
  const block = await readBlock(tx, userId);
  await forgetSettings(tx, userId);
  if (block) {
    await lockUser(tx, userId);
    await saveBlock(tx, userId, block.reason, block.by);
  }
}
