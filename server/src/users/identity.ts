import type { IncomingHttpHeaders } from 'node:http';
import type { AccountContents } from '@perkex/contract/identity.js';
import type { IdentitySetup } from '@perkex/contract/identity-setup.js';
import type { AccountExport } from '@perkex/contract/user-export.js';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';

export interface SignedIn {
  readonly userId: string;
  /** True if the user has shown that they read the mails of the account's address. */
  readonly isEmailProved: boolean;
  /** True while the open orders of the account's former user are being cancelled. */
  readonly isBeingCleared: boolean;
  /** The key that the user is signed in by, and its version; absent for a session. */
  readonly keyVersion?: string;
}

/** A login as members need it. */
export interface MemberLogin {
  readonly userId: string;
  /** True if the account has a second factor. */
  readonly hasSecondFactor: boolean;
  /** True if the user gave a proof by a second factor within the last MEMBER_PROOF_HOURS, at the login or later. */
  readonly isProved: boolean;
}

/** How long a proof lasts for the work of members. */
export const MEMBER_PROOF_HOURS = 8;

/** A setting whose changes are reported to the owner. */
export type Setting = 'payout' | 'payment' | 'shipping' | 'card' | 'payout-account' | 'key' | 'webhook';

/** A change of a setting that is recorded. */
export type SettingEvent =
  | `${Setting}-changed`
  | 'payout-account-removed'
  | 'key-made'
  | 'key-revoked'
  | 'webhook-made'
  | 'webhook-deleted';

/** Maximum delay until this process learns of a session change in another one. */
export const REMEMBERED_LAG_MS = 500;

/** The verified e-mails of these users. */
export type MailboxesOf = (
  connection: pg.Pool | Transaction,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** A user as the identity service knows them. */
export interface KnownUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailProved: boolean;
  readonly since: Date;
}

/** Finds users for members. */
export interface UserDirectory {
  /** Users whose e-mail or name begins with a text in lower case, up to a limit. */
  find(beginning: string, limit: number): Promise<KnownUser[]>;
  read(userIds: readonly string[]): Promise<KnownUser[]>;
}

/** The port to the user directory: the built-in service, or a hosted provider. */
export interface Identity {
  /**
   * The user of the request, from the memory of this process. A session that ended in this process is gone at once, one
   * that ended in another process after at most REMEMBERED_LAG_MS. Null when `signedIn` has to be called.
   */
  remembered(headers: IncomingHttpHeaders): SignedIn | null;
  /** The user of the request, or null. An invalid cookie or token gives null; a failed lookup rejects. */
  signedIn(headers: IncomingHttpHeaders): Promise<SignedIn | null>;
  /** Checks whether the user of the request is still signed in, and keeps it so until this transaction ends. */
  isStillSignedIn(tx: Transaction, headers: IncomingHttpHeaders): Promise<boolean>;
  /** The identity data of a user, for their export; null when none is stored here. */
  exportAccount(userId: string): Promise<AccountExport | null>;
  /** Checks whether the user of the request has given a proof within the last ten minutes. */
  hasFreshProof(tx: Transaction, headers: IncomingHttpHeaders): Promise<boolean>;
  /** The login of the request, read from the database; null without one. */
  memberLogin(headers: IncomingHttpHeaders): Promise<MemberLogin | null>;
  /** Null when no e-mails are known here. */
  readonly mailboxesOf: MailboxesOf | null;
  /** Null when no users are known here. */
  readonly directory: UserDirectory | null;
  /** Records that the user of the request changes a setting in this transaction, and notifies the owner with it. */
  noteSettingChange(tx: Transaction, request: FastifyRequest, event: SettingEvent): Promise<void>;
  /**
   * Registers the routes that this provider needs (the built-in one: /api/auth/*, so without a prefix). Null when it
   * needs none.
   */
  readonly routes: FastifyPluginAsync | null;
  /** Its maintenance tasks. */
  readonly maintenance: readonly Maintenance[];
  /** The credential of a request: this cookie, or a bearer token. */
  readonly credential: { readonly cookie: string } | 'bearer';
  /** The configuration that the pages need. */
  readonly setup: IdentitySetup;
  /** The origins besides our own that its code in the browser loads and calls. */
  readonly browserOrigins: BrowserOrigins;
}

/** The market's data of a user. It is erased with the account, and on its transfer to the owner of its mailbox. */
export interface MarketOfUsers {
  /** Erases shipping, payout, payment, watches, collection and notifications. A block stays. */
  forgetSettings(tx: Transaction, userId: string): Promise<void>;
  /** Cancels all open orders, or those accepted before a moment. Idempotent. */
  cancelOpenOrders(userId: string, acceptedUntil?: Date): Promise<void>;
  /** The data that an account transfer would erase. */
  contentsOf(userId: string): Promise<AccountContents>;
  /** Deletes notifications of events before a moment. Idempotent. */
  deleteEarlierNotifications(userId: string, until: Date): Promise<void>;
  /** Erases the account: deletes the settings, and queues the clean-up of its orders and trades in a table. */
  beginErasure(tx: Transaction, userId: string): Promise<void>;
}

/** Origins by directive of the content security policy. */
export interface BrowserOrigins {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  readonly frames: readonly string[];
}

export const NO_BROWSER_ORIGINS: BrowserOrigins = { scripts: [], connections: [], frames: [] };
