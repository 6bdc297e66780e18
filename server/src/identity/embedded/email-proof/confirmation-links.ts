import type pg from 'pg';
import type { Mailer } from '../../../mail/mailer.js';
import { confirmationMail } from '../../mail/confirmation-mail.js';
import type { BackgroundWork } from '../background-work.js';
import { CONFIRMATION_HOURS, issueConfirmationCode } from './confirmation-codes.js';

export interface ConfirmationLinksOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  /** What is done after the answer. */
  readonly background: BackgroundWork;
}

/** Sends a confirmation link to an e-mail (in lower case) after the answer, if its user has not proved it yet. */
export type SendConfirmationLink = (email: string) => void;

export function confirmationLinks(options: ConfirmationLinksOptions): SendConfirmationLink {
  const { pool, publicUrl, mailer, background } = options;

  async function send(email: string): Promise<void> {
    const code = await issueConfirmationCode(pool, email);
    if (code !== null) {
      await mailer.send(confirmationMail({ email, publicUrl }, code, CONFIRMATION_HOURS));
    }
  }

  return (email) => background.start(() => send(email));
}
