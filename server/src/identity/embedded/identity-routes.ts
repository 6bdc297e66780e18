import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { BusyError } from '../../busy-error.js';
import { requireOwnOrigin } from './base/own-origin.js';
import type { PasswordSignIn } from './passwords/password-sign-in.js';
import { withCookies } from './refusals.js';
import { identityCalls } from './service/identity-calls.js';
import type { SessionCookies } from './sessions/session-cookie.js';
import { endSession, readSession } from './sessions/sessions.js';

const BODY_BYTES_MOST = 16 * 1024;

export interface IdentityRoutesOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  readonly sessions: SessionCookies;
  readonly passwordSignIn: PasswordSignIn;
  /** The calls of the other folders. */
  readonly moreCalls: readonly ((scope: FastifyInstance) => void)[];
}

/** The calls of the service; 503 with the code 'busy' when too many passwords wait to be checked. */
export function identityRoutes(options: IdentityRoutesOptions): FastifyPluginAsync {
  const { pool, publicUrl, sessions, passwordSignIn, moreCalls } = options;

  async function signOut({ headers }: FastifyRequest): Promise<Response> {
    const token = sessions.readToken(headers.cookie);
    if (token !== null) {
      await endSession(pool, token);
    }
    return withCookies(Response.json({ success: true }), ...sessions.removed);
  }

  async function getSession({ headers }: FastifyRequest): Promise<Response> {
    const token = sessions.readToken(headers.cookie);
    if (token === null) {
      return Response.json(null);
    }
    // A session that cannot be read may be all right.
    const session = await readSession(pool, token, sessions.isForgetful(headers.cookie)).catch(() => {
      throw new BusyError('The session could not be read.');
    });
    if (!session) {
      return withCookies(Response.json(null), ...sessions.removed);
    }
    const answer = Response.json(session.answer);
    return session.isRefreshed ? withCookies(answer, ...sessions.planted(token, true)) : answer;
  }

  return async (scope) => {
    acceptJsonOnly(scope);
    const { get, post } = identityCalls(scope, publicUrl);
    const fromOurPages = requireOwnOrigin(publicUrl);
    post(
      '/sign-up/email',
      'Make an account with {email, password}, and sign in',
      passwordSignIn.signUp,
      fromOurPages,
    );
    post('/sign-in/email', 'Sign in with {email, password}', passwordSignIn.signIn, fromOurPages);
    post('/sign-out', 'End the session', signOut, fromOurPages);
    get('/get-session', 'The session and its user, or null', getSession);
    for (const register of moreCalls) {
      register(scope);
    }
  };
}

/** For these routes alone. Nothing at all counts as no body: a sign-out has none to send. */
function acceptJsonOnly(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MOST },
    (request, body, done) => (body === '' ? done(null, undefined) : parseJson(request, body, done)),
  );
}
