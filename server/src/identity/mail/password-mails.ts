import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Mail } from '../../mail/mailer.js';
import type { Note } from './letter.js';
import { type MailRecipient, mailOf, pageAt } from './letter-mail.js';

/** The mail with the link to the reset page (section 2: it reads `oobCode`) and the way on to the login (section 7). */
export function resetMail(
  { email, publicUrl }: MailRecipient,
  code: string,
  minutes: number,
  notes: readonly Note[] = [],
): Mail {
  const link = new URL(PAGE_PATHS.resetPassword, publicUrl);
  link.searchParams.set('oobCode', code);
  return mailOf(email, {
    heading: 'Set a new password',
    opening: `Somebody, hopefully you, asked for a new password for the PerkeX account of ${email}.`,
    action: { label: 'Set new password', url: link.href },
    notes: [
      {
        sentence: `The link works once, for ${minutes} minutes, and no longer once another link has been used.`,
      },
      {
        sentence: 'Then continue to',
        link: { label: 'the login', url: pageAt(publicUrl, PAGE_PATHS.login) },
      },
      { sentence: "Wasn't you? Then ignore this mail: your password stays as it is." },
      ...notes,
    ],
  });
}

/** Tells the owner of an account what has happened to it, whoever did it. */
export function passwordChangedMail({ email, publicUrl }: MailRecipient, notes: readonly Note[] = []): Mail {
  return mailOf(email, {
    heading: 'Your password was changed',
    opening: `The PerkeX account of ${email} has a new password. It was logged out everywhere.`,
    action: { label: 'Log in', url: pageAt(publicUrl, PAGE_PATHS.login) },
    notes: [
      ...notes,
      {
        sentence: "Wasn't you? Then somebody can read your mails: secure them first, and then",
        link: { label: 'ask for a new password', url: pageAt(publicUrl, PAGE_PATHS.forgotPassword) },
      },
    ],
  });
}
