import type { Debt } from '@perkex/core/users/debts.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { float8, orNull, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

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
           owes_since = case when debt.cents > 0 then coalesce(account.owes_since, $${DEBTS.size + 1}::timestamptz) end
         from ${DEBTS.as('debt')}
         where account.user_id = debt.user_id and account.debt_cents <> debt.cents`,
});

const READ_DEBT = statement({
  name: 'read-debt-of-user',
  text: 'select debt_cents::float8 as cents, owes_since as since from accounts where user_id = $1',
  row: { cents: float8, since: orNull(timestamptz) },
});

/** Copies what these users owe to their accounts, where every batch of orders reads it. */
export async function saveDebts(tx: Transaction, debts: readonly UserDebt[], at: string): Promise<void> {
  await SAVE_DEBTS.send(tx, [...DEBTS.values(debts), at]);
}

/** The debt of a user to the platform; null for none. */
export async function readDebt(pool: pg.Pool, userId: string): Promise<Debt | null> {
  const { cents = 0, since = null } = (await READ_DEBT.row(pool, [userId])) ?? {};
  return since && { cents, sinceMs: since.getTime() };
}
