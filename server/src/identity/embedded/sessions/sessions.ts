import type pg from 'pg';
import type { Transaction } from '../../../database/transaction.js';
import type { SignedIn } from '../../identity.js';

/**
 * The user of a session that is neither over nor signed out, or null. One prepared statement and no cache: a session
 * that ends is dead at once on every server. Rejects when the database fails.
 */
export async function findSignedIn(pool: pg.Pool, token: string): Promise<SignedIn | null> {
  const { rows } = await pool.query<{
    user_id: string;
    email_verified: boolean;
    is_being_cleared: boolean;
  }>({
    name: 'identity-signed-in',
    text: `select users.id as user_id, users.email_verified,
        exists (select from identity_handovers where user_id = users.id and cleared_at is null)
          as is_being_cleared
      from identity_sessions as sessions join identity_users as users on users.id = sessions.user_id
      where sessions.token = $1 and sessions.expires_at > now()`,
    values: [token],
  });
  const row = rows[0];
  return row
    ? { uid: row.user_id, isEmailProved: row.email_verified, isBeingCleared: row.is_being_cleared }
    : null;
}

/** Whether a session is in force. It stays so until the transaction ends: whoever ends it waits for that. */
export async function holdSession(tx: Transaction, token: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 from identity_sessions where token = $1 and expires_at > now() for key share',
    [token],
  );
  return rowCount === 1;
}

/** Ends a session, if it is still there. Rejects when the database fails. */
export async function endSession(pool: pg.Pool, token: string): Promise<void> {
  await pool.query({
    name: 'identity-end-session',
    text: 'delete from identity_sessions where token = $1',
    values: [token],
  });
}
