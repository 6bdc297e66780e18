import type pg from 'pg';
import { deleteEventsOver } from './base/account-events.js';

export const SWEEP_INTERVAL_MS = 10 * 60 * 1_000;

/** The tables of what ends by itself. */
const PERISHABLE = [
  'identity_sessions',
  'identity_verifications',
  'identity_challenges',
  'identity_phone_codes',
  'identity_trusted_devices',
] as const;

/** Where somebody may have begun and not confirmed: a number may be a stranger's. */
const UNCONFIRMED = ['identity_authenticator_apps', 'identity_phones'] as const;

/** Deletes what is over. Rejects when the database fails. */
export async function deleteOver(pool: pg.Pool): Promise<void> {
  for (const table of PERISHABLE) {
    // An hour later: a phone's code that is over still counts as a message of its sign-in.
    await pool.query(`delete from ${table} where expires_at < now() - interval '1 hour'`);
  }
  await deleteEventsOver(pool);
  await pool.query('delete from identity_attempts where expire < extract(epoch from now()) * 1000');
  for (const table of UNCONFIRMED) {
    await pool.query(
      `delete from ${table} where confirmed_at is null and started_at < now() - interval '1 hour'`,
    );
  }
}
