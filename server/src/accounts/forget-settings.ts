import { forgetAgentCalls } from '../agents/agent-log.js';
import { forgetCollection } from '../collection/change-collection.js';
import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { forgetFilters } from '../desk/members/saved-filters.js';
import { forgetNotes } from '../desk/users/user-notes.js';
import { forgetUserEvents } from '../drop-copy/save-user-events.js';
import { forgetKeys } from '../keys/key-rows.js';
import { forgetMailChoices } from '../notifications/notification-mail-choices.js';
import { deleteNotifications } from '../notifications/read-notifications.js';
import { countRetired, noteRetired, retirePaymentAccounts } from '../payments/retired-accounts.js';
import { forgetPriceRules } from '../price-rules/rule-rows.js';
import { forgetMember } from '../users/members.js';
import { forgetReturnedAsks } from '../vacations/returned-asks.js';
import { forgetVacation } from '../vacations/vacation-rows.js';
import { forgetWatches } from '../watching/set-watch.js';
import { forgetWebhooks } from '../webhooks/webhook-rows.js';

const FORGET_SETTINGS = statement({
  name: 'forget-settings',
  text: 'delete from accounts where user_id = $1',
});

/** The decisions of the market about a user, their debt and their failed payments. The card goes. */
const KEPT = `blocked_at, blocked_by, block_reason, max_open_orders, max_price_cents, limited_at, limited_by, limit_reason,
  debt_cents, owes_since, debt_deferred_until, failed_payments`;

const FORGET_FORMER_SETTINGS = statement({
  name: 'forget-former-settings',
  text: `with former as (delete from accounts where user_id = $1 returning user_id, ${KEPT})
         insert into accounts (user_id, ${KEPT}) select * from former`,
});

const NEW_PSEUDONYM = statement({
  name: 'new-pseudonym',
  text: 'select gen_random_uuid()::text as pseudonym',
  row: { pseudonym: text },
});

/**
 * Deletes a user's shipping, payout, payment, sizes and mail choices, their watches, pairs and notifications, the notes
 * of members, saved filters, keys, the log of agents, webhooks, drop copy, vacation, rules of asks, a block, limits,
 * and ends their membership. The next read creates empty settings. Their references at the payment provider are given
 * to a pseudonym, until its data is deleted there, too.
 */
export async function forgetSettings(tx: Transaction, userId: string, pseudonym: string): Promise<void> {
  await FORGET_SETTINGS.run(tx, [userId]);
  await forgetOthers(tx, userId, pseudonym);
}

/**
 * The same for an account transfer. A block, limits, debts and failed payments stay: otherwise a user who has not
 * verified their e-mail could end them by a transfer to themselves.
 */
export async function forgetFormerSettings(tx: Transaction, userId: string): Promise<void> {
  await FORGET_FORMER_SETTINGS.run(tx, [userId]);
  const pseudonym = (await NEW_PSEUDONYM.row(tx, []))?.pseudonym ?? '';
  await forgetOthers(tx, userId, pseudonym);
  await countRetired(tx, userId, pseudonym);
  await noteRetired(tx, pseudonym);
}

async function forgetOthers(tx: Transaction, userId: string, pseudonym: string): Promise<void> {
  await retirePaymentAccounts(tx, userId, pseudonym);
  await forgetMailChoices(tx, userId);
  await deleteNotifications(tx, userId);
  await forgetWatches(tx, userId);
  await forgetCollection(tx, userId);
  await forgetNotes(tx, userId);
  await forgetFilters(tx, userId);
  await forgetKeys(tx, userId);
  await forgetAgentCalls(tx, userId);
  await forgetWebhooks(tx, userId);
  await forgetUserEvents(tx, userId);
  await forgetVacation(tx, userId);
  await forgetReturnedAsks(tx, userId);
  await forgetPriceRules(tx, userId);
  await forgetMember(tx, userId);
}
