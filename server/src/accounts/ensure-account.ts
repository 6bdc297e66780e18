import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const ENSURE_ACCOUNT = statement({
  name: 'ensure-account',
  text: 'insert into accounts (user_id) values ($1) on conflict (user_id) do nothing',
});

const ENSURE_PLATFORM_ACCOUNT = statement({
  name: 'ensure-house-account',
  text: `insert into accounts (user_id, is_house) values ($1, true)
         on conflict (user_id) do update set is_house = true`,
});

/** Creates the empty data of a house account unless it exists. House accounts get no notifications. */
export async function ensurePlatformAccount(database: pg.Pool | Transaction, userId: string): Promise<void> {
  await ENSURE_PLATFORM_ACCOUNT.run(database, [userId]);
}

/** Creates a user's empty data unless it exists. */
export async function ensureAccount(database: pg.Pool | Transaction, userId: string): Promise<void> {
  await ENSURE_ACCOUNT.run(database, [userId]);
}
