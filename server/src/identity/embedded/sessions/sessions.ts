import type pg from 'pg';
import type { SignedIn } from '../../identity.js';

/**
 * The user of a session that is neither over nor signed out, or null. One prepared statement and no cache: a session
 * that ends is dead at once on every server. Rejects when the database fails.
 */
export async function findSignedIn(pool: pg.Pool, token: string): Promise<SignedIn | null> {
  const { rows } = await pool.query<{ user_id: string }>({
    name: 'identity-signed-in',
    text: 'select user_id from identity_sessions where token = $1 and expires_at > now()',
    values: [token],
  });
  return rows[0] ? { uid: rows[0].user_id } : null;
}

/** Ends a session, if it is still there. Rejects when the database fails. */
export async function endSession(pool: pg.Pool, token: string): Promise<void> {
  await pool.query({
    name: 'identity-end-session',
    text: 'delete from identity_sessions where token = $1',
    values: [token],
  });
}
