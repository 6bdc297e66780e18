import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { MAIL_KINDS, type MailKind } from '@perkex/core/notifications/notifications.js';

const KEY_BYTES = 32;

/** The user and the kind of the mails that a link turns off. */
export interface MailsOff {
  readonly userId: string;
  readonly kind: MailKind;
}

/** The tokens of links in mails. A token only lets its bearer turn off the mails that it names. It does not expire. */
export interface MailsOffTokens {
  make(mailsOff: MailsOff): string;
  /** Null for a token that we did not create. */
  read(token: string): MailsOff | null;
}

/** Signs tokens with a key that is derived from the secret for this purpose alone. */
export function mailsOffTokens(secret: string): MailsOffTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'perkex mails off', KEY_BYTES));
  const signatureOf = (signed: string) => createHmac('sha256', key).update(signed).digest();
  return {
    make({ userId, kind }) {
      const signed = `${kind}.${Buffer.from(userId).toString('base64url')}`;
      return `${signed}.${signatureOf(signed).toString('base64url')}`;
    },
    read(token) {
      const [name = '', user = '', signature = ''] = token.split('.');
      const kind = MAIL_KINDS.find((known) => known === name);
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(`${name}.${user}`);
      if (!kind || given.length !== right.length || !timingSafeEqual(given, right)) {
        return null;
      }
      return { userId: Buffer.from(user, 'base64url').toString(), kind };
    },
  };
}
