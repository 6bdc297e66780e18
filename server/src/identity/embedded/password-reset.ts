import type pg from 'pg';
import type { Mail, Mailer } from '../../mail/mailer.js';
import { passwordChangedMail, resetMail } from '../mail/password-mails.js';
import { backgroundWork } from './background-work.js';
import type { PasswordHashing } from './password-hash.js';
import { CODE_LIFETIME_MINUTES, isCodeGood, issueCode, redeemCode } from './reset-codes.js';
import { type ServiceLog, withoutParameters } from './service-log.js';

const ENDING_MS = 5_000;

export interface PasswordResetOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly passwords: PasswordHashing;
  readonly log: ServiceLog;
}

export interface PasswordReset {
  /**
   * Sends a link to the user of this e-mail (in lower case), if there is one. It returns at once, and everything
   * happens afterwards: neither the answer nor its time tells who has an account.
   */
  request(email: string): void;
  /**
   * Sets the password by the code of a link, ends all sessions of its user and tells them by mail. False when the code
   * does not work. Rejects with GateFullError, the code unused, or when the database fails.
   */
  reset(attempt: { readonly code: string; readonly password: string }): Promise<boolean>;
  /** Lets the mails at hand go out, for a few seconds. */
  close(): Promise<void>;
}

/** The forgotten password (section 8). */
export function passwordReset({
  pool,
  publicUrl,
  mailer,
  passwords,
  log,
}: PasswordResetOptions): PasswordReset {
  const background = backgroundWork({
    onFailure: (error) => log.error({ err: withoutParameters(error) }, 'identity: a mail was not sent'),
    endingMs: ENDING_MS,
  });

  async function sendLink(email: string): Promise<void> {
    const issued = await issueCode(pool, email);
    if (issued) {
      await mailer.send(resetMail({ email: issued.email, publicUrl }, issued.code, CODE_LIFETIME_MINUTES));
    }
  }

  function sendLater(mail: Mail): void {
    background.start(() => mailer.send(mail));
  }

  return {
    request: (email) => background.start(() => sendLink(email)),
    async reset({ code, password }) {
      if (!(await isCodeGood(pool, code))) {
        return false;
      }
      const email = await redeemCode(pool, code, await passwords.hash(password));
      if (email === null) {
        return false;
      }
      sendLater(passwordChangedMail({ email, publicUrl }));
      return true;
    },
    close: () => background.close(),
  };
}
