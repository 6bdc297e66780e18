import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Mail } from '../../mail/mailer.js';
import type { Note } from './letter.js';
import { type MailRecipient, mailOf, pageAt } from './letter-mail.js';

/** What an owner is told of. */
export type SecurityEvent =
  | 'app-on'
  | 'app-off'
  | 'phone-on'
  | 'phone-off'
  | 'codes-renewed'
  | 'password-changed'
  | 'github-linked'
  | 'github-unlinked';

const NEWS: Readonly<Record<SecurityEvent, { readonly heading: string; readonly what: string }>> = {
  'app-on': {
    heading: 'An authenticator app was turned on',
    what: 'From now on, logging in takes a code of the app besides the password.',
  },
  'app-off': {
    heading: 'The authenticator app was turned off',
    what: 'Logging in takes no code of an app any more.',
  },
  'phone-on': {
    heading: 'A phone was turned on',
    what: 'From now on, logging in takes a code besides the password, which can be sent to the phone.',
  },
  'phone-off': {
    heading: 'The phone was turned off',
    what: 'No codes are sent to it any more.',
  },
  'codes-renewed': {
    heading: 'New recovery codes were made',
    what: 'The ones before do not work any more.',
  },
  'password-changed': {
    heading: 'Your password was changed',
    what: 'All other browsers have been logged out.',
  },
  'github-linked': {
    heading: 'GitHub was linked with your account',
    what: 'A GitHub account can log in to it from now on, until it is unlinked.',
  },
  'github-unlinked': {
    heading: 'GitHub was unlinked from your account',
    what: 'No GitHub account can log in to it any more.',
  },
};

/** Tells the owner of an account how its login was changed, whoever did it. */
export function securityMail(
  { email, publicUrl }: MailRecipient,
  event: SecurityEvent,
  notes: readonly Note[] = [],
): Mail {
  const { heading, what } = NEWS[event];
  return mailOf(email, {
    heading,
    opening: `This is about the PerkeX account of ${email}. ${what}`,
    action: { label: 'Look at your login', url: pageAt(publicUrl, PAGE_PATHS.security) },
    notes: [
      ...notes,
      {
        sentence:
          "Wasn't you? Then somebody knows your password: end all other sessions and undo it there, and",
        link: { label: 'set a new password', url: pageAt(publicUrl, PAGE_PATHS.forgotPassword) },
      },
    ],
  });
}
