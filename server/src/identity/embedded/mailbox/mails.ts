import type pg from 'pg';
import {
  confirmationLetter,
  deletionLetter,
  noticeLetter,
  resetLetter,
} from '../../../mail/account-letters.js';
import { type Letter, letterMail } from '../../../mail/letter.js';
import type { Mailer } from '../../../mail/mailer.js';
import type { IdentityMail } from '../base/mail-jobs.js';
import { CONFIRMATION_HOURS, issueConfirmationCode, issueResetCode, RESET_MINUTES } from './codes.js';

export interface IdentityMailerOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly mailer: Mailer;
}

/**
 * Sends the mails of the service, unless nobody is to be written to. Codes of links are made here, so that nothing that
 * waits to be sent holds one. Rejects when it cannot.
 */
export function identityMailer({ pool, publicUrl, mailer }: IdentityMailerOptions) {
  async function letterOf(mail: IdentityMail): Promise<Letter | null> {
    const recipient = { email: mail.email, publicUrl };
    switch (mail.type) {
      case 'reset-link': {
        const issued = await issueResetCode(pool, mail.email);
        return (
          issued && resetLetter(recipient, issued.code, { minutes: RESET_MINUTES, isProved: issued.isProved })
        );
      }
      case 'confirmation-link': {
        const code = await issueConfirmationCode(pool, mail.email);
        return code === null ? null : confirmationLetter(recipient, code, CONFIRMATION_HOURS);
      }
      case 'deletion':
        return deletionLetter(recipient);
      case 'notice':
        return noticeLetter(recipient, mail.event, mail.isHandedOver);
    }
  }

  return async (mail: IdentityMail): Promise<void> => {
    const letter = await letterOf(mail);
    if (letter) {
      await mailer.send(letterMail(mail.email, letter));
    }
  };
}
