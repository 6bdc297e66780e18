import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { bool, orNull, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from '../deals/deal-key.js';

/** An account that cannot be paid from again: only its account for payouts is used. */
const RETIRE_ACCOUNTS = statement({
  name: 'retire-payment-accounts',
  text: `with gone as (delete from payment_accounts where user_id = $1 returning *)
         insert into payment_accounts as retired
           (user_id, provider, customer_ref, recipient_ref, is_recipient_ready, recipient_removals)
         select $2, provider, customer_ref, recipient_ref, is_recipient_ready, recipient_removals from gone
         on conflict (user_id, provider) do update set
           customer_ref = coalesce(retired.customer_ref, excluded.customer_ref),
           recipient_ref = coalesce(retired.recipient_ref, excluded.recipient_ref)`,
});

/** So that the provider gives the next owner none of the references of the former one. */
const COUNT_REMOVAL = statement({
  name: 'count-removal-of-payment-accounts',
  text: `insert into payment_accounts (user_id, provider, recipient_removals)
         select $1, provider, recipient_removals + 1 from payment_accounts where user_id = $2`,
});

const RETIRE_BANK_ACCOUNT = statement({
  name: 'retire-bank-account',
  text: `with gone as (delete from bank_accounts where user_id = $1 returning *)
         insert into bank_accounts (user_id, holder, account, bank_code)
         select $2, holder, account, bank_code from gone
         on conflict (user_id) do nothing`,
});

const READ_RETIRED = statement({
  name: 'read-retired-payment-accounts',
  text: `select provider, customer_ref as "customerRef", recipient_ref as "recipientRef"
         from payment_accounts where user_id = $1`,
  row: { provider: text, customerRef: orNull(text), recipientRef: orNull(text) },
});

const NOTE_RETIRED = statement({
  name: 'note-erasure-remains',
  text: 'insert into erasure_remains (pseudonym) values ($1) on conflict (pseudonym) do nothing',
});

/** A deal that has not ended, or a credit or a payment of debts in flight. */
const HAS_OPEN_MONEY = statement({
  name: 'has-open-money-of-retired-user',
  text: `select exists (select 1 from trades where buyer_id = $1 and has_open_deal)
           or exists (select 1 from trades where seller_id = $1 and has_open_deal)
           or exists (select 1 from money_sums where user_id = $1 and (credit_on_its_way_cents > 0 or debt_on_its_way_cents > 0)) as "isOpen"`,
  row: { isOpen: bool },
});

const IS_ERASED = statement({
  name: 'is-user-erased',
  text: `select exists (select from departures where user_id = $1)
           or exists (select from erasure_remains where pseudonym = $1) as "isErased"`,
  row: { isErased: bool },
});

/**
 * Earlier calls of the user's deals name these references, too. A credit is of the party that its step names, and a
 * payment of debts of the party who took its step.
 */
const FORGET_REFS_OF_CALLS = statement({
  name: 'forget-refs-of-calls',
  text: `update provider_calls as call
         set customer_ref = null, method_ref = null, recipient_ref = null
         where call.product_id = any($1::int4[]) and call.deal_id = any($2::uuid[])
           and (call.kind = 'collect' and $3 = 'buyer' or call.kind = 'pay-out' and $3 = 'seller'
             or call.kind in ('pay-credit', 'collect-debt') and exists (
               select from deal_events as event
               where event.product_id = call.product_id and event.deal_id = call.deal_id
                 and event.version = call.version and coalesce(event.data->>'party', event.actor_kind) = $3
             ))
           and coalesce(call.customer_ref, call.method_ref, call.recipient_ref) is not null`,
});

const FORGET_ACCOUNTS = statement({
  name: 'forget-retired-payment-accounts',
  text: 'delete from payment_accounts where user_id = $1',
});

const FORGET_BANK_ACCOUNT = statement({
  name: 'forget-retired-bank-account',
  text: 'delete from bank_accounts where user_id = $1',
});

/** References at a provider whose data is to be deleted there. */
export interface RetiredRefs {
  readonly customerRef: string | null;
  readonly recipientRef: string | null;
}

/**
 * Takes the references and the account for bank transfers from a user, whose account is erased or transferred. Deals in
 * progress are paid out to a pseudonym's account. The card is not charged again.
 */
export async function retirePaymentAccounts(
  tx: Transaction,
  userId: string,
  pseudonym: string,
): Promise<void> {
  await RETIRE_ACCOUNTS.run(tx, [userId, pseudonym]);
  await RETIRE_BANK_ACCOUNT.run(tx, [userId, pseudonym]);
}

/** Counts the references that a transferred account has lost. They must have been retired. */
export async function countRetired(tx: Transaction, userId: string, pseudonym: string): Promise<void> {
  await COUNT_REMOVAL.run(tx, [userId, pseudonym]);
}

/** Notes that data of a pseudonym in deals and at the provider is to be deleted (`accounts/erasure-remains.ts`). */
export async function noteRetired(tx: Transaction, pseudonym: string): Promise<void> {
  await NOTE_RETIRED.run(tx, [pseudonym]);
}

/** True for the user id, or the pseudonym, of an account whose references have not been deleted yet. */
export async function isErased(tx: Transaction, userId: string): Promise<boolean> {
  return (await IS_ERASED.row(tx, [userId]))?.isErased === true;
}

/** True while the references may still be needed. */
export async function hasOpenMoney(pool: pg.Pool, pseudonym: string): Promise<boolean> {
  return (await HAS_OPEN_MONEY.row(pool, [pseudonym]))?.isOpen === true;
}

/** The references of a pseudonym at one provider; null for none. */
export async function readRetiredRefs(
  pool: pg.Pool,
  pseudonym: string,
  provider: string,
): Promise<RetiredRefs | null> {
  const rows = await READ_RETIRED.rows(pool, [pseudonym]);
  return rows.find((row) => row.provider === provider) ?? null;
}

/** Deletes the references from the calls of deals of a pseudonym. */
export async function forgetRefsOfCalls(
  pool: pg.Pool,
  party: Party,
  deals: readonly DealKey[],
): Promise<void> {
  await FORGET_REFS_OF_CALLS.run(pool, [...DEAL_KEYS.values(deals), party]);
}

/** Deletes the last references of a pseudonym, once the provider has deleted its data. */
export async function forgetRetiredAccounts(tx: Transaction, pseudonym: string): Promise<void> {
  await FORGET_ACCOUNTS.run(tx, [pseudonym]);
  await FORGET_BANK_ACCOUNT.run(tx, [pseudonym]);
}
