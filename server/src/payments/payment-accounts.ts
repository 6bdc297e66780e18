import type pg from 'pg';
import { bool, int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { noteSavedCard } from '../users/failed-payments.js';
import type { ExportPart } from '../users/user-export.js';
import type { MethodSetup, RecipientSetup } from './payment-provider.js';

const COLUMNS = `account.customer_ref as "customerRef", account.setup_ref as "setupRef",
  account.method_ref as "methodRef", account.recipient_ref as "recipientRef",
  account.is_recipient_ready as "isRecipientReady", account.recipient_removals as removals`;

const ROW = {
  customerRef: orNull(text),
  setupRef: orNull(text),
  methodRef: orNull(text),
  recipientRef: orNull(text),
  isRecipientReady: bool,
  removals: int4,
};

/**
 * While an account is erased, some of its trades still have the user id: payouts go to the account of the pseudonym.
 */
const READ_ACCOUNT = statement({
  name: 'read-payment-account',
  text: `select ${COLUMNS} from payment_accounts as account
         where provider = $2
           and user_id in ($1, (select pseudonym from departures where departures.user_id = $1))
         order by user_id = $1 desc limit 1`,
  row: ROW,
});

/** A user's references at the provider; null for what they have not set up. */
export type PaymentAccount = RowOf<typeof READ_ACCOUNT>;

const NO_ACCOUNT: PaymentAccount = {
  customerRef: null,
  setupRef: null,
  methodRef: null,
  recipientRef: null,
  isRecipientReady: false,
  removals: 0,
};

/** A saved card stays until another one is saved. What was prepared before a removal is not saved after it. */
const SAVE_SETUP = statement({
  name: 'save-payment-setup',
  text: `insert into payment_accounts as account (user_id, provider, customer_ref, setup_ref, method_ref, recipient_removals)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, provider) do update set customer_ref = excluded.customer_ref,
           setup_ref = excluded.setup_ref, method_ref = coalesce(excluded.method_ref, account.method_ref)
         where account.recipient_removals = $6`,
});

const SAVE_METHOD = statement({
  name: 'save-payment-method',
  text: 'update payment_accounts set method_ref = $4 where user_id = $1 and provider = $2 and setup_ref = $3',
});

const FORGET_CARD = statement({
  name: 'forget-card-of-user',
  text: `update payment_accounts set method_ref = null
         where user_id = $1 and provider = $2 and method_ref is not null`,
});

/** The first of two accounts that were created concurrently stays. A removed one does not come back. */
const SAVE_RECIPIENT = statement({
  name: 'save-payment-recipient',
  text: `insert into payment_accounts as account (user_id, provider, recipient_ref, is_recipient_ready, recipient_removals)
         values ($1, $2, $3, $4, $5)
         on conflict (user_id, provider) do update set
           recipient_ref = coalesce(account.recipient_ref, excluded.recipient_ref),
           is_recipient_ready = case
             when coalesce(account.recipient_ref, excluded.recipient_ref) = excluded.recipient_ref
             then excluded.is_recipient_ready else account.is_recipient_ready
           end
         where account.recipient_removals = $5`,
});

const READ_ACCOUNTS = statement({
  name: 'read-payment-accounts',
  text: `select account.provider, ${COLUMNS} from payment_accounts as account where user_id = $1 order by provider`,
  row: { provider: text, ...ROW },
});

export async function readPaymentAccount(
  connection: pg.Pool | Transaction,
  userId: string,
  provider: string,
): Promise<PaymentAccount> {
  return (await READ_ACCOUNT.row(connection, [userId, provider])) ?? NO_ACCOUNT;
}

const OPEN_ACCOUNT = statement({
  name: 'open-payment-account',
  text: `insert into payment_accounts (user_id, provider) values ($1, $2) on conflict (user_id, provider) do nothing`,
});

/**
 * Reads the references of a user before the provider is asked to create some. Their row exists then, even if its answer
 * is lost: an account transfer counts it, so that the next owner gets others.
 */
export async function openPaymentAccount(
  tx: Transaction,
  userId: string,
  provider: string,
): Promise<PaymentAccount> {
  await OPEN_ACCOUNT.run(tx, [userId, provider]);
  return readPaymentAccount(tx, userId, provider);
}

/**
 * Saves a card, or the beginning of saving one.
 * @param removals those of the user when it was prepared
 * @returns false if there has been another one since; then nothing was saved
 */
export async function saveSetup(
  tx: Transaction,
  userId: string,
  provider: string,
  { customerRef, setupRef, methodRef }: MethodSetup,
  removals = 0,
): Promise<boolean> {
  const isSaved =
    (await SAVE_SETUP.run(tx, [userId, provider, customerRef, setupRef, methodRef, removals])) > 0;
  if (isSaved && methodRef !== null) {
    await noteSavedCard(tx, userId);
  }
  return isSaved;
}

/** Saves the card of a setup. @returns false if the user has begun another setup since */
export async function saveMethod(
  tx: Transaction,
  userId: string,
  provider: string,
  { setupRef, methodRef }: { readonly setupRef: string; readonly methodRef: string },
): Promise<boolean> {
  return (await SAVE_METHOD.run(tx, [userId, provider, setupRef, methodRef])) > 0;
}

/** Takes away the card of a user. @returns false without one */
export async function forgetCard(tx: Transaction, userId: string, provider: string): Promise<boolean> {
  return (await FORGET_CARD.run(tx, [userId, provider])) > 0;
}

/** Saves an account that can be paid, as `saveSetup` saves a card. */
export async function saveRecipient(
  tx: Transaction,
  userId: string,
  provider: string,
  { recipientRef, isReady }: Pick<RecipientSetup, 'recipientRef' | 'isReady'>,
  removals = 0,
): Promise<boolean> {
  return (await SAVE_RECIPIENT.run(tx, [userId, provider, recipientRef, isReady, removals])) > 0;
}

/** The references of a user at every provider that this market has used. */
export function paymentAccountsExport(pool: pg.Pool): ExportPart<'paymentAccounts'> {
  return async (userId) => ({
    paymentAccounts: (await READ_ACCOUNTS.rows(pool, [userId])).map(
      ({ provider, customerRef, methodRef, recipientRef }) => ({
        provider,
        customer: customerRef,
        method: methodRef,
        payouts: recipientRef,
      }),
    ),
  });
}
