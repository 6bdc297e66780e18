import type { IncomingHttpHeaders } from 'node:http';
import type { AccountContents } from '@perkex/contract/identity.js';
import type { IdentitySetup } from '@perkex/contract/identity-setup.js';
import type { AccountExport } from '@perkex/contract/user-export.js';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';
import type { Upkeep } from '../process/upkeep.js';

export interface SignedIn {
  readonly userId: string;
  /** Whether somebody has shown that they read the mails of the account's address. */
  readonly isEmailProved: boolean;
  /** Whether the open orders of whoever had the account before are still being cancelled. */
  readonly isBeingCleared: boolean;
}

/** What the market keeps of a user, and its owner should know to be changed. */
export type Setting = 'payout' | 'payment' | 'shipping';

/** How long ago what is remembered of sessions may have changed in another process. */
export const REMEMBERED_LAG_MS = 500;

/** The e-mails of those of these users who have shown that they read them. */
export type MailboxesOf = (
  connection: pg.Pool | Transaction,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** The port to whoever knows the users: the built-in service, or a hosted provider. */
export interface Identity {
  /**
   * The user of the request, as this process has lately found out: what has ended here is over at once, and what has
   * ended in another process after REMEMBERED_LAG_MS at the latest. Null where `signedIn` has to be asked.
   */
  remembered(headers: IncomingHttpHeaders): SignedIn | null;
  /** The user of the request, or null. Never throws for a bad cookie or token; does when nobody can tell. */
  signedIn(headers: IncomingHttpHeaders): Promise<SignedIn | null>;
  /** Whether the user of the request is still signed in, and will be until this transaction ends. */
  isStillSignedIn(tx: Transaction, headers: IncomingHttpHeaders): Promise<boolean>;
  /** What it keeps of a user here, for their export; null when it keeps nothing here. */
  exportAccount(userId: string): Promise<AccountExport | null>;
  /** Whether the user of the request has given a proof within the last ten minutes. */
  hasFreshProof(tx: Transaction, headers: IncomingHttpHeaders): Promise<boolean>;
  /** Null where nobody's e-mail is known here. */
  readonly mailboxesOf: MailboxesOf | null;
  /**
   * Notes that the user of the request changes a setting in this transaction.
   * @returns what tells the owner of it, to be called once it is committed
   */
  noteSettingChange(tx: Transaction, request: FastifyRequest, setting: Setting): Promise<() => Promise<void>>;
  /**
   * Registers whatever routes this provider needs (the built-in one: /api/auth/*, so without a prefix). Null when
   * it needs none.
   */
  readonly routes: FastifyPluginAsync | null;
  /** What it needs done besides. */
  readonly upkeep: readonly Upkeep[];
  /** How a request shows its session: by this cookie, or by a bearer token. */
  readonly credential: { readonly cookie: string } | 'bearer';
  /** What the pages have to know of it. */
  readonly setup: IdentitySetup;
  /** What its code in the browser loads and calls besides our own origin. */
  readonly browserOrigins: BrowserOrigins;
}

/** What the market keeps of a user. It is taken away when an account passes to the owner of its mailbox, or goes. */
export interface MarketOfUsers {
  /** Forgets shipping, payout, payment, watches, collection and notices. */
  forgetSettings(tx: Transaction, userId: string): Promise<void>;
  /** Cancels all open orders, or those that were accepted up to a moment. Repeating it is safe. */
  cancelOpenOrders(userId: string, acceptedUntil?: Date): Promise<void>;
  /** What there is of a user that goes when the account passes to the owner of its mailbox. */
  contentsOf(userId: string): Promise<AccountContents>;
  /** Forgets notices of what happened up to a moment. Repeating it is safe. */
  forgetEarlierNotices(userId: string, until: Date): Promise<void>;
  /** The account goes for good: forgets the settings, and leaves what is to be done with orders and trades in a table. */
  depart(tx: Transaction, userId: string): Promise<void>;
}

/** Origins by what a content security policy calls them. */
export interface BrowserOrigins {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  readonly frames: readonly string[];
}

export const NO_BROWSER_ORIGINS: BrowserOrigins = { scripts: [], connections: [], frames: [] };
