import type pg from 'pg';
import { bool, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const READ_CHOICE = statement({
  name: 'has-digest-of-member',
  text: 'select has_digest as "hasDigest" from members where user_id = $1',
  row: { hasDigest: bool },
});

const SAVE_CHOICE = statement({
  name: 'choose-digest-of-member',
  text: 'update members set has_digest = $2 where user_id = $1',
});

/** True if a member gets the daily mail. */
export async function hasDigest(pool: pg.Pool, userId: string): Promise<boolean> {
  return (await READ_CHOICE.row(pool, [userId]))?.hasDigest === true;
}

export async function chooseDigest(tx: Transaction, userId: string, isOn: boolean): Promise<void> {
  await SAVE_CHOICE.run(tx, [userId, isOn]);
}
