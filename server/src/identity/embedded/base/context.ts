import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../clock/clock.js';
import type { Transaction } from '../../../database/transaction.js';
import type { SmsSender } from '../../../sms/sms-sender.js';
import type { MarketOfUsers } from '../../../users/identity.js';
import type { LimitMaker } from '../limits/attempt-limits.js';
import type { PasswordSemaphore } from '../limits/password-semaphore.js';
import type { IdentityCookies } from './cookies.js';
import type { IdentityMail } from './mail-jobs.js';
import type { SessionChanges } from './session-changes.js';

/** The dependencies of the identity calls. */
export interface IdentityContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Every change that ends sessions or changes their content is a transaction of this. */
  readonly sessions: SessionChanges;
  /** The origin that browsers use. Never derived from a request's Host. */
  readonly publicUrl: string;
  /** Signs cookies, encrypts the secrets of second factors, and keys the hashes that limits count. */
  readonly secret: string;
  readonly requiresEmailProof: boolean;
  readonly cookies: IdentityCookies;
  readonly limit: LimitMaker;
  readonly semaphore: PasswordSemaphore;
  /** The cost of new hashes (password-hash.ts). */
  readonly passwordCost: number;
  readonly market: MarketOfUsers;
  readonly smsSender: SmsSender;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /**
   * Stores a mail, to be sent after the commit even if this process crashes. Neither the answer nor its timing reveals
   * whether an account exists.
   */
  sendLater(connection: pg.Pool | Transaction, mail: IdentityMail): Promise<void>;
}
