import { ACCOUNT_EVENTS, type AccountEventKind } from '@perkex/contract/account-events.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Letter, Note } from '../../../mail/letter.js';

/** The owner of an account. */
export interface Recipient {
  readonly email: string;
  /** The origin of every link. */
  readonly publicUrl: string;
}

/** Events without a mail of this kind. */
const EVENTS_WITHOUT_NOTIFICATION = [
  'signed-up',
  'signed-in',
  'session-ended',
  'sessions-ended',
  'email-changed',
] as const satisfies readonly AccountEventKind[];

/** An event that is reported to the owner by mail. */
export type SecurityEvent = Exclude<AccountEventKind, (typeof EVENTS_WITHOUT_NOTIFICATION)[number]>;

export const SECURITY_EVENTS = ACCOUNT_EVENTS.filter(
  (kind): kind is SecurityEvent => !(EVENTS_WITHOUT_NOTIFICATION as readonly string[]).includes(kind),
);

function pageAt(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href;
}

/** The mail with a link to the reset page (section 2: it reads `oobCode`), and another one to the login (section 8). */
export function resetLetter(
  { email, publicUrl }: Recipient,
  code: string,
  { minutes, isProved }: { readonly minutes: number; readonly isProved: boolean },
): Letter {
  return {
    heading: 'Set a new password',
    opening: `Someone, hopefully you, asked for a new password for the PerkeX account of ${email}.`,
    action: {
      label: 'Set new password',
      url: `${pageAt(publicUrl, PAGE_PATHS.resetPassword)}?oobCode=${code}`,
    },
    notes: [
      ...(isProved ? [] : [BEFORE_TRANSFER]),
      {
        sentence: `The link works once, for ${minutes} minutes, and no longer once another link has been used.`,
      },
      {
        sentence: 'Then continue to',
        link: { label: 'the login', url: pageAt(publicUrl, PAGE_PATHS.login) },
      },
      { sentence: "Wasn't you? Then ignore this mail: your password stays as it is." },
    ],
  };
}

/** The mail with a link that verifies an e-mail. */
export function confirmationLetter({ email, publicUrl }: Recipient, code: string, hours: number): Letter {
  return {
    heading: 'Confirm your e-mail',
    opening: `Someone, hopefully you, signed up for PerkeX with ${email}. Confirm it to place orders.`,
    action: { label: 'Confirm e-mail', url: `${pageAt(publicUrl, PAGE_PATHS.confirmEmail)}?code=${code}` },
    notes: [
      WHERE_TO_OPEN,
      { sentence: `It works once, for ${hours} hours or until a newer one is sent.` },
      {
        sentence:
          "Didn't sign up? Then ignore this mail: until you click the link, this account cannot trade. To take it over and remove whatever was set up,",
        link: { label: 'set a new password', url: pageAt(publicUrl, PAGE_PATHS.forgotPassword) },
      },
    ],
  };
}

/** The mail with a link that confirms a change of e-mail, for the old or the new mailbox. */
export function emailChangeLetter(
  { email, publicUrl }: Recipient,
  code: string,
  { newEmail, hours }: { readonly newEmail: string; readonly hours: number },
): Letter {
  const isNew = email === newEmail;
  return {
    heading: isNew ? 'Confirm your new e-mail' : 'Your e-mail is about to change',
    opening: isNew
      ? `Someone, hopefully you, wants to use ${email} for a PerkeX account.`
      : `Someone, hopefully you, wants the PerkeX account of ${email} to have the e-mail ${newEmail}.`,
    action: {
      label: 'Confirm the change',
      url: `${pageAt(publicUrl, PAGE_PATHS.confirmEmail)}?change=${code}`,
    },
    notes: [
      WHERE_TO_OPEN,
      { sentence: `It works for ${hours} hours, or until another change is asked for.` },
      { sentence: 'The e-mail changes once every mailbox that was sent such a link has confirmed.' },
      isNew
        ? { sentence: "Wasn't you? Then ignore this mail: without you, nothing changes." }
        : {
            sentence:
              "Wasn't you? Then don't confirm: your e-mail stays as it is. But someone has got into your account, so",
            link: { label: 'set a new password', url: pageAt(publicUrl, PAGE_PATHS.forgotPassword) },
          },
    ],
  };
}

/** Replaces that mail if the new e-mail already belongs to another account. */
export function emailInUseLetter({ email, publicUrl }: Recipient): Letter {
  return {
    heading: 'Your e-mail was asked for',
    opening: `Someone wants to use ${email} for another PerkeX account. It already belongs to your account, so nothing changes.`,
    action: { label: 'Log in', url: pageAt(publicUrl, PAGE_PATHS.login) },
    notes: [
      { sentence: 'Was it you? Then give this account another e-mail or delete it, and ask once more.' },
      { sentence: "Wasn't you? You don't need to do anything. We did not reveal that you have an account." },
    ],
  };
}

/** The end of a change of e-mail, for both mailboxes. */
export function emailChangedLetter({ email, publicUrl }: Recipient, newEmail: string): Letter {
  const what =
    email === newEmail
      ? `The e-mail of your PerkeX account is now ${email}.`
      : `The PerkeX account of ${email} now has another e-mail. This is its last mail to this address.`;
  return {
    heading: 'Your e-mail was changed',
    opening: `${what} All other browsers have been logged out.`,
    action: { label: VIEW_LOGIN.label, url: pageAt(publicUrl, VIEW_LOGIN.path) },
    notes: [
      {
        sentence:
          "Wasn't you? Then someone knows your password and can read your mails: secure them first, and change that password wherever else you use it.",
      },
    ],
  };
}

/** The last mail to the owner of an account that was deleted. */
export function deletionLetter({ email, publicUrl }: Recipient): Letter {
  return {
    heading: 'Your account was deleted',
    opening: `The PerkeX account of ${email} was deleted, with its settings and logins. Its open orders were removed. Its purchases and sales stay in the books, without anything that identifies you.`,
    action: { label: 'Go to PerkeX', url: pageAt(publicUrl, PAGE_PATHS.home) },
    notes: [
      { sentence: 'This cannot be undone. You can sign up again with the same e-mail at any time.' },
      {
        sentence:
          "Wasn't you? Then someone knows your password, or used a browser where you were logged in: change that password wherever else you use it.",
      },
    ],
  };
}

/** Reports a change of an account to its owner. */
export function notificationLetter(
  { email, publicUrl }: Recipient,
  event: SecurityEvent,
  isTransferred: boolean,
): Letter {
  const notes = isTransferred ? [AFTER_TRANSFER] : [];
  const forgotPassword = pageAt(publicUrl, PAGE_PATHS.forgotPassword);
  if (event === 'password-reset') {
    return {
      heading: 'Your password was changed',
      opening: `The PerkeX account of ${email} has a new password. It was logged out everywhere.`,
      action: { label: 'Log in', url: pageAt(publicUrl, PAGE_PATHS.login) },
      notes: [
        ...notes,
        {
          sentence: "Wasn't you? Then someone can read your mails: secure them first, and then",
          link: { label: 'ask for a new password', url: forgotPassword },
        },
      ],
    };
  }
  const { heading, what, action = VIEW_LOGIN } = NEWS[event];
  return {
    heading,
    opening: `This is about the PerkeX account of ${email}. ${what}`,
    action: { label: action.label, url: pageAt(publicUrl, action.path) },
    notes: [
      ...notes,
      {
        sentence:
          "Wasn't you? Then someone knows your password: end all other sessions and undo it there, and",
        link: { label: 'set a new password', url: forgotPassword },
      },
    ],
  };
}

interface Action {
  readonly label: string;
  readonly path: string;
}

const VIEW_LOGIN: Action = { label: 'View your login settings', path: PAGE_PATHS.security };
const VIEW_WEBHOOKS: Action = { label: 'View your webhooks', path: PAGE_PATHS.webhooks };
const VIEW_KEYS: Action = { label: 'View your API keys', path: PAGE_PATHS.keys };
const VIEW_SETTINGS: Action = { label: 'View your settings', path: PAGE_PATHS.settings };

interface News {
  readonly heading: string;
  readonly what: string;
  readonly action?: Action;
}

const NEWS: Readonly<Record<Exclude<SecurityEvent, 'password-reset'>, News>> = {
  'signed-in-new-browser': {
    heading: 'A login from a new browser',
    what: 'Someone, hopefully you, has logged in to it from a browser that is new to us.',
  },
  'payout-changed': {
    heading: 'Your payout was changed',
    what: 'It now has a different payout method.',
    action: VIEW_SETTINGS,
  },
  'payment-changed': {
    heading: 'Your payment was changed',
    what: 'It now has a different payment method.',
    action: VIEW_SETTINGS,
  },
  'shipping-changed': {
    heading: 'Your shipping was changed',
    what: 'It now has a different shipping address.',
    action: VIEW_SETTINGS,
  },
  'card-changed': {
    heading: 'A card was saved',
    what: 'Its purchases are now paid with this card.',
    action: VIEW_SETTINGS,
  },
  'payout-account-changed': {
    heading: 'An account for payouts was saved',
    what: 'The money of its sales now goes to this account.',
    action: VIEW_SETTINGS,
  },
  'payout-account-removed': {
    heading: 'An account for payouts was removed',
    what: 'The money of its sales waits until another account is added.',
    action: VIEW_SETTINGS,
  },
  'webhook-made': {
    heading: 'A webhook was created',
    what: 'It sends what happens to the orders, deals and money of this account to another website.',
    action: VIEW_WEBHOOKS,
  },
  'webhook-changed': {
    heading: 'A webhook was changed',
    what: 'Its address, kinds of events or secret are now different, or it was turned off or on.',
    action: VIEW_WEBHOOKS,
  },
  'webhook-deleted': {
    heading: 'A webhook was deleted',
    what: 'It no longer sends anything.',
    action: VIEW_WEBHOOKS,
  },
  'key-made': {
    heading: 'An API key was created',
    what: 'A program that has the key can act for this account, within its scopes and limits.',
    action: VIEW_KEYS,
  },
  'key-changed': {
    heading: 'An API key was changed',
    what: 'Its name, scopes, limits or addresses are now different.',
    action: VIEW_KEYS,
  },
  'key-revoked': {
    heading: 'An API key was revoked',
    what: 'Programs that use the key are now refused.',
    action: VIEW_KEYS,
  },
  'app-on': {
    heading: 'An authenticator app was turned on',
    what: 'Logging in now requires a code from the app as well as the password.',
  },
  'app-off': {
    heading: 'The authenticator app was turned off',
    what: 'Logging in no longer requires a code from an app.',
  },
  'phone-on': {
    heading: 'Login codes by text message were turned on',
    what: 'Logging in now requires a code as well as the password. It can be sent to the phone.',
  },
  'phone-off': {
    heading: 'Login codes by text message were turned off',
    what: 'Codes are no longer sent to the phone.',
  },
  'codes-renewed': {
    heading: 'You have new recovery codes',
    what: 'The earlier ones no longer work.',
  },
  'password-changed': {
    heading: 'Your password was changed',
    what: 'All other browsers have been logged out.',
  },
  'github-linked': {
    heading: 'GitHub was linked to your account',
    what: 'That GitHub account can log in to it until you unlink it.',
  },
  'github-unlinked': {
    heading: 'GitHub was unlinked from your account',
    what: 'You can no longer sign in with GitHub.',
  },
};

/** For links that only work in a session of the account. */
const WHERE_TO_OPEN: Note = {
  sentence: 'Open the link in a browser where you are logged in, or log in when the page asks you to.',
};

/** Announces what an account transfer removes, for an e-mail that was not verified before. */
const BEFORE_TRANSFER: Note = {
  sentence:
    'This e-mail has not been confirmed yet, so someone else may have signed up with it. A new password therefore removes what was set up before: settings, open orders, second factors and other logins. Nothing is removed if you open the link in a browser where you were logged in within the last 30 days.',
};

/** The same after the account transfer. */
const AFTER_TRANSFER: Note = {
  sentence:
    'This e-mail had not been confirmed before, so someone else may have signed up with it. What was set up earlier is gone, such as settings and open orders.',
};
