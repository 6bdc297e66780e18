import type pg from 'pg';
import type { PasswordHashing } from './password-hash.js';

/** The passwords of users who are known by something else: a session, a link that is under way. */
export interface UserPasswords {
  /** Null when the user is gone. */
  emailOf(userId: string): Promise<string | null>;
  /** False for a user without a password, too. Rejects with GateFullError, or when the database fails. */
  isRight(userId: string, password: string): Promise<boolean>;
}

export function userPasswords(pool: pg.Pool, hashing: PasswordHashing): UserPasswords {
  return {
    async emailOf(userId) {
      const { rows } = await pool.query<{ email: string }>({
        name: 'identity-email-of-user',
        text: 'select email from identity_users where id = $1',
        values: [userId],
      });
      return rows[0]?.email ?? null;
    },
    async isRight(userId, password) {
      const { rows } = await pool.query<{ password: string | null }>({
        name: 'identity-password-of-user',
        text: `select password from identity_logins where user_id = $1 and provider_id = 'credential'`,
        values: [userId],
      });
      const hash = rows[0]?.password ?? null;
      return hash !== null && hashing.verify({ hash, password });
    },
  };
}
