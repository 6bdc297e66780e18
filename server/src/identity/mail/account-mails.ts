import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Mail } from '../../mail/mailer.js';
import { mailOf, pageAt } from './letter-mail.js';
import type { MailRecipient } from './password-mails.js';

/** Tells the owner of an account that GitHub opens it from now on. */
export function githubLinkedMail({ email, publicUrl }: MailRecipient, githubName: string): Mail {
  return mailOf(email, {
    heading: 'GitHub was linked with your account',
    opening: `The GitHub account ${githubName} can log in to the PerkeX account of ${email} from now on.`,
    action: { label: 'Log in', url: pageAt(publicUrl, PAGE_PATHS.login) },
    notes: [
      {
        sentence: 'It was not you? Then somebody knows your password:',
        link: { label: 'ask for a new one', url: pageAt(publicUrl, PAGE_PATHS.forgotPassword) },
      },
    ],
  });
}
