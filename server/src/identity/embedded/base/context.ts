import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { MarketOfUsers } from '../../../http/identity.js';
import type { SecurityEvent } from '../../../mail/account-letters.js';
import type { SmsSender } from '../../../sms/sms-sender.js';
import type { LimitMaker } from '../limits/attempt-limits.js';
import type { PasswordGate } from '../limits/password-gate.js';
import type { IdentityCookies } from './cookies.js';

/** A mail to be sent. It holds no code: one that a link needs is made when the mail is. E-mails are in lower case. */
export type IdentityMail =
  | { readonly type: 'reset-link'; readonly email: string }
  | { readonly type: 'confirmation-link'; readonly email: string }
  | { readonly type: 'deletion'; readonly email: string }
  /** To either mailbox of a change of e-mail: the link, and the news. */
  | {
      readonly type: 'email-change-link';
      readonly email: string;
      readonly userId: string;
      readonly newEmail: string;
    }
  | { readonly type: 'email-changed'; readonly email: string; readonly newEmail: string }
  | {
      readonly type: 'notice';
      readonly email: string;
      readonly event: SecurityEvent;
      /** Whether what was set up before is gone, because nobody had proved the e-mail. */
      readonly isHandedOver: boolean;
    };

/** What the calls of the service work with. */
export interface IdentityContext {
  readonly pool: pg.Pool;
  /** The origin that browsers use. Nothing is ever built from a request's Host. */
  readonly publicUrl: string;
  /** Signs cookies, seals the secrets of second factors, keys the hashes of what limits count. */
  readonly secret: string;
  readonly requiresEmailProof: boolean;
  readonly cookies: IdentityCookies;
  readonly limit: LimitMaker;
  readonly gate: PasswordGate;
  readonly market: MarketOfUsers;
  readonly smsSender: SmsSender;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Sends a mail after the answer: neither the answer nor its time tells who has an account. */
  sendLater(mail: IdentityMail): void;
}
