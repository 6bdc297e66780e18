import type pg from 'pg';
import type { Mailer } from '../../../mail/mailer.js';
import type { MarketOfUsers } from '../../identity.js';
import { AFTER_HANDOVER, BEFORE_HANDOVER } from '../../mail/confirmation-mail.js';
import { passwordChangedMail, resetMail } from '../../mail/password-mails.js';
import type { BackgroundWork } from '../background-work.js';
import type { Handovers } from '../email-proof/handovers.js';
import type { PasswordGate } from '../limits/password-gate.js';
import type { Refused } from '../refusals.js';
import { refuseGuessable } from './guessable-passwords.js';
import { passwordHashing } from './password-hash.js';
import { CODE_LIFETIME_MINUTES, emailOfCode, issueCode, redeemCode } from './reset-codes.js';
import { DEAD_CODE } from './reset-fields.js';

export interface PasswordResetOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly gate: PasswordGate;
  /** What is done after the answer. */
  readonly background: BackgroundWork;
  readonly market: MarketOfUsers;
  readonly handovers: Pick<Handovers, 'clear'>;
}

export interface ResetAttempt {
  readonly code: string;
  readonly password: string;
  /** As limits count addresses. */
  readonly address: string;
}

export interface PasswordReset {
  /**
   * Sends a link to the user of this e-mail (in lower case), if there is one. It returns at once, and everything
   * happens afterwards: neither the answer nor its time tells who has an account.
   */
  request(email: string): void;
  /**
   * Sets the password by the code of a link, ends all sessions of its user and tells them by mail. The user's e-mail, or
   * a refusal: of the code, or of a password that the e-mail gives away. Rejects with GateFullError, the code unused, or
   * when the database fails.
   */
  reset(attempt: ResetAttempt): Promise<{ readonly email: string } | Refused>;
}

/** The forgotten password (section 7, "Identity calls"). */
export function passwordReset({
  pool,
  publicUrl,
  mailer,
  gate,
  background,
  market,
  handovers,
}: PasswordResetOptions): PasswordReset {
  async function sendLink(email: string): Promise<void> {
    const issued = await issueCode(pool, email);
    if (issued) {
      const notes = issued.isProved ? [] : [BEFORE_HANDOVER];
      const recipient = { email: issued.email, publicUrl };
      await mailer.send(resetMail(recipient, issued.code, CODE_LIFETIME_MINUTES, notes));
    }
  }

  return {
    request: (email) => background.start(() => sendLink(email)),
    async reset({ code, password, address }) {
      const account = await emailOfCode(pool, code);
      if (account === null) {
        return DEAD_CODE;
      }
      const refused = refuseGuessable(password, account);
      if (refused) {
        return refused;
      }
      const passwordHash = await gate.run({ isKnown: true, address, account }, () =>
        passwordHashing.hash(password),
      );
      const redeemed = await redeemCode(pool, market, { code, passwordHash });
      if (!redeemed) {
        return DEAD_CODE;
      }
      const { userId, email, isHandedOver } = redeemed;
      if (isHandedOver) {
        await handovers.clear(userId);
      }
      const notes = isHandedOver ? [AFTER_HANDOVER] : [];
      background.start(() => mailer.send(passwordChangedMail({ email, publicUrl }, notes)));
      return { email };
    },
  };
}
