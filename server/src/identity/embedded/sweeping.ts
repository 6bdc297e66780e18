import type pg from 'pg';
import { statement } from '../../database/statement.js';
import { deleteEventsOver } from './base/account-events.js';

export const SWEEP_INTERVAL_MS = 10 * 60 * 1_000;

/** Rows to delete an hour after they expire: an expired phone code still counts as a message of its sign-in. */
const PERISHED = [
  'identity_sessions',
  'identity_verifications',
  'identity_email_changes',
  'identity_challenges',
  'identity_phone_codes',
  'identity_trusted_devices',
].map((table) =>
  statement({
    name: `identity-sweep-${table}`,
    text: `delete from ${table} where expires_at < now() - interval '1 hour'`,
  }),
);

/** Setups that were never confirmed: a number may be a stranger's. */
const UNCONFIRMED = ['identity_authenticator_apps', 'identity_phones'].map((table) =>
  statement({
    name: `identity-sweep-${table}`,
    text: `delete from ${table} where confirmed_at is null and started_at < now() - interval '1 hour'`,
  }),
);

const ATTEMPTS = statement({
  name: 'identity-sweep-attempts',
  text: 'delete from identity_attempts where expire < extract(epoch from now()) * 1000',
});

/** Deletes expired rows. Rejects when the database fails. */
export async function deleteOver(pool: pg.Pool): Promise<void> {
  for (const each of [...PERISHED, ATTEMPTS, ...UNCONFIRMED]) {
    await each.run(pool);
  }
  await deleteEventsOver(pool);
}
