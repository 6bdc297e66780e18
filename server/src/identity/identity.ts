import type { IncomingHttpHeaders } from 'node:http';
import type { IdentitySetup } from '@perkex/contract/identity.js';
import type { FastifyPluginAsync } from 'fastify';

export interface SignedIn {
  readonly uid: string;
}

/** The port to whoever knows the users: the built-in service, or a hosted provider. */
export interface Identity {
  /** The user of the request, or null. Never throws for a bad cookie or token; does when nobody can tell. */
  signedIn(headers: IncomingHttpHeaders): Promise<SignedIn | null>;
  /**
   * Registers whatever routes this provider needs (the built-in one: /api/auth/*, so without a prefix). Null when
   * it needs none.
   */
  readonly routes: FastifyPluginAsync | null;
  /** What the pages have to know of it. */
  readonly setup: IdentitySetup;
  /** What its code in the browser loads and calls besides our own origin. */
  readonly browserOrigins: BrowserOrigins;
}

/** Origins by what a content security policy calls them. */
export interface BrowserOrigins {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  readonly frames: readonly string[];
}

export const NO_BROWSER_ORIGINS: BrowserOrigins = { scripts: [], connections: [], frames: [] };
