import type pg from 'pg';

/** Makes a user's empty data if there is none yet; doing it again changes nothing. */
export async function ensureAccount(pool: pg.Pool, uid: string): Promise<void> {
  await pool.query({
    name: 'ensure-account',
    text: 'insert into accounts (user_id) values ($1) on conflict (user_id) do nothing',
    values: [uid],
  });
}
