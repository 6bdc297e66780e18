import type { StoredSizePreference } from '@perkex/contract/size-preference.js';
import { SIZE_SYSTEMS, type SizePreference } from '@perkex/core/sizing/size-preference.js';
import type pg from 'pg';
import { oneOf, orNull, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const READ_SIZE_PREFERENCE = statement({
  name: 'read-size-preference',
  text: 'select size_system as system, own_size as size from accounts where user_id = $1',
  row: { system: orNull(oneOf(SIZE_SYSTEMS)), size: orNull(text) },
});

const SAVE_SIZE_PREFERENCE = statement({
  name: 'save-size-preference',
  text: `insert into accounts (user_id, size_system, own_size) values ($1, $2, $3)
         on conflict (user_id) do update set size_system = excluded.size_system, own_size = excluded.own_size`,
});

export async function readSizePreference(pool: pg.Pool, userId: string): Promise<StoredSizePreference> {
  return (await READ_SIZE_PREFERENCE.row(pool, [userId])) ?? { system: null, size: null };
}

/** Creates the user's data if there is none. */
export async function saveSizePreference(
  database: pg.Pool | Transaction,
  userId: string,
  { system, size }: SizePreference,
): Promise<void> {
  await SAVE_SIZE_PREFERENCE.run(database, [userId, system, size]);
}
