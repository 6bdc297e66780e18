import type { OpenSession } from '@perkex/contract/identity.js';
import type pg from 'pg';

/** How many are shown. */
const SESSIONS_MOST = 100;

/** The open sessions of a user, by their ids: the tokens stay in the table. All functions reject when the database fails. */

/** Newest first. */
export async function openSessions(pool: pg.Pool, userId: string, currentId: string): Promise<OpenSession[]> {
  const { rows } = await pool.query<{
    id: string;
    created_at: Date;
    user_agent: string | null;
    ip_address: string | null;
  }>({
    name: 'identity-open-sessions',
    text: `select id, created_at, user_agent, ip_address from identity_sessions
      where user_id = $1 and expires_at > now() order by created_at desc, id limit $2`,
    values: [userId, SESSIONS_MOST],
  });
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === currentId,
    startedAt: row.created_at.toISOString(),
    userAgent: row.user_agent ?? '',
    address: row.ip_address ?? '',
  }));
}

/** Ends a session of this user. @returns whether there was one */
export async function endOwnSession(pool: pg.Pool, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'identity-end-own-session',
    text: 'delete from identity_sessions where id = $1 and user_id = $2',
    values: [id, userId],
  });
  return rowCount === 1;
}

/** Ends every session of this user but the current one. */
export async function endOtherSessions(pool: pg.Pool, userId: string, currentId: string): Promise<void> {
  await pool.query({
    name: 'identity-end-other-sessions',
    text: 'delete from identity_sessions where user_id = $1 and id <> $2',
    values: [userId, currentId],
  });
}
