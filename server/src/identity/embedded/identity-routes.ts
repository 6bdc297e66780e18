import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { BusyError } from '../../errors/busy-error.js';
import type { PasswordSignIn } from './passwords/password-sign-in.js';
import { identityCalls } from './service/identity-calls.js';
import { BASE_PATH, type IdentityService, PASSWORD_SIGN_IN } from './service/identity-service.js';
import { documented, respond } from './service/service-answer.js';
import type { EndSessionOf } from './sessions/session-cookie.js';

const BODY_BYTES_MOST = 16 * 1024;

export interface IdentityRoutesOptions {
  readonly service: IdentityService;
  readonly publicUrl: string;
  readonly endSessionOf: EndSessionOf;
  readonly passwordSignIn: PasswordSignIn;
  /** The calls that are our own. */
  readonly ownCalls: readonly ((scope: FastifyInstance) => void)[];
}

/**
 * The calls of better-auth that PerkeX uses, each named (it has two dozen more, and what is not listed is not there),
 * and our own beside them. Answers are better-auth's, or have their shape; 503 with the code 'busy' when too many
 * passwords wait to be checked.
 */
export function identityRoutes({
  service,
  publicUrl,
  endSessionOf,
  passwordSignIn,
  ownCalls,
}: IdentityRoutesOptions): FastifyPluginAsync {
  /** better-auth says 'signed out' even when it could not delete the session; nobody should believe that. */
  async function signOut(request: FastifyRequest): Promise<Response> {
    const answer = await service.ask(request, '/sign-out', {});
    if (answer.ok) {
      await endSessionOf(request.headers.cookie);
    }
    return answer;
  }

  /** better-auth answers 500 when it could not read the session, and has logged why. The session may be all right. */
  async function readSession(request: FastifyRequest): Promise<Response> {
    const answer = await service.ask(request, '/get-session');
    if (answer.status >= 500) {
      throw new BusyError('The session could not be read.');
    }
    return answer;
  }

  return async (scope) => {
    acceptJsonOnly(scope);
    const { get, post } = identityCalls(scope, publicUrl);
    post('/sign-up/email', 'Make an account with {email, password}, and sign in', passwordSignIn.signUp);
    post(PASSWORD_SIGN_IN, 'Sign in with {email, password}', passwordSignIn.signIn);
    // Whether it comes from another website, better-auth judges by itself.
    scope.post(`${BASE_PATH}/sign-out`, documented('End the session'), (request, reply) =>
      respond(reply, signOut(request)),
    );
    get('/get-session', 'The session and its user, or null', readSession);
    for (const register of ownCalls) {
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
