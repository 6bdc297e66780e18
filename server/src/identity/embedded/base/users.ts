import type pg from 'pg';
import type { Transaction } from '../../../database/transaction.js';
import { hashOf } from './tokens.js';

/** A user, as the table has them. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly image: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** E-mails are given in lower case. All functions reject when the database fails. */

/** The user of an e-mail, and what their password is stored as; null without one. */
export async function findUserByEmail(
  pool: pg.Pool,
  email: string,
): Promise<(UserRow & { readonly password: string | null }) | undefined> {
  const { rows } = await pool.query<UserRow & { readonly password: string | null }>({
    name: 'identity-user-by-email',
    text: `select users.*, logins.password from identity_users as users
      left join identity_logins as logins
        on logins.user_id = users.id and logins.provider_id = 'credential'
      where users.email = $1`,
    values: [email],
  });
  return rows[0];
}

/** Null when the user is gone. */
export async function emailOfUser(client: pg.Pool | Transaction, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ email: string }>({
    name: 'identity-email-of-user',
    text: 'select email from identity_users where id = $1',
    values: [userId],
  });
  return rows[0]?.email ?? null;
}

/** The user, whose changes follow each other until the transaction ends; null when they are gone. */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>('select * from identity_users where id = $1 for update', [userId]);
  return rows[0] ?? null;
}

/** What the password of this user is stored as; null without one. */
export async function passwordHashOf(client: pg.Pool | Transaction, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ password: string | null }>({
    name: 'identity-password-of-user',
    text: `select password from identity_logins where user_id = $1 and provider_id = 'credential'`,
    values: [userId],
  });
  return rows[0]?.password ?? null;
}

/** Tells one password of a user from the next, and opens nothing. @param hash null for none */
export function passwordMark(hash: string | null): string {
  return hashOf(hash ?? '');
}

/** The mark of a user's password; of an unknown e-mail as well. */
export async function markOfEmail(pool: pg.Pool, email: string): Promise<string> {
  return passwordMark((await findUserByEmail(pool, email))?.password ?? null);
}
