import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';

export interface SignedIn {
  readonly uid: string;
}

/** The port to whoever knows the users: the built-in service, or a hosted provider. */
export interface Identity {
  /** The user of the request's session, or null. Never throws for a bad cookie; does when the database fails. */
  signedIn(headers: IncomingHttpHeaders): Promise<SignedIn | null>;
  /**
   * Registers whatever routes this provider needs (the built-in one: /api/auth/*, so without a prefix). Null when
   * it needs none.
   */
  readonly routes: FastifyPluginAsync | null;
}
