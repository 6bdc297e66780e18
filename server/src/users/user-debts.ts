import type { Debt } from '@perkex/core/users/debts.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { float8, orNull, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockUser } from './lock-user.js';

interface UserDebt {
  readonly userId: string;
  readonly debtCents: number;
}

const DEBTS = new RowSet<UserDebt>({
  user_id: [text, ({ userId }) => userId],
  cents: [float8, ({ debtCents }) => debtCents],
});

/** A debt that grows or shrinks keeps its day. Erased users have no account. */
const SAVE_DEBTS = statement({
  name: 'save-debts-of-users',
  text: `update accounts as account
         set debt_cents = debt.cents,
           owes_since = case when debt.cents > 0 then coalesce(account.owes_since, $${DEBTS.size + 1}::timestamptz) end,
           debt_deferred_until = case when debt.cents > 0 then account.debt_deferred_until end
         from ${DEBTS.as('debt')}
         where account.user_id = debt.user_id and account.debt_cents <> debt.cents
           and ${DEBTS.among('account', ['user_id'])}`,
});

const READ_DEBT = statement({
  name: 'read-debt-of-user',
  text: `select debt_cents::float8 as cents, owes_since as since, debt_deferred_until as until
         from accounts where user_id = $1`,
  row: { cents: float8, since: orNull(timestamptz), until: orNull(timestamptz) },
});

const DEFER_DEBT = statement({
  name: 'defer-debt-of-user',
  text: 'update accounts set debt_deferred_until = $2 where user_id = $1 and debt_cents > 0',
});

/** Copies what these users owe to their accounts, where every batch of orders reads it. */
export async function saveDebts(tx: Transaction, debts: readonly UserDebt[], at: string): Promise<void> {
  await SAVE_DEBTS.send(tx, [...DEBTS.values(debts), at]);
}

/** The debt of a user to the platform; null for none. */
export async function readDebt(client: pg.Pool | Transaction, userId: string): Promise<Debt | null> {
  const { cents = 0, since = null, until = null } = (await READ_DEBT.row(client, [userId])) ?? {};
  return since && { cents, sinceMs: since.getTime(), deferredUntilMs: until?.getTime() ?? null };
}

/** The same, unchanged until the transaction ends. */
export async function lockDebt(tx: Transaction, userId: string): Promise<Debt | null> {
  await lockUser(tx, userId);
  return readDebt(tx, userId);
}

/** Lets a user sell until then, whatever they owe. From the commit on, each batch of orders knows it. */
export async function deferDebt(tx: Transaction, userId: string, untilMs: number): Promise<void> {
  await DEFER_DEBT.run(tx, [userId, isoTime(untilMs)]);
}
