import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../../../database/transaction.js';
import type { MarketOfUsers } from '../../../http/identity.js';
import type { SmsSender } from '../../../sms/sms-sender.js';
import type { LimitMaker } from '../limits/attempt-limits.js';
import type { PasswordGate } from '../limits/password-gate.js';
import type { IdentityCookies } from './cookies.js';
import type { IdentityMail } from './mail-jobs.js';
import type { SessionChanges } from './session-changes.js';

/** What the calls of the service work with. */
export interface IdentityContext {
  readonly pool: pg.Pool;
  /** Whatever ends sessions, or changes what they say, is a transaction of this. */
  readonly sessions: SessionChanges;
  /** The origin that browsers use. Nothing is ever built from a request's Host. */
  readonly publicUrl: string;
  /** Signs cookies, seals the secrets of second factors, keys the hashes of what limits count. */
  readonly secret: string;
  readonly requiresEmailProof: boolean;
  readonly cookies: IdentityCookies;
  readonly limit: LimitMaker;
  readonly gate: PasswordGate;
  /** Of new hashes (password-hash.ts). */
  readonly passwordCost: number;
  readonly market: MarketOfUsers;
  readonly smsSender: SmsSender;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /**
   * Keeps a mail, to be sent once it is committed, whatever becomes of this process. Neither the answer nor its time
   * tells who has an account.
   */
  sendLater(connection: pg.Pool | Transaction, mail: IdentityMail): Promise<void>;
}
