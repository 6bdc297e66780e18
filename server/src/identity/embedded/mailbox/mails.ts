import type pg from 'pg';
import { type Letter, letterMail } from '../../../mail/letter.js';
import { type Mailboxes, type MailCause, sendWithin } from '../../../mail/mailboxes.js';
import type { Mailer } from '../../../mail/mailer.js';
import {
  confirmationLetter,
  deletionLetter,
  emailChangedLetter,
  emailChangeLetter,
  emailInUseLetter,
  notificationLetter,
  resetLetter,
} from '../base/account-letters.js';
import type { IdentityMail } from '../base/mail-jobs.js';
import { findUserByEmail } from '../base/users.js';
import { CONFIRMATION_HOURS, issueConfirmationCode, issueResetCode, RESET_MINUTES } from './codes.js';
import { issueEmailChangeCode } from './email-changes.js';

export interface IdentityMailerOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly mailboxes: Mailboxes;
}

/**
 * Sends the mails of the service, within the limits of the mailbox. Codes of links are created here, so that no queued
 * mail holds one. Rejects when a mail cannot be sent.
 */
export function identityMailer({ pool, publicUrl, mailer, mailboxes }: IdentityMailerOptions) {
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
      case 'email-change-link': {
        const { email, userId, newEmail } = mail;
        const end = email === newEmail ? 'new' : 'old';
        // Only the owner of a taken e-mail learns that it is taken, never the user who asks for it.
        if (end === 'new' && (await findUserByEmail(pool, email))) {
          return emailInUseLetter(recipient);
        }
        const code = await issueEmailChangeCode(pool, userId, newEmail, end);
        return code === null
          ? null
          : emailChangeLetter(recipient, code, { newEmail, hours: CONFIRMATION_HOURS });
      }
      case 'email-changed':
        return emailChangedLetter(recipient, mail.newEmail);
      case 'deletion':
        return deletionLetter(recipient);
      case 'notice':
        return notificationLetter(recipient, mail.event, mail.isHandedOver);
    }
  }

  // Before its code is created: a newer code invalidates the link of an earlier mail.
  return (mail: IdentityMail): Promise<void> =>
    sendWithin(mailboxes, { mailbox: mail.email, cause: causeOf(mail) }, async () => {
      const letter = await letterOf(mail);
      if (letter) {
        await mailer.send(letterMail(mail.email, letter));
      }
      return letter !== null;
    });
}

/** Anyone can request a link to any mailbox. */
function causeOf({ type }: IdentityMail): MailCause {
  return type === 'reset-link' || type === 'confirmation-link' || type === 'email-change-link'
    ? 'asked'
    : 'account';
}
