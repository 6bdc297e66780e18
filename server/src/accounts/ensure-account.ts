import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const ENSURE_ACCOUNT = statement({
  name: 'ensure-account',
  text: 'insert into accounts (user_id) values ($1) on conflict (user_id) do nothing',
});

/** Makes a user's empty data if there is none yet; doing it again changes nothing. */
export async function ensureAccount(database: pg.Pool | Transaction, userId: string): Promise<void> {
  await ENSURE_ACCOUNT.run(database, [userId]);
}
