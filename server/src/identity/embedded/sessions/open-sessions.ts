import type { OpenSession } from '@perkex/contract/identity.js';
import type pg from 'pg';
import { hashOf } from '../tokens.js';

/** How many a user may have. */
const SESSIONS_MOST = 50;

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

/** Ends the oldest sessions of a user who has more than they may. */
export async function endOldestSessions(pool: pg.Pool, userId: string): Promise<void> {
  await pool.query({
    name: 'identity-end-oldest-sessions',
    text: `delete from identity_sessions where id in (
        select id from identity_sessions where user_id = $1
        order by expires_at > now() desc, created_at desc, id offset $2)`,
    values: [userId, SESSIONS_MOST],
  });
}

/**
 * Ends a session of this user. With any session goes the trust in all other browsers: nobody knows which of them the
 * lost one was. @param ownDevice the trusted device's token of this browser, which stays @returns whether there was one
 */
export async function endOwnSession(
  pool: pg.Pool,
  userId: string,
  id: string,
  ownDevice: string | null,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'identity-end-own-session',
    text: `with ended as (delete from identity_sessions where id = $1 and user_id = $2 returning user_id),
      distrusted as (
        delete from identity_trusted_devices
        where user_id in (select user_id from ended) and token_hash is distinct from $3)
      select 1 from ended`,
    values: [id, userId, ownDevice === null ? null : hashOf(ownDevice)],
  });
  return rowCount === 1;
}

/** Ends every session of this user but the current one, and the trust in all other browsers. */
export async function endOtherSessions(
  pool: pg.Pool,
  userId: string,
  currentId: string,
  ownDevice: string | null,
): Promise<void> {
  await pool.query({
    name: 'identity-end-other-sessions',
    text: `with distrusted as (
        delete from identity_trusted_devices where user_id = $1 and token_hash is distinct from $3)
      delete from identity_sessions where user_id = $1 and id <> $2`,
    values: [userId, currentId, ownDevice === null ? null : hashOf(ownDevice)],
  });
}
