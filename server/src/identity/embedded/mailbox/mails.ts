import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type pg from 'pg';
import { type Letter, letterMail, type Note } from '../../../mail/letter.js';
import type { Mail, Mailer } from '../../../mail/mailer.js';
import type { IdentityMail, SecurityEvent } from '../base/context.js';
import { CONFIRMATION_HOURS, issueConfirmationCode, issueResetCode, RESET_MINUTES } from './codes.js';

export interface IdentityMailerOptions {
  readonly pool: pg.Pool;
  /** The origin of every link. */
  readonly publicUrl: string;
  readonly mailer: Mailer;
}

/** Sends the mails of the service. Codes of links are made here, so that nothing that waits to be sent holds one. */
export function identityMailer({ pool, publicUrl, mailer }: IdentityMailerOptions) {
  const pageAt = (path: string) => new URL(path, publicUrl).href;

  async function mailOf(job: IdentityMail): Promise<Mail | null> {
    const { email } = job;
    switch (job.type) {
      case 'reset-link': {
        const issued = await issueResetCode(pool, email);
        return issued && letterMail(email, resetLetter(email, issued.code, issued.isProved));
      }
      case 'confirmation-link': {
        const code = await issueConfirmationCode(pool, email);
        return code === null ? null : letterMail(email, confirmationLetter(email, code));
      }
      case 'notice':
        return letterMail(email, noticeLetter(email, job.event, job.isHandedOver ? [AFTER_HANDOVER] : []));
    }
  }

  /** The link leads to the reset page (section 2: it reads `oobCode`), and another one on to the login (section 8). */
  function resetLetter(email: string, code: string, isProved: boolean): Letter {
    return {
      heading: 'Set a new password',
      opening: `Somebody, hopefully you, asked for a new password for the PerkeX account of ${email}.`,
      action: { label: 'Set new password', url: `${pageAt(PAGE_PATHS.resetPassword)}?oobCode=${code}` },
      notes: [
        {
          sentence: `The link works once, for ${RESET_MINUTES} minutes, and no longer once another link has been used.`,
        },
        { sentence: 'Then continue to', link: { label: 'the login', url: pageAt(PAGE_PATHS.login) } },
        { sentence: "Wasn't you? Then ignore this mail: your password stays as it is." },
        ...(isProved ? [] : [BEFORE_HANDOVER]),
      ],
    };
  }

  function confirmationLetter(email: string, code: string): Letter {
    return {
      heading: 'Confirm your e-mail',
      opening: `Somebody, hopefully you, signed up for PerkeX with ${email}. Confirm it to place orders.`,
      action: { label: 'Confirm e-mail', url: `${pageAt(PAGE_PATHS.confirmEmail)}?code=${code}` },
      notes: [
        {
          sentence:
            'Open the link in a browser where you are logged in, or log in when the page asks you to.',
        },
        { sentence: `It works once, for ${CONFIRMATION_HOURS} hours or until a newer one is sent.` },
        {
          sentence:
            "Didn't sign up? Then ignore this mail: without your click, nobody can trade with this account. To take it over and remove whatever was set up,",
          link: { label: 'set a new password', url: pageAt(PAGE_PATHS.forgotPassword) },
        },
      ],
    };
  }

  /** Tells the owner of an account how its login was changed, whoever did it. */
  function noticeLetter(email: string, event: SecurityEvent, notes: readonly Note[]): Letter {
    const forgotPassword = pageAt(PAGE_PATHS.forgotPassword);
    if (event === 'password-reset') {
      return {
        heading: 'Your password was changed',
        opening: `The PerkeX account of ${email} has a new password. It was logged out everywhere.`,
        action: { label: 'Log in', url: pageAt(PAGE_PATHS.login) },
        notes: [
          ...notes,
          {
            sentence: "Wasn't you? Then somebody can read your mails: secure them first, and then",
            link: { label: 'ask for a new password', url: forgotPassword },
          },
        ],
      };
    }
    const { heading, what } = NEWS[event];
    return {
      heading,
      opening: `This is about the PerkeX account of ${email}. ${what}`,
      action: { label: 'Look at your login', url: pageAt(PAGE_PATHS.security) },
      notes: [
        ...notes,
        {
          sentence:
            "Wasn't you? Then somebody knows your password: end all other sessions and undo it there, and",
          link: { label: 'set a new password', url: forgotPassword },
        },
      ],
    };
  }

  /** Sends it, unless nobody is to be written to. Rejects when it cannot. */
  return async (job: IdentityMail): Promise<void> => {
    const mail = await mailOf(job);
    if (mail) {
      await mailer.send(mail);
    }
  };
}

const NEWS: Readonly<
  Record<Exclude<SecurityEvent, 'password-reset'>, { readonly heading: string; readonly what: string }>
> = {
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

/** What goes when a mailbox is proved that nobody had proved before, for the mail that announces it. */
const BEFORE_HANDOVER: Note = {
  sentence:
    'Nobody has confirmed this e-mail yet, so somebody else may have signed up with it. A new password therefore removes what was set up before: settings, open orders, second factors and other logins.',
};

/** The same, for the mail that says that it has happened. */
const AFTER_HANDOVER: Note = {
  sentence:
    'Nobody had confirmed this e-mail before, so somebody else may have signed up with it. What was set up earlier is gone, such as settings and open orders.',
};
