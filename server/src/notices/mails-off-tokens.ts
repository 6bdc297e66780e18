import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { NOTICE_KINDS, type NoticeKind } from '@perkex/core/notices/notices.js';

const KEY_BYTES = 32;

/** Whose mails of which kind a link turns off. */
export interface MailsOff {
  readonly userId: string;
  readonly kind: NoticeKind;
}

/** The tokens of links in mails: whoever has one may turn off what it names, and nothing else, at any time. */
export interface MailsOffTokens {
  make(mailsOff: MailsOff): string;
  /** Null for anything that we did not make. */
  read(token: string): MailsOff | null;
}

/** Tokens by a key made of the secret, which signs nothing else. */
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
      const kind = NOTICE_KINDS.find((known) => known === name);
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(`${name}.${user}`);
      if (!kind || given.length !== right.length || !timingSafeEqual(given, right)) {
        return null;
      }
      return { userId: Buffer.from(user, 'base64url').toString(), kind };
    },
  };
}
