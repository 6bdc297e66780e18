import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Mail } from '../../mail/mailer.js';
import type { Note } from './letter.js';
import { type MailRecipient, mailOf, pageAt } from './letter-mail.js';

/** The mail with the link that proves an e-mail. */
export function confirmationMail({ email, publicUrl }: MailRecipient, code: string, hours: number): Mail {
  const link = new URL(PAGE_PATHS.confirmEmail, publicUrl);
  link.searchParams.set('code', code);
  return mailOf(email, {
    heading: 'Confirm your e-mail',
    opening: `Somebody, hopefully you, signed up for PerkeX with ${email}. Confirm it to place orders.`,
    action: { label: 'Confirm e-mail', url: link.href },
    notes: [
      {
        sentence: 'Open the link in a browser where you are logged in, or log in when the page asks you to.',
      },
      { sentence: `It works once, for ${hours} hours or until a newer one is sent.` },
      {
        sentence:
          "Didn't sign up? Then ignore this mail: without your click, nobody can trade with this account. To take it over and remove whatever was set up,",
        link: { label: 'set a new password', url: pageAt(publicUrl, PAGE_PATHS.forgotPassword) },
      },
    ],
  });
}

/** What goes when a mailbox is proved that nobody had proved before, for the mail that announces it. */
export const BEFORE_HANDOVER: Note = {
  sentence:
    'Nobody has confirmed this e-mail yet, so somebody else may have signed up with it. A new password therefore removes what was set up before: settings, open orders, second factors and other logins.',
};

/** The same, for the mail that says that it has happened. */
export const AFTER_HANDOVER: Note = {
  sentence:
    'Nobody had confirmed this e-mail before, so somebody else may have signed up with it. What was set up earlier is gone, such as settings and open orders.',
};
