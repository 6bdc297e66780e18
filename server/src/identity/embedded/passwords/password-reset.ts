import type pg from 'pg';
import type { Mailer } from '../../../mail/mailer.js';
import { passwordChangedMail, resetMail } from '../../mail/password-mails.js';
import type { BackgroundWork } from '../background-work.js';
import type { PasswordHashing } from './password-hash.js';
import { CODE_LIFETIME_MINUTES, isCodeGood, issueCode, redeemCode } from './reset-codes.js';

export interface PasswordResetOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly hashing: PasswordHashing;
  /** What is done after the answer. */
  readonly background: BackgroundWork;
}

export interface PasswordReset {
  /**
   * Sends a link to the user of this e-mail (in lower case), if there is one. It returns at once, and everything
   * happens afterwards: neither the answer nor its time tells who has an account.
   */
  request(email: string): void;
  /**
   * Sets the password by the code of a link, ends all sessions of its user and tells them by mail. The user's e-mail, or
   * null when the code does not work. Rejects with GateFullError, the code unused, or when the database fails.
   */
  reset(attempt: { readonly code: string; readonly password: string }): Promise<string | null>;
}

/** The forgotten password (section 8). */
export function passwordReset({
  pool,
  publicUrl,
  mailer,
  hashing,
  background,
}: PasswordResetOptions): PasswordReset {
  async function sendLink(email: string): Promise<void> {
    const issued = await issueCode(pool, email);
    if (issued) {
      await mailer.send(resetMail({ email: issued.email, publicUrl }, issued.code, CODE_LIFETIME_MINUTES));
    }
  }

  return {
    request: (email) => background.start(() => sendLink(email)),
    async reset({ code, password }) {
      if (!(await isCodeGood(pool, code))) {
        return null;
      }
      const email = await redeemCode(pool, code, await hashing.hash(password));
      if (email === null) {
        return null;
      }
      background.start(() => mailer.send(passwordChangedMail({ email, publicUrl })));
      return email;
    },
  };
}
