import {
  type BankAccount,
  looksLikeIban,
  parseAccountNumber,
  parseIban,
  parseRoutingNumber,
} from '@perkex/core/bank/bank-account.js';
import type pg from 'pg';
import { orNull, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { ExportPart } from '../users/user-export.js';

const READ_ACCOUNT = statement({
  name: 'read-bank-account',
  text: 'select holder, account, bank_code as "bankCode" from bank_accounts where user_id = $1',
  row: { holder: text, account: text, bankCode: orNull(text) },
});

const SAVE_ACCOUNT = statement({
  name: 'save-bank-account',
  text: `insert into bank_accounts (user_id, holder, account, bank_code) values ($1, $2, $3, $4)
         on conflict (user_id) do update
           set holder = excluded.holder, account = excluded.account, bank_code = excluded.bank_code`,
});

/** An account as its user typed it. */
export interface TypedAccount {
  readonly holder: string;
  readonly account: string;
  readonly bankCode?: string | undefined;
}

/** Checks an account that a user typed. @returns it, or a sentence that says what is wrong */
export function parseBankAccount({ holder, account, bankCode = '' }: TypedAccount): BankAccount | string {
  const owner = holder.trim();
  if (looksLikeIban(account)) {
    const iban = parseIban(account);
    return iban === null
      ? 'This IBAN is not right: its check digits do not match. Please compare it with your bank.'
      : { holder: owner, account: iban, bankCode: null };
  }
  const number = parseAccountNumber(account);
  if (number === null) {
    return 'Enter an IBAN, or an account number of 4 to 17 digits.';
  }
  const routingNumber = parseRoutingNumber(bankCode);
  return routingNumber === null
    ? 'An account number needs the routing number of its bank: 9 digits. Please compare it with your bank.'
    : { holder: owner, account: number, bankCode: routingNumber };
}

export async function readBankAccount(
  connection: pg.Pool | Transaction,
  userId: string,
): Promise<BankAccount | null> {
  return (await READ_ACCOUNT.row(connection, [userId])) ?? null;
}

/** Saves a user's account in place of the earlier one. */
export async function saveBankAccount(
  tx: Transaction,
  userId: string,
  { holder, account, bankCode }: BankAccount,
): Promise<void> {
  await SAVE_ACCOUNT.run(tx, [userId, holder, account, bankCode]);
}

export function bankAccountExport(pool: pg.Pool): ExportPart<'bankAccount'> {
  return async (userId) => ({ bankAccount: await readBankAccount(pool, userId) });
}
