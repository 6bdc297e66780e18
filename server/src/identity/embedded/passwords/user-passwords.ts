import type pg from 'pg';
import type { Transaction } from '../../../database/transaction.js';
import type { PasswordGate, Visitor } from '../limits/password-gate.js';
import { hashOf } from '../tokens.js';
import { passwordHashing } from './password-hash.js';

/**
 * The passwords of users who are known by something else: a session, a link that is under way. All functions reject
 * when the database fails.
 */
export interface UserPasswords {
  /** Null when the user is gone. */
  emailOf(userId: string): Promise<string | null>;
  /** False also for a user without a password. Rejects with GateFullError as well. */
  isRight(userId: string, password: string, visitor: Visitor): Promise<boolean>;
  /** Tells one password of a user from the next, and opens nothing; of a user without one as well. */
  markOf(userId: string): Promise<string>;
}

/** The mark of what a password is stored as; null for none. */
export function passwordMark(hash: string | null): string {
  return hashOf(hash ?? '');
}

/** What the password of this e-mail, in lower case, is stored as; null without one. Asked for unknown ones alike. */
export async function passwordHashOf(pool: pg.Pool, email: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string | null }>({
    name: 'identity-password-of-email',
    text: `select password from identity_users
      join identity_logins on user_id = identity_users.id and provider_id = 'credential'
      where email = $1`,
    values: [email],
  });
  return rows[0]?.password ?? null;
}

/** What the password of this user is stored as; null without one. */
export async function passwordHashOfUser(
  client: pg.Pool | Transaction,
  userId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ password: string | null }>({
    name: 'identity-password-of-user',
    text: `select password from identity_logins where user_id = $1 and provider_id = 'credential'`,
    values: [userId],
  });
  return rows[0]?.password ?? null;
}

export async function markOfEmail(pool: pg.Pool, email: string): Promise<string> {
  return passwordMark(await passwordHashOf(pool, email));
}

export function userPasswords(pool: pg.Pool, gate: PasswordGate): UserPasswords {
  return {
    async emailOf(userId) {
      const { rows } = await pool.query<{ email: string }>({
        name: 'identity-email-of-user',
        text: 'select email from identity_users where id = $1',
        values: [userId],
      });
      return rows[0]?.email ?? null;
    },
    async isRight(userId, password, visitor) {
      const hash = await passwordHashOfUser(pool, userId);
      return hash !== null && gate.run(visitor, () => passwordHashing.verify({ hash, password }));
    },
    markOf: async (userId) => passwordMark(await passwordHashOfUser(pool, userId)),
  };
}
