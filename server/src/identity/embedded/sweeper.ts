import type pg from 'pg';
import { regularly } from '../../process/regularly.js';

const SWEEP_INTERVAL_MS = 10 * 60 * 1_000;

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

/** Deletes what is over, now and every ten minutes. @returns what ends that */
export function sweepRegularly(pool: pg.Pool, onFailure: (error: unknown) => void): () => Promise<void> {
  return regularly(() => deleteOver(pool), SWEEP_INTERVAL_MS, onFailure);
}

/** Rejects when the database fails. */
async function deleteOver(pool: pg.Pool): Promise<void> {
  for (const table of PERISHABLE) {
    // An hour later: a phone's code that is over still counts as a message of its sign-in.
    await pool.query(`delete from ${table} where expires_at < now() - interval '1 hour'`);
  }
  await pool.query('delete from identity_attempts where expire < extract(epoch from now()) * 1000');
  for (const table of UNCONFIRMED) {
    await pool.query(
      `delete from ${table} where confirmed_at is null and started_at < now() - interval '1 hour'`,
    );
  }
}
